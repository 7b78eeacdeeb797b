#include "completion.h"

#include <fmt/core.h>

#include "pintle/base/joined.h"

namespace pintle {
namespace {

std::string join(const std::vector<std::string>& words) { return joined(words, " "); }

std::vector<std::string> names_of(const std::vector<OptionWords>& options) {
  std::vector<std::string> names;
  for (const OptionWords& option : options) names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

std::vector<std::string> names_of(const std::vector<CommandWords>& commands) {
  std::vector<std::string> names;
  for (const CommandWords& command : commands) names.push_back(command.name);
  return names;
}

/// Between single quotes of a shell, `drop` left out.
std::string quoted(const std::string& text, std::string_view drop = "") {
  std::string out = "'";
  for (char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else if (drop.find(c) == std::string_view::npos) {
      out += c;
    }
  }
  return out + "'";
}

// ---- bash ----------------------------------------------------------------------------------------------------------
std::string make_bash(const CommandWords& program) {
  std::string values, words;
  for (const CommandWords& command : program.commands) {
    std::vector<std::string> files;
    for (const OptionWords& option : command.options) {
      if (!option.takes_value) continue;
      for (const std::string& name : option.names) {
        if (option.choices.empty()) {
          files.push_back(command.name + ":" + name);
        } else {
          values += fmt::format("    {}:{}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n", command.name, name,
                                join(option.choices));
        }
      }
    }
    if (!files.empty()) values += fmt::format("    {}) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n", joined(files, "|"));
    words += fmt::format("    {}) options=\"{}\" choices=\"{}\" ;;\n", command.name, join(names_of(command.options)),
                         join(command.choices));
  }
  return fmt::format(R"sh(# bash completion for {0}; load it with:  source <({0} completion bash)
_{0}() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" last="" command="" options="" choices="" k
  ((COMP_CWORD > 0)) && last="${{COMP_WORDS[COMP_CWORD-1]}}"
  for ((k = 1; k < COMP_CWORD; k++)); do
    [[ "${{COMP_WORDS[k]}}" != -* ]] && command="${{COMP_WORDS[k]}}" && break
  done
  COMPREPLY=()
  if [[ -z "$command" ]]; then
    COMPREPLY=($(compgen -W "{1} {2}" -- "$word"))
    return
  fi
  case "$command:$last" in
{3}  esac
  case "$command" in
{4}    *) return ;;
  esac
  if [[ "$word" == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [[ -n "$choices" && "$last" == "$command" ]]; then
    COMPREPLY=($(compgen -W "$choices" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}}
complete -o filenames -F _{0} {0}
)sh",
                     program.name, join(names_of(program.commands)), join(names_of(program.options)), values, words);
}

// ---- zsh -----------------------------------------------------------------------------------------------------------
std::string make_zsh_option(const OptionWords& option, const std::string& name) {
  std::string value;
  if (option.takes_value) value = option.choices.empty() ? ":value:_files" : fmt::format(":value:({})", join(option.choices));
  return quoted(fmt::format("*{}[{}]{}", name, option.help, value));
}

std::string make_zsh(const CommandWords& program) {
  std::string commands, cases;
  for (const CommandWords& command : program.commands) {
    std::string plain = command.help;
    std::erase(plain, ':');
    commands += "    " + quoted(command.name + ":" + plain) + "\n";
    cases += fmt::format("    {}) _arguments", command.name);
    for (OptionWords option : command.options) {
      std::erase_if(option.help, [](char c) { return c == '[' || c == ']' || c == ':'; });
      for (const std::string& name : option.names) cases += " \\\n      " + make_zsh_option(option, name);
    }
    cases += command.choices.empty()
                 ? " \\\n      '*:word:_files' ;;\n"
                 : fmt::format(" \\\n      '1:word:({})' \\\n      '*:word:_files' ;;\n", join(command.choices));
  }
  return fmt::format(R"sh(#compdef {0}
# zsh completion for {0}; load it with:  source <({0} completion zsh)
_{0}() {{
  local -a commands=(
{1}  )
  if ((CURRENT == 2)); then
    _describe 'command' commands
    compadd -- {3}
    return
  fi
  local command="$words[2]"
  shift words
  ((CURRENT--))
  case "$command" in
{2}  esac
}}
if [[ "$funcstack[1]" == "_{0}" ]]; then _{0} "$@"; else compdef _{0} {0}; fi
)sh",
                     program.name, commands, cases, join(names_of(program.options)));
}

// ---- fish ----------------------------------------------------------------------------------------------------------
std::string make_fish_option(const OptionWords& option) {
  std::string out;
  for (const std::string& name : option.names)
    out += name.starts_with("--") ? fmt::format(" -l {}", name.substr(2)) : fmt::format(" -s {}", name.substr(1));
  if (option.takes_value) out += option.choices.empty() ? " -r -F" : fmt::format(" -x -a {}", quoted(join(option.choices)));
  return out + " -d " + quoted(option.help);
}

std::string make_fish(const CommandWords& program) {
  std::string out = fmt::format("# fish completion for {0}; load it with:  {0} completion fish | source\n", program.name);
  for (const OptionWords& option : program.options)
    out += fmt::format("complete -c {} -n __fish_use_subcommand{}\n", program.name, make_fish_option(option));
  for (const CommandWords& command : program.commands)
    out +=
        fmt::format("complete -c {} -f -n __fish_use_subcommand -a {} -d {}\n", program.name, command.name, quoted(command.help));
  for (const CommandWords& command : program.commands) {
    const std::string when = fmt::format("complete -c {} -n '__fish_seen_subcommand_from {}'", program.name, command.name);
    for (const OptionWords& option : command.options) out += when + make_fish_option(option) + "\n";
    if (!command.choices.empty()) out += fmt::format("{} -f -a {}\n", when, quoted(join(command.choices)));
  }
  return out;
}

}  // namespace

std::string make_completion(const std::string& shell, const CommandWords& program) {
  if (shell == "bash") return make_bash(program);
  if (shell == "zsh") return make_zsh(program);
  if (shell == "fish") return make_fish(program);
  return "";
}

}  // namespace pintle
