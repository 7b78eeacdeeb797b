"""Curves over time as plain SVG, for light and dark pages; for pages of docs that are made from runs."""
import math

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 320, 64, 96, 36, 40
STYLE = """
    text { font: 12px sans-serif; fill: #333333 }
    .grid { stroke: #cccccc; stroke-width: 0.5 }
    .mark { stroke: #888888; stroke-dasharray: 2 3 }
    .line { fill: none; stroke-width: 1.5 }
    .c0 { stroke: #b3261e } .c1 { stroke: #7a5900; stroke-dasharray: 6 3 } .c2 { stroke: #0b57d0 } .c3 { stroke: #146c2e; stroke-dasharray: 2 2 }
    @media (prefers-color-scheme: dark) {
      text { fill: #dddddd }
      .grid { stroke: #555555 }
      .c0 { stroke: #ff8a80 } .c1 { stroke: #ffcc66 } .c2 { stroke: #8ab4f8 } .c3 { stroke: #81c995 }
    }"""


def make_ticks(low, high, most=7):
    """Round numbers between low and high."""
    step = 10.0 ** math.floor(math.log10((high - low) / most))
    step *= next(k for k in (1, 2, 5, 10) if (high - low) / (k * step) <= most)
    first = math.ceil(low / step - 1e-9)
    return [k * step for k in range(first, math.floor(high / step + 1e-9) + 1)]


def make_labels(ends):
    """Places of labels that do not stand over each other, for ends from top to bottom."""
    places = []
    for y in ends:
        places.append(max(y + 4, places[-1] + 14 if places else 0))
    return places


def draw(title, unit, curves, x, y, rows, columns, marks=()):
    """curves: {name: [(x, y), …]}, in the order of their colours; rows, columns: [(place, text)]."""
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">', f"  <title>{title}</title>"]
    parts += [f"  <style>{STYLE}\n  </style>", f'  <text x="{LEFT}" y="20">{title}, {unit}</text>']
    for at, text in rows:
        parts.append(f'  <line class="grid" x1="{LEFT}" y1="{y(at):.1f}" x2="{WIDTH - RIGHT}" y2="{y(at):.1f}"/>')
        parts.append(f'  <text x="{LEFT - 6}" y="{y(at) + 4:.1f}" text-anchor="end">{text}</text>')
    for at, text in columns:
        parts.append(f'  <text x="{x(at):.1f}" y="{HEIGHT - 16}" text-anchor="middle">{text}</text>')
    for at in marks:
        parts.append(f'  <line class="mark" x1="{x(at):.1f}" y1="{TOP}" x2="{x(at):.1f}" y2="{HEIGHT - BOTTOM}"/>')
    for k, line in enumerate(curves.values()):
        parts.append(f'  <polyline class="line c{k % 4}" points="{" ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in line)}"/>')
    order = sorted(curves, key=lambda name: y(curves[name][-1][1]))
    for name, at in zip(order, make_labels([y(curves[name][-1][1]) for name in order])):
        parts.append(f'  <text x="{WIDTH - RIGHT + 6}" y="{at:.1f}">{name}</text>')
    return "\n".join(parts + ["</svg>"]) + "\n"


def make_log_plot(title, unit, curves):
    """Magnitudes over time on a logarithmic axis: {name: (times, values)}."""
    values = [v for times, line in curves.values() for t, v in zip(times, line) if v > 0 and t > 0.2]  # not the start's zero
    low, high = math.floor(math.log10(max(min(values), 1e-18))), math.ceil(math.log10(max(values)))
    end = max(t[-1] for t, _ in curves.values())
    x = lambda t: LEFT + (WIDTH - LEFT - RIGHT) * t / end
    y = lambda v: TOP + (HEIGHT - TOP - BOTTOM) * (high - math.log10(max(v, 10.0**low))) / (high - low)
    rows = [(10.0**d, f"1e{d}") for d in range(low, high + 1, max(1, (high - low + 7) // 8))]
    columns = [(t, f"{t} s") for t in range(0, round(end) + 1, 2)]
    return draw(title, unit, {n: [p for p in zip(*c) if p[1] > 0] for n, c in curves.items()}, x, y, rows, columns)


def make_plot(title, unit, curves, along="s", marks=()):
    """{name: (xs, ys)} on linear axes; `marks` are drawn as upright lines."""
    xs, ys = ([v for c in curves.values() for v in c[k]] for k in (0, 1))
    left, right, low, high = min(xs), max(xs), min(ys), max(ys)
    x = lambda v: LEFT + (WIDTH - LEFT - RIGHT) * (v - left) / (right - left)
    y = lambda v: TOP + (HEIGHT - TOP - BOTTOM) * (high - v) / (high - low)
    rows = [(v, f"{v:g}") for v in make_ticks(low, high)]
    columns = [(v, f"{v:g} {along}") for v in make_ticks(left, right)]
    return draw(title, unit, {n: list(zip(*c)) for n, c in curves.items()}, x, y, rows, columns, marks)
