#include "pintle/report/study_page.h"

namespace pintle {

const char* const study_style = R"css(
h3 { font-size: 15px; margin: 22px 0 8px; } h3 small { font-weight: 400; }
table.study th, table.study td { padding: 5px 7px; }
table.study td small { color: var(--soft); white-space: nowrap; }
table.ranking td.bar { font-weight: 400; }
svg.histograms { width: 100%; height: auto; display: block; margin-top: 8px; }
.histograms rect { fill: var(--c1); opacity: .75; } .histograms .mean { stroke: var(--c2); stroke-width: 1.6; }
.histograms .base { stroke: var(--line); } .histograms text { fill: var(--soft); font-size: 11.5px; }
.histograms .name { text-anchor: end; fill: var(--ink); } .histograms .tick { text-anchor: middle; }
.choices { display: flex; flex-wrap: wrap; gap: 8px 18px; font-size: 13px; color: var(--soft); margin-bottom: 8px; }
.choices select { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 5px;
  padding: 3px 6px; max-width: 46vw; }
svg.cloud { width: 100%; height: auto; display: block; margin-top: 8px; }
.cloud text { fill: var(--soft); font-size: 11.5px; } #cloud text { font-size: 12px; } .cloud .name { fill: var(--ink); }
.cloud .tick { text-anchor: middle; } .cloud .side { text-anchor: end; } .cloud .grid path, .cloud line.grid { stroke: var(--faint); fill: none; }
.cloud [data-n] { cursor: pointer; } .cloud circle.no { fill: none; stroke: var(--c1); stroke-opacity: .7; pointer-events: all; }
.cloud .yes { fill: var(--c2); fill-opacity: .7; } .cloud .dot { fill-opacity: .55; }
.cloud .k1 { fill: var(--c1); } .cloud .k2 { fill: var(--c2); } .cloud .k3 { fill: var(--c3); }
.cloud .k4 { fill: var(--c4); } .cloud .k5 { fill: var(--c5); } .cloud .k6 { fill: var(--c6); }
.cloud .on { stroke: var(--ink) !important; stroke-width: 2.4; stroke-opacity: 1 !important; fill-opacity: 1; }
h4 { font-size: 13.5px; font-weight: 600; margin: 14px 0 8px; }
table.published th[colspan] { border-left: 1px solid var(--faint); } table.published td:nth-child(3n + 2) { border-left: 1px solid var(--faint); }
ul.small { padding-left: 18px; } table.ranking th, table.ranking td { padding: 4px 6px; } table.ranking thead th { white-space: normal; }
.more { margin-top: 18px; padding: 0 16px 4px; } .more summary { padding: 10px 0; } .more[open] { padding-bottom: 16px; }
.more .scroll + .scroll { margin-top: 14px; } section > .scroll + .scroll { margin-top: 14px; }
#picked { position: sticky; bottom: 0; margin-top: 16px; padding: 10px 16px; background: var(--card); border: 1px solid var(--accent);
  border-radius: 8px; font-size: 13.5px; overflow-wrap: anywhere; }
.alarm { margin: 14px 0 0; } .panels > :only-child { max-width: 620px; }
@media print { details.more { display: none; } .choices select { border: 0; appearance: none; } #hint, #picked { display: none; } .cloud .no, .cloud .yes, .cloud .dot,
  .histograms rect { print-color-adjust: exact; -webkit-print-color-adjust: exact; opacity: 1; fill-opacity: 1; stroke-opacity: 1; } h3, h4 { break-after: avoid; } }
)css";

/// A cloud of cases over any two quantities. What is true or false is told by colour; so are cells, six of them.
const char* const study_script = R"js(
(() => {
  const source = document.getElementById("cases");
  if (!source) return;
  const data = JSON.parse(source.textContent), get = (id) => document.getElementById(id);
  const sx = get("sx"), sy = get("sy"), sc = get("sc"), scell = get("scell"), cloud = get("cloud"), picked = get("picked"), reruns = new Set(data.reruns);
  const option = (select, value, text) => { const o = document.createElement("option"); o.value = value; o.textContent = text; select.append(o); };
  data.columns.forEach((c, k) => { for (const s of [sx, sy]) option(s, k, c.name); });
  [sx.value, sy.value] = data.start;
  option(sc, "cell", data.cells.length > 1 ? "by cell" : "none");
  data.columns.forEach((c, k) => { if (c.logic) option(sc, k, c.name); });
  option(scell, "-1", "all");
  if (data.cells.length > 1) data.cells.forEach((name, k) => option(scell, k, name));
  const mixed = data.columns.findLastIndex((c) => c.logic && c.values.includes(0) && c.values.includes(1));
  if (mixed >= 0) sc.value = mixed;
  const nice = (low, high, count) => {
    if (!(high > low)) { low -= 1; high += 1; }
    const raw = (high - low) / count, power = 10 ** Math.floor(Math.log10(raw));
    const step = power * [1, 2, 5, 10].find((f) => f * power >= raw * 0.999);
    const ticks = [];
    for (let k = Math.floor(low / step); k <= Math.ceil(high / step); ++k) ticks.push(k * step);
    return { low: ticks[0], high: ticks[ticks.length - 1], ticks };
  };
  const text = (x) => (x === 0 ? "0" : Math.abs(x) >= 1e-3 && Math.abs(x) < 1e6 ? String(Number(x.toPrecision(4))) : x.toExponential(1)).replace("-", "\u2212");
  const make = (name, attributes, content) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    if (content !== undefined) e.textContent = content;
    return e;
  };
  const title = (c) => c.name + (c.unit ? " [" + c.unit + "]" : "");
  const draw = () => {
    const x = data.columns[sx.value], y = data.columns[sy.value], cell = Number(scell.value);
    const show = data.numbers.map((_, i) => i).filter((i) => x.values[i] !== null && y.values[i] !== null && (cell < 0 || data.cell[i] === cell));
    const range = (c) => { let low = Infinity, high = -Infinity; for (const i of show) { low = Math.min(low, c.values[i]); high = Math.max(high, c.values[i]); } return nice(low, high, 7); };
    cloud.replaceChildren();
    if (!show.length) { cloud.append(make("text", { x: 450, y: 210, "text-anchor": "middle" }, "no cases")); return; }
    const ax = range(x), ay = range(y), left = 74, right = 884, top = 26, bottom = 372;
    const px = (v) => left + (right - left) * (v - ax.low) / (ax.high - ax.low), py = (v) => bottom - (bottom - top) * (v - ay.low) / (ay.high - ay.low);
    for (const t of ax.ticks) { cloud.append(make("line", { class: "grid", x1: px(t), x2: px(t), y1: top, y2: bottom })); cloud.append(make("text", { x: px(t), y: bottom + 18, "text-anchor": "middle" }, text(t))); }
    for (const t of ay.ticks) { cloud.append(make("line", { class: "grid", x1: left, x2: right, y1: py(t), y2: py(t) })); cloud.append(make("text", { x: left - 8, y: py(t) + 4, "text-anchor": "end" }, text(t))); }
    cloud.append(make("text", { class: "name", x: (left + right) / 2, y: 410, "text-anchor": "middle" }, title(x)));
    cloud.append(make("text", { class: "name", x: left - 66, y: 14 }, title(y)));
    const by = sc.value === "cell" ? null : data.columns[sc.value];
    const names = by ? [by.name + ": no", by.name + ": yes"] : data.cells.length > 1 && cell < 0 ? data.cells.slice(0, 6) : [];
    const order = by ? show.slice().sort((a, b) => by.values[a] - by.values[b]) : show, r = show.length > 2000 ? 2 : 3.2;
    const mark = (x, y, colour, n) => {
      if (by && colour === 2) return make("path", { class: "yes", d: "M" + x.toFixed(1) + " " + (y - 1.4 * r).toFixed(1) + "l" + 1.25 * r + " " + 2.2 * r + "h" + -2.5 * r + "z", "data-n": n });
      return make("circle", { class: by ? "no" : "dot k" + colour, cx: x.toFixed(1), cy: y.toFixed(1), r, "data-n": n });
    };
    const all = document.createDocumentFragment();
    for (const i of order) {
      const colour = by ? (by.values[i] ? 2 : 1) : data.cells.length > 1 ? data.cell[i] % 6 + 1 : 1;
      all.append(mark(px(x.values[i]), py(y.values[i]), colour, data.numbers[i]));
    }
    cloud.append(all);
    names.forEach((name, k) => { const at = right - 12 - 150 * (names.length - 1 - k); cloud.append(mark(at - 8, 10, k + 1, 0)); cloud.append(make("text", { x: at - 16, y: 14, "text-anchor": "end" }, name)); });
  };
  document.addEventListener("click", (event) => {
    const n = Number(event.target.dataset ? event.target.dataset.n : 0);
    if (!n) return;
    for (const c of document.querySelectorAll(".cloud .on")) c.classList.remove("on");
    for (const c of document.querySelectorAll('.cloud [data-n="' + n + '"]')) c.classList.add("on");
    const i = data.numbers.indexOf(n), cell = data.cells[data.cell[i]];
    const add = (tag, facts) => picked.append(Object.assign(document.createElement(tag), facts));
    picked.replaceChildren("Case " + n + (cell ? " (" + cell + "): " : ": "));
    add("code", { textContent: "pintle rerun " + data.store + " " + n });
    if (reruns.has(n)) { picked.append(" · "); add("a", { href: data.folder.replace(/0$/, n) + "/index.html", textContent: "see it run" }); }
    picked.hidden = false;
  });
  for (const s of [sx, sy, sc, scell]) s.addEventListener("change", draw);
  if (data.every > 1) get("hint").append(" Every " + data.every + "th case is shown.");
  draw();
})();
)js";

}  // namespace pintle
