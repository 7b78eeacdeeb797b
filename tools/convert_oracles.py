#!/usr/bin/env python3
"""Reference results → tests/oracle/<case>/{model.yaml, expected.csv, SOURCE.md}.

    tools/convert_oracles.py ORACLES

ORACLES/models holds NAME.yaml with NAME.check.json: runs of the model (`set`, `until`) and what to expect of each. A
run becomes one case, with its settings applied. The model of a tree is written out in plain numbers: parameters and
expressions evaluated, `repeat` expanded; where they say more than the numbers would (`"plain": False`), it keeps them.
Every expected vector becomes one row per component. The same input gives the same bytes.
"""
import ast
import json
import math
import operator
import re
import sys
import textwrap
from pathlib import Path

import yaml

TARGET = Path(__file__).resolve().parent.parent / "tests" / "oracle"

# What a reader wants to know and the input does not say in a sentence, by NAME.
CASES = {
    "simple_pendulum": {
        "title": "simple pendulum, benchmark A01",
        "what": "A point mass of 1 kg on a massless link of 1 m falls from the horizontal and swings for ever.",
        "source": "Benchmark A01 of the multibody systems benchmark of the University of La Coruña (González, Dopico, "
        "Lugrís, Cuadrado, Multibody System Dynamics 16(2), 2006), also \"planar simple pendulum\" of the IFToMM library. "
        "The specification says x(0) = +1 m, the published data start at x(0) = −1 m; we follow the data.",
        "evidence": "The values are Jacobi's elliptic functions; the published data file, of six digits, agrees with them "
        "to 5e-7, and an integration of order 8 agrees to 5e-13 at 10 s.",
        "tolerance": "1e-8 m to 10 s is what an integration at rtol 1e-12 must reach. 1e-3 m to 2000 s is what the "
        "benchmark accepts as a solution of high precision: an error of the period adds up over a thousand swings.",
    },
    "double_pendulum_rods": {
        "title": "double pendulum of two rods",
        "what": "Two uniform rods of 1 m and 1 kg, hinged in a row, are released from the horizontal at rest.",
        "source": "A classical problem; the numbers were computed for this project.",
        "evidence": "Two methods: Lagrange's equations integrated with order 8, and body coordinates with constraints in "
        "quadruple precision. They agree to 1e-11.",
        "tolerance": "1e-8 for angles and positions, ten times that for rates, 1e-5 N for the reaction: room for the "
        "error of an integration in double precision at rtol 1e-12, and a thousand times more than the reference needs.",
    },
    "top_steady": {
        "title": "top in steady precession",
        "what": "A symmetric top, inclined by 60°, spins just so fast that it precesses at 10 rad/s and does not nod.",
        "source": "Kinon and Betsch, after Betsch and Leyendecker: a cone with ρ = 2700 kg/m³, a = 0.1 m, r = a/2, "
        "l = 3a/4.",
        "evidence": "Analytic: the axis is Rz(10 t) (0, −sin 60°, cos 60°); the reaction is m·100·l·sin 60° towards the "
        "vertical and m·9.81 upwards.",
        "tolerance": "1e-9 m for the mass centre, 1e-6 N for the reaction: the error of an integration at rtol 1e-12 over "
        "45 turns of the top. A reaction is only as good as the attitude and the spin that it is computed from.",
    },
    "torque_free": {
        "title": "torque-free asymmetric body",
        "what": "A body without any load turns about its middle axis and tumbles.",
        "source": "Euler's solution of the free rigid body, as in Landau and Lifshitz, Mechanics, section 37; the numbers "
        "Ixx = 0.3, Iyy = 0.35, Izz = 0.4, ω = (0.1, 15, 0.1) are those of a published discussion of the Dzhanibekov "
        "effect.",
        "evidence": "Analytic: the angular velocity by Jacobi's elliptic functions with 30 digits, which an "
        "integration meets to 3e-10; the quaternion by integration, checked by the constancy of the angular momentum in the "
        "world to 1e-14.",
        "tolerance": "1e-8 for the quaternion, 1e-7 rad/s for the angular velocity, 1e-8 J and 1e-9 N m s for what is "
        "conserved: an unstable rotation magnifies the error of an integration at rtol 1e-12.",
    },
    "three_link": {
        "title": "three links on two balls and a hinge",
        "what": "A spatial triple pendulum: links of 1 m and 1 kg, balls A and B, hinge C.",
        "source": "The mechanism is that of [Aslanov 2011, section 4], which calls C cylindrical but leaves it one "
        "rotation, and gives neither gravity nor a start; both were chosen for this project.",
        "evidence": "Two methods in quadruple precision; the values are good to 4e-15 or better.",
        "tolerance": "The motion is chaotic and magnifies an error about a hundred times in 5 s. 1e-8 for positions and "
        "attitudes is hundreds of times what a careful integration in double precision reaches; 1e-7 for velocities, 1e-5 N "
        "for the reaction.",
    },
    "chain_lock": {
        "title": "four bars, a joint locks",
        "what": "Four bars of 1 m × 1 mm × 1 mm fall, and at 0.71768 s the third pin locks.",
        "source": "The first test case of [Mukherjee 2007]. The paper prints no digits and gives neither gravity nor the "
        "zero of its angles; a reading of it is in the name of the case.",
        "evidence": "Two methods, one of them body coordinates with constraints in quadruple precision; before, across and "
        "after the lock they agree to 1e-12.",
        "tolerance": "Jumps: 1e-9 for energies and impulses, 1e-7 rad/s for rates. Afterwards 1e-8 rad at 1 s and 1e-7 rad "
        "at 1.5 s, ten times that for rates: the chain is chaotic, and an error at the lock grows.",
    },
    "chain_closure": {
        "plain": False,
        "title": "four bars, the tip is caught",
        "what": "Four bars of 1 m × 1 mm × 1 mm fall, and at 0.7 s the tip is pinned to the world where it is: a loop closes.",
        "source": "The second test case of [Mukherjee 2007], read as the first one is. In space three of the loop's rows are redundant.",
        "evidence": "Two methods, one of them body coordinates with constraints in quadruple precision; before, across and "
        "after the closure they agree to 1e-11.",
        "tolerance": "Jumps: 1e-9 for energies and impulses. Afterwards 1e-8 rad and ten times that for rates: an error at the "
        "closure grows.",
    },
    "cloud26": {
        "plain": False,
        "title": "26 bodies, joined by 25 balls at once",
        "what": "26 free bodies move by chance; at time 0 they are joined to a tree by 25 balls: one velocity jump.",
        "source": "The third test case of [Mukherjee 2007], coarse-graining of a protein, whose data the paper does not give: the "
        "cloud is one of random numbers, of the same size.",
        "evidence": "The dense equations of impulse and momentum, solved with 40 digits.",
        "tolerance": "1e-9 for energies and impulses of some hundred joules and newton seconds: a thousand times what rounding leaves.",
    },
    "booster": {
        "plain": False,
        "title": "boosters slide and separate",
        "what": "Four boosters on balls at their noses; where a reaction vanishes one slides, then it vents, then it is free.",
        "source": "The stages of [Aslanov 2011, section 5], which prints no numbers but that the first reaction vanishes at about "
        "0.7 s; they were chosen for this project.",
        "evidence": "Three methods, one of them in quadruple precision; the times of the events agree to 1e-12 s.",
        "tolerance": "1e-8 s for the times of events that loads bring about, 1e-7 m and m/s behind them.",
    },
    "n_four_bar": {
        "plain": False,
        "title": "N four-bar mechanism, benchmark A02",
        "what": "N windows of rods of 1 m and 1 kg in a row; all bars turn alike, and twice a turn lie in one line, where the "
        "rows lose rank.",
        "source": "Benchmark A02 of the multibody systems benchmark of the University of La Coruña [González 2006], with "
        "N = 40; as \"double four-bar mechanism\", N = 2, in the IFToMM library.",
        "evidence": "The mechanism is one pendulum, with (N + 1)/3 + N for its inertia and g ((N + 1)/2 + N) cos θ for its "
        "potential; its motion by quadrature of high order. The published data file for N = 40, of six digits, agrees to "
        "4e-6 over 20 s.",
        "tolerance": "1e-6 m and 1e-5 m/s to 10 s. The benchmark itself accepts 1e-3 m. What limits an integration is the "
        "passage of the singular configurations, ten in 10 s. With N = 40 that takes long, and the case ends at 5 s.",
        "until": {"N = 40": 5},
    },
    "lander": {
        "plain": False,
        "title": "a landing on Europa",
        "what": "A lander of 900 kg on six legs comes down at 3 m/s, tilted and sliding at 2.2 m/s; 11 points touch and leave the "
        "ground 39 times on ice, 50 times on sand.",
        "source": "The lander of [Wachlin 2018, chapter 6]; what the thesis leaves open was chosen for this project (docs/lander.md), and the "
        "numbers were computed for it.",
        "evidence": "Integration in 80-bit arithmetic, every touch and lift-off bracketed to 1e-13 s; a run with 30 times looser "
        "tolerance differs by 1e-12 in state and acceleration. A second program (13 free bodies, 60 constraint rows, another "
        "integrator) agrees with it.",
        "samples": True,
        # Twice: strictly, by the coordinates that are nearest to it, and by everyone.
        "asked": {
            "": {
                "run": {"rtol": "1e-12", "formulation": "articulated-body"},
                "of": "itself",
                "tolerance": "1e-6 of each vector's length at that time, of a load of its own, where something is nearly zero of a "
                "thousandth of its largest value. Loads go down to 0.05 N, and up to a thousand: this needs rtol 1e-12, and "
                "coordinates that hold no more than what the legs do, so articulated-body alone is asked. At 1e-10 a load of 0.05 N is "
                "off by up to 7e-4 of itself in the others.",
            },
            "by_all": {
                "run": {},
                "of": "peak",
                "tolerance": "1e-6 of the largest of its kind in these five seconds, at rtol 1e-10, by every formulation.",
            },
        },
    },
    "bricard": {
        "plain": False,
        "title": "Bricard's mechanism, benchmark A04",
        "what": "Five rods and the ground in a loop of six hinges along the edges of a cube: one row is redundant, one freedom "
        "is left. It falls from rest.",
        "source": "Benchmark A04 of the multibody systems benchmark of the University of La Coruña [González 2006], also in the "
        "IFToMM library. The geometry is published, the motion as a picture only.",
        "evidence": "Two methods: joint coordinates with a pseudoinverse, order 8, and body coordinates with constraints in "
        "quadruple precision. They agree to 2e-14, and with the published curve.",
        "tolerance": "1e-6 m and rad, 1e-5 rad/s and J to 10 s: a hundred times what an integration at rtol 1e-11 needs.",
    },
    "andrews": {
        "plain": False,
        "title": "Andrews' squeezing mechanism",
        "what": "Seven flat bodies in three loops; a motor drives the crank, which turns two and a half times in 30 ms.",
        "source": "[Schiehlen 1990]; as the problem \"andrews\" of the test set for initial value problems [Mazzia 2008]. Joint "
        "angles are its coordinates minus their start: β is O, Θ is F, γ is B, Φ is G, δ is A5, Ω is H, ε is A7.",
        "evidence": "Computed for this project in quadruple precision, in body coordinates. The digits that the test set prints "
        "agree to 1.4e-9 rad; at that level they are the less exact ones.",
        "tolerance": "1e-8 rad, and 1e-7 of each rate, as the test set's own digits allow.",
    },
    "driven_tip": {
        "plain": False,
        "title": "three bars with a driven tip",
        "what": "A triple pendulum in a plane whose tip is led along a Lissajous curve; the driver's force is wanted.",
        "source": "The class of problems B V = b(t) of [Turner n.d., eq. 19-37], which gives no numbers; they were computed for "
        "this project.",
        "evidence": "Two methods, one of them body coordinates in quadruple precision: they agree to 3e-12 in the state and "
        "4e-10 N in the driver's force. Energy minus work is constant to 2e-13 J.",
        "tolerance": "1e-7 rad, 1e-6 rad/s, 1e-4 N: the bars whip round, and an integration at rtol 1e-12 keeps a hundredth of it.",
    },
    "driven_slider_crank": {
        "plain": False,
        "title": "slider-crank with a prescribed crank",
        "what": "A planar slider-crank without gravity; the angle of its crank is told, the driver's torque is wanted.",
        "source": "The slider-crank of the test set for initial value problems [Mazzia 2008], with a rigid rod in place of its "
        "elastic one: the same lengths and masses.",
        "evidence": "Closed form: the motion is geometry, the torque the balance of power; the dense equations of motion agree to "
        "1e-13. The elastic rod of the test set differs by its deflection, 1e-5 m.",
        "tolerance": "1e-9 m, 1e-8 rad, 1e-7 m/s, 1e-6 rad/s and N·m, 1e-4 of the 5e3 m/s²: what a driven motion must keep at rtol "
        "1e-12, since nothing but its constraints can err.",
    },
    "hmmwv": {
        "plain": False,
        "title": "ten-body vehicle at a given state",
        "what": "Chassis, rack, four corners, four wheels; springs, tyres, drive and steering. Tie rods close two loops. Only the "
        "accelerations and the forces in the tie rods at a given state are wanted.",
        "source": "The vehicle that [Turner n.d.] has in mind, whose data it does not give; parameters of its size and the "
        "states were chosen for this project.",
        "evidence": "Joint coordinates and body coordinates, both in quadruple precision, agree to 1e-31; an independent program, "
        "Simbody 3.7, agrees to 7e-15.",
        "tolerance": "1e-9 of the largest acceleration, and 1e-5 N of kilonewtons in the tie rods.",
        "runs": ["state0, with_tie_rods", "state1, with_tie_rods", "state1, open_tree"],
    },
}


# ---- quantities and expressions -------------------------------------------------------------------------------------
UNITS = {"kg": 1, "g": 1e-3, "m": 1, "mm": 1e-3, "s": 1, "ms": 1e-3, "rad": 1, "deg": math.pi / 180, "N": 1, "kN": 1e3}
UNIT = "(?:" + "|".join(sorted(UNITS, key=len, reverse=True)) + r")(?![A-Za-z0-9_(])(?:\^-?\d+)?"
QUANTITY = re.compile(rf"(?<![\w.])(\d+\.?\d*(?:[eE][+-]?\d+)?) ?({UNIT}(?:[*/]{UNIT})*)")
OPERATORS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.Pow: operator.pow,
    ast.Eq: operator.eq, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip
FUNCTIONS = {"if_": lambda c, a, b: a if c else b, "sqrt": math.sqrt, "sin": math.sin, "cos": math.cos, "min": min, "max": max}


def calc_unit(text):
    """kg*m^2 in SI."""
    factor, divides = 1, False
    for word in re.split("([*/])", text):
        if word in "*/":
            divides = word == "/"
            continue
        name, _, power = word.partition("^")
        part = UNITS[name] ** int(power or 1)
        factor = factor / part if divides else factor * part
    return factor


def calc_tree(node, names):
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return math.pi if node.id == "pi" else names(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -calc_tree(node.operand, names)
    if isinstance(node, ast.BinOp):
        return OPERATORS[type(node.op)](calc_tree(node.left, names), calc_tree(node.right, names))
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return OPERATORS[type(node.ops[0])](calc_tree(node.left, names), calc_tree(node.comparators[0], names))
    if isinstance(node, ast.Call):
        return FUNCTIONS[node.func.id](*(calc_tree(a, names) for a in node.args))
    raise ValueError(f"cannot evaluate {ast.dump(node)}")


def calc_value(value, names):
    """A number, a quantity or an expression, in SI. Units become factors; then the text is an expression of Python's."""
    if isinstance(value, (int, float)):
        return value
    text = QUANTITY.sub(lambda m: m[1] if calc_unit(m[2]) == 1 else f"({m[1]}*{calc_unit(m[2])!r})", value.lstrip("="))
    text = re.sub(r"\bif\(", "if_(", text.replace("^", "**"))
    return calc_tree(ast.parse(text, mode="eval").body, names)


class Names:
    """Parameters of a file, evaluated when asked for, and what an instance of `repeat` adds."""

    def __init__(self, parameters, **more):
        self.parameters, self.more = parameters, more

    def __call__(self, name):
        return self.more[name] if name in self.more else calc_value(self.parameters[name], self)


# ---- the model, written out -----------------------------------------------------------------------------------------
PARTS = ("bodies", "points", "joints", "constraints", "forces", "surfaces", "contacts", "signals", "initial", "events")


def calc_way(tree, path):
    """The keys of a path. What leads to a part made by `repeat` leads to its template instead, so that it acts on all."""
    way = path.split(".")
    for name, group in tree.get("repeat", {}).items():
        for template in group.get(way[0], {}) if way[1] not in tree.get(way[0], {}) else []:
            if way[1] in {f"{template}{row}" for row in group.get("over", {})}:
                return ["repeat", name, way[0], template, *way[2:]]
    return way


def apply_setting(tree, path, value):
    *way, last = calc_way(tree, path)
    for key in way:
        tree = tree.setdefault(key, {})
    value = yaml.safe_load(value) if isinstance(value, str) else value
    if isinstance(tree, list):
        tree["xyz".index(last)] = value
    else:
        tree[last] = value


def merge_setting(tree, path, value):
    """As a variant does: what is a map changes its own keys alone."""
    if not isinstance(value, dict):
        return apply_setting(tree, path, value)
    for key, inner in value.items():
        merge_setting(tree, f"{path}.{key}", inner)


def map_leaves(tree, change):
    """The tree with every text changed, keys as well."""
    if isinstance(tree, dict):
        return {change(k): map_leaves(v, change) for k, v in tree.items()}
    if isinstance(tree, list):
        return [map_leaves(v, change) for v in tree]
    return change(tree) if isinstance(tree, str) else tree


def make_plain(tree, names):
    """Expressions become numbers; quantities stay as they were written."""
    return map_leaves(tree, lambda text: calc_value(text, names) if text.startswith("=") else text)


def expand_group(group, names):
    """A group of `repeat`: the sections of all its instances, and {template name: names of its instances}."""
    count = calc_value(group["count"], names)
    sections = {k: v for k, v in group.items() if k in ("bodies", "joints", "initial")}
    if unknown := set(group) - {"count", "first"} - set(sections):
        raise ValueError(f"repeat: cannot expand {sorted(unknown)}")
    templates = {name for k in ("bodies", "joints") for name in sections.get(k, {})}
    merged = {k: {} for k in sections}
    for index in range(1, count + 1):

        def rename(text):
            if text in templates:
                return f"{text}{index}"
            if text.startswith("before."):
                return group["first"][text] if index == 1 else f"{text[len('before.'):]}{index - 1}"
            return text

        for section, parts in sections.items():
            merged[section].update(make_plain(map_leaves(parts, rename), Names(names.parameters, index=index)))
    return merged, {t: [f"{t}{i}" for i in range(1, count + 1)] for t in templates}


def make_model(source, run, is_plain):
    """The model of a run; of a plain one also its points, whose places become sums of signals: {name: (body, [x, y, z])}."""
    tree = json.loads(json.dumps(source))
    choices = tree.pop("choose", {}) | run.get("variant", {})
    for group, settings in tree.pop("variants", {}).items():
        for path, value in settings[choices[group]].items():
            merge_setting(tree, path, value)
    for path, value in run.get("set", {}).items():
        apply_setting(tree, path, value)
    tree["run"]["until"] = f"{run['until']:g} s"
    if not is_plain:
        return tree, {}

    names = Names(tree.pop("parameters", {}))
    groups, points = tree.pop("repeat", {}), tree.pop("points", {})
    instances = {}
    for group in groups.values():
        sections, made = expand_group(group, names)
        for section, parts in sections.items():
            tree.setdefault(section, {}).update(parts)
        instances.update(made)

    record = []
    for name in tree["run"].pop("record", []):
        record += instances[name[len("all.") :]] if name.startswith("all.") else [name] if name not in points else []
    if record:
        tree["run"]["record"] = record
    return make_plain(tree, names), {name: next(iter(p["at"].items())) for name, p in points.items()}


def calc_flow(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {calc_flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):  # [rx: 60 deg] is a list of small maps
        small = (calc_flow(v)[1:-1] if isinstance(v, dict) and len(v) == 1 else calc_flow(v) for v in value)
        return "[" + ", ".join(small) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):  # a comma or a bracket would tear it
        return f'"{value}"' if set(value) & set(",[]{}#") else value
    return repr(value)


def make_lines(key, value, margin=""):
    """One part a line; the groups of `repeat` are files in a file."""
    yield f"{margin}{key}:"
    for name, part in value.items():
        if key != "repeat":
            yield f"{margin}  {name}: {calc_flow(part)}"
            continue
        yield f"{margin}  {name}:"
        for k, v in part.items():
            yield from make_lines(k, v, margin + "    ") if k in PARTS else [f"{margin}    {k}: {calc_flow(v)}"]


def make_yaml(case, model):
    lines = textwrap.wrap(case["what"], 124, initial_indent="# ", subsequent_indent="# ")
    lines.append("# Written by tools/convert_oracles.py; SOURCE.md says where it comes from.")
    order = ["pintle", "name", "gravity", "parameters", "bodies", "joints", "surfaces", "repeat", "points", "forces", "initial", "signals", "events", "run"]
    if unknown := set(model) - set(order):
        raise ValueError(f"cannot write {sorted(unknown)}")
    for key in order:
        value = case["title"] if key == "name" else model.get(key)
        if value and (key in PARTS or key == "repeat"):
            lines += make_lines(key, value)
        elif value is not None:
            lines.append(f"{key}: {value if isinstance(value, str) else calc_flow(value)}")
    return "\n".join(lines) + "\n"


# ---- what to expect -------------------------------------------------------------------------------------------------
def calc_components(signal, value, points):
    """(name, value) of each component. A point's place is a sum of signals: p_WB + R_WB p."""
    if not isinstance(value, list):
        return [(signal, value)]
    part, _, quantity = signal.partition(".")
    axes = "xyz" if len(value) == 3 else "wxyz"
    if part not in points:
        return [(f"{signal}.{a}", v) for a, v in zip(axes, value)]
    if quantity != "position":
        raise ValueError(f"{signal}: only the place of a point is a sum of signals")
    body, p = points[part]
    offset = lambda a: "".join(f"{x:+g}*{body}.attitude.{a}{b}" for b, x in zip(axes, p) if x)
    return [(f"{body}.position.{a}{offset(a)}", v) for a, v in zip(axes, value)]


def calc_entries(path, value):
    """Of a field of an event: an orientation has names, other vectors have places."""
    if not isinstance(value, list):
        return [(path, value)]
    return [(f"{path}.{k}", v) for k, v in zip("wxyz" if len(value) == 4 else range(len(value)), value)]


def make_rows(run, points, every):
    yield "kind,name,time,side,value,tolerance,modulo"
    for e in run["expect"]:
        if "signal" in e:
            t = e["time"]
            if t != run["until"] and abs(t / every - round(t / every)) > 1e-9:
                raise ValueError(f"{e['signal']} at {t} s is not on the grid of {every} s")
            for name, value in calc_components(e["signal"], e["value"], points):
                yield make_row("signal", name, repr(float(t)), e.get("side", "after"), value, e)
        elif "event" in e:
            for path, value in calc_entries(e["field"], e["value"]):
                yield make_row("event", f"{e['event']}.{path}", "", "", value, e)
        elif "summary" in e:
            yield make_row("summary", e["summary"], "", "", e["value"], e)
        else:
            raise ValueError(f"cannot convert {e}")


def make_sample_rows(oracle, of):
    """Of a landing, at every tenth of a second; a tolerance of 1e-6 `of` the "peak" of its kind, or of "itself": of the vector, but of a
    thousandth of the peak where it is smaller."""
    yield "kind,name,time,side,value,tolerance,modulo"
    kinds = {"pos": "lander.position", "quat": "lander.orientation", "vel": "lander.velocity", "acc": "lander.acceleration"}
    kinds |= {"hip_force": "hip{}.load.force", "knee_force": "knee{}.load.force"}
    size = lambda v: math.sqrt(sum(x * x for x in v))
    largest = {k: max(size(s[k]) if "{" not in kinds[k] else max(s[k]) for s in oracle["samples"]) for k in kinds}
    for s in oracle["samples"]:
        for k, signal in kinds.items():
            of_joints = "{" in signal
            pairs = (
                [(signal.format(i + 1), x) for i, x in enumerate(s[k])] if of_joints else calc_components(signal, s[k], {})
            )
            for name, value in pairs:
                own = abs(value) if of_joints else size(s[k])
                e = {"tolerance": 1e-6 * (largest[k] if of == "peak" else max(own, 1e-3 * largest[k]))}
                yield make_row("signal", name, repr(float(s["t"])), "after", value, e)


def make_row(kind, name, time, side, value, e):
    modulo = repr(e["modulo"]) if "modulo" in e else ""
    return ",".join([kind, name, time, side, repr(float(value)), repr(float(e["tolerance"])), modulo])


def shorten(run, until):
    return run | {"until": until, "expect": [e for e in run["expect"] if e.get("time", until) <= until]}


def make_page(name, case, oracle, run, points):
    variant = next((v for v in oracle.get("variants", []) if v["id"] == run.get("id")), {})
    also = "; ".join(f"`{p}` is the point {calc_flow(at)} of `{body}`" for p, (body, at) in points.items())
    sections = [
        ("What", " ".join(filter(None, [case["what"], "This run: " + variant["what"] if "what" in variant else ""]))),
        ("Source", case["source"]),
        ("Evidence", case["evidence"]),
        ("Tolerance", case["tolerance"] + " Rows at t = 0 check the start that the model describes."),
        (
            "Form",
            "`expected.csv` has one number a row, in SI units: of a `signal` at a time of the output grid (at an event's "
            "time, on the side given), of a field of the first `event` of that name, or of the `summary`. Quaternions q and "
            "−q are the same; `modulo` is the period of an angle."
            + (f" A name may be a sum of signals: {also}, of which p + R x is given." if also else ""),
        ),
    ]
    paragraphs = [f"# {name}"] + [textwrap.fill(f"**{title}.** {text}", 118) for title, text in sections]
    return "\n\n".join(paragraphs + ["Written by `tools/convert_oracles.py`."]) + "\n"


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    for stem, case in CASES.items():
        check = json.loads((folder / "models" / f"{stem}.check.json").read_text(encoding="utf-8"))
        source = yaml.safe_load((folder / "models" / check["model"]).read_text(encoding="utf-8"))
        for run in check["runs"]:
            file = run["id"] if case.get("samples") else check["oracle"].split()[0]
            oracle = json.loads((folder / f"{file}.json").read_text(encoding="utf-8"))
            if run.get("id") not in case.get("runs", [run.get("id")]):
                continue
            run = shorten(run, case.get("until", {}).get(run.get("id"), run["until"]))
            for suffix, asked in case.get("asked", {"": {}}).items():
                own = case | {k: v for k, v in asked.items() if k == "tolerance"}
                stem_of = [run["id"]] if case.get("samples") else [check["oracle"], run.get("id")]
                name = re.sub(r"[^\w.-]+", "_", "_".join(filter(None, stem_of + [suffix])))
                model, points = make_model(source, run, case.get("plain", True))
                model["run"] |= asked.get("run", {})
                every = calc_value(model["run"]["output_every"], Names({}))
                rows = make_sample_rows(oracle, asked["of"]) if case.get("samples") else make_rows(run, points, every)
                there = TARGET / name
                there.mkdir(parents=True, exist_ok=True)
                (there / "model.yaml").write_text(make_yaml(case, model), encoding="utf-8")
                (there / "expected.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
                (there / "SOURCE.md").write_text(make_page(name, own, oracle, run, points), encoding="utf-8")
                print(f"tests/oracle/{name}")


if __name__ == "__main__":
    main()
