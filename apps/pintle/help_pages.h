#pragma once

/// What `--help` tells below the options, command by command: what is worth to know, and examples.
namespace pintle::help {

inline constexpr const char* all = R"(Examples:
  pintle new lander lander.yaml
  pintle check lander.yaml
  pintle info lander.yaml --signals
  pintle run lander.yaml
  pintle run lander.yaml --set gravity.z=-1.62 --until 5s --out out/moon
  pintle run lander.yaml --variant surface=ice --formulation newton-euler --json
  pintle compare lander.yaml --formulations articulated-body,newton-euler
  pintle plot out/lander all.hip.angle system.energy
  pintle report out/lander
  pintle study models/deployment.study.yaml

Exit codes: 0 good, 1 our own fault, 2 bad command line, 3 bad model or study,
4 run failed, 5 formulations disagree or a limit is violated, 130 interrupted.)";

inline constexpr const char* new_model = R"(Examples:
  pintle new
  pintle new pendulum pendulum.yaml
  pintle new chain --n 50 chain.yaml
  pintle new lander | less)";

inline constexpr const char* check = R"(Exit code 0: the model is good; 3: it has mistakes, a sentence each. Warnings do
not count. Nothing is written.

Examples:
  pintle check lander.yaml
  pintle check lander.yaml --variant surface=sand --json
  pintle check models/deployment.study.yaml)";

inline constexpr const char* info = R"(Examples:
  pintle info lander.yaml
  pintle info lander.yaml --signals | grep hip1
  pintle info lander.yaml --set parameters.legs=4 --json)";

inline constexpr const char* run = R"(The directory gets model.yaml, manifest.json, series.csv, events.jsonl,
loads.csv, load_sets.csv, picture.json, summary.json and index.html: open the
last one. Ctrl-C leaves a checkpoint there, as --checkpoint does.

Examples:
  pintle run models/double_pendulum.yaml
  pintle run models/double_pendulum.yaml --until 20s --check
  pintle run lander.yaml --set gravity.z=-1.62 --out out/moon --json
  pintle run lander.yaml --variant surface=sand --variant legs=stiff
  pintle run long.yaml --checkpoint=10s
  pintle run --resume out/long --until 600s)";

inline constexpr const char* compare = R"(Examples:
  pintle compare lander.yaml
  pintle compare lander.yaml --formulations articulated-body,newton-euler
  pintle compare lander.yaml --states 1000 --seed 7 --tolerance 1e-8 --json)";

inline constexpr const char* plot = R"(A word that is the directory of a run is one; the others are signals: a name,
or its beginning up to a dot (elbow), '*' for any text, all.hip.load.force for
that of hip1, hip2, ... Runs lie over each other, one panel per unit.

Examples:
  pintle plot out/double_pendulum elbow
  pintle plot out/double_pendulum 'upper.position.*' --out upper.html
  pintle plot out/soft out/stiff elbow.angle --title "two springs" --out a.svg)";

inline constexpr const char* report = R"(Exit code 5: a limit of a study is violated.

Examples:
  pintle report out/double_pendulum
  pintle report out/*
  pintle report models/deployment.study.yaml)";

inline constexpr const char* study = R"(Results are the same to the last bit for any number of threads and shards.
Ctrl-C ends it cleanly; the same command goes on, also after a crash. A case
that fails is a result with a reason; exit code 4: all of them did.

Examples:
  pintle study models/deployment.study.yaml
  pintle study models/deployment.study.yaml -j 2
  pintle study status models/deployment.study.yaml
  pintle study export out/deployment.study.db --csv cases.csv
  pintle study big.study.yaml --shard 2/8
  pintle study merge all.db out/big.study.*-8.db)";

inline constexpr const char* study_status = R"(Examples:
  pintle study status models/deployment.study.yaml)";

inline constexpr const char* study_export = R"(Examples:
  pintle study export out/deployment.study.db --csv cases.csv)";

inline constexpr const char* study_merge = R"(Examples:
  pintle study merge all.db out/big.study.*-8.db)";

inline constexpr const char* sweep = R"(PATH=FROM..TO/N takes N values from here to there, others stay as they are; all
combinations are run. More: pintle study.

Examples:
  pintle sweep pendulum.yaml --set parameters.length=1m..2m/5 \
      --measure "max pin.rate"
  pintle sweep lander.yaml --set parameters.k=10..100/10 --csv k.csv \
      --measure "peak=max hip1.load.force")";

inline constexpr const char* rerun = R"(Exit code 5: the case is not as it was.

Examples:
  pintle rerun models/deployment.study.yaml 17
  pintle rerun out/deployment.study.db 17 --out out/slow)";

inline constexpr const char* schema = R"(Examples:
  pintle schema > pintle.schema.json
  pintle schema --study > pintle_study.schema.json
  pintle schema --markdown | less)";

inline constexpr const char* completion = R"(Examples:
  source <(pintle completion bash)
  source <(pintle completion zsh)
  pintle completion fish > ~/.config/fish/completions/pintle.fish)";

}  // namespace pintle::help
