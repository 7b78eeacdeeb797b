#include "pintle/report/page.h"

namespace pintle {

/// The colours of curves are Okabe and Ito's, told apart by every kind of colour vision, darkened or lightened until each
/// stands out from its background.
const char* const page_style = R"css(
:root {
  --paper: #fcfcfb; --card: #ffffff; --ink: #1b2430; --soft: #5c6876; --faint: #e3e6ea; --line: #c9cfd6; --accent: #1f5f8b;
  --good: #0b7a55; --fair: #9a6700; --poor: #b3261e; --bar: #dbe8f2; --event: #8a5a00;
  --c1: #0067a5; --c2: #d05a00; --c3: #00835f; --c4: #b85590; --c5: #b27d00; --c6: #3d9bd4;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #12161b; --card: #181d24; --ink: #e4e8ed; --soft: #98a4b2; --faint: #262d36; --line: #3a434e; --accent: #7fb8de;
    --good: #4cc497; --fair: #e0b050; --poor: #ff8a80; --bar: #22384a; --event: #d9a441;
    --c1: #5aaee0; --c2: #f08848; --c3: #35c197; --c4: #e08cbc; --c5: #e3b53c; --c6: #a9d6f2;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto,
  "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif; font-variant-numeric: tabular-nums; }
main { max-width: 1180px; margin: 0 auto; padding: 36px 28px 28px; }
h1 { font-size: 30px; line-height: 1.2; font-weight: 650; letter-spacing: -.015em; margin: 2px 0 8px; overflow-wrap: anywhere; }
h2 { font-size: 17px; font-weight: 650; letter-spacing: -.005em; margin: 0 0 12px; }
h3 { font-size: 14px; font-weight: 600; margin: 18px 0 8px; }
section { margin: 34px 0 0; }
p { margin: 0; }
.mark { color: var(--accent); font-size: 12px; font-weight: 650; letter-spacing: .14em; text-transform: uppercase; }
.lead { color: var(--soft); }
.message { margin-top: 10px; padding: 8px 12px; border-left: 3px solid var(--poor); background: var(--card); }
.small { color: var(--soft); font-size: 13px; margin-top: 10px; max-width: 100ch; }
.status { display: inline-block; padding: 0 9px; margin-right: 4px; border: 1px solid currentColor; border-radius: 99px;
  font-size: 13px; font-weight: 600; line-height: 20px; color: var(--good); }
.status.stopped { color: var(--accent); }
.status.interrupted { color: var(--fair); }
.status.failed { color: var(--poor); }
.good { color: var(--good); } .fair { color: var(--fair); } .poor { color: var(--poor); }
small { font-size: .85em; color: var(--soft); }
sup { font-size: .72em; line-height: 0; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 13px; }

.tiles { display: flex; flex-wrap: wrap; gap: 1px; margin-top: 24px;
  background: var(--faint); border: 1px solid var(--faint); border-radius: 8px; overflow: hidden; }
.tile { flex: 1 1 150px; background: var(--card); padding: 12px 16px 13px; min-width: 0; }
.tile > span { display: block; color: var(--soft); font-size: 12.5px; }
.tile strong { display: block; font-size: 23px; line-height: 1.3; font-weight: 600; letter-spacing: -.015em; }
.tile strong small { font-weight: 400; font-size: 15px; }
.tile em { display: block; font-style: normal; font-size: 12.5px; color: var(--soft); overflow-wrap: anywhere; }

.scroll { overflow-x: auto; border: 1px solid var(--faint); border-radius: 8px; background: var(--card); }
table { border-collapse: collapse; width: 100%; font-size: 13.5px; }
th, td { padding: 6px 12px; text-align: left; vertical-align: top; }
thead th { color: var(--soft); font-weight: 500; font-size: 12.5px; white-space: nowrap; border-bottom: 1px solid var(--line); vertical-align: bottom; }
thead tr:not(:last-child) th:not([rowspan]) { border-bottom: 0; padding-bottom: 0; }
tbody tr + tr > * { border-top: 1px solid var(--faint); }
tbody th { font-weight: 600; white-space: nowrap; }
.n { text-align: right; white-space: nowrap; }
.dim { color: var(--soft); }
.bar { background: linear-gradient(to left, var(--bar) var(--share), transparent 0); font-weight: 600; }
.loads thead th[colspan] { padding-left: 24px; }
.loads td:nth-child(7), .loads td:nth-child(2) { border-left: 1px solid var(--faint); }
.trust th, .trust td.n { width: 1%; }
.trust tbody th { font-weight: 500; }
.trust td.n { font-weight: 600; }
.trust td:last-child { color: var(--soft); }

.panels { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 460px), 1fr)); gap: 16px; }
figure { margin: 0; padding: 14px 18px 12px; background: var(--card); border: 1px solid var(--faint); border-radius: 8px; min-width: 0; }
.panels.wide { grid-template-columns: 1fr; } .wide svg.plot { height: 260px; }
.panels > figure:last-child:nth-child(odd) { grid-column: 1 / -1; }
figcaption { font-size: 14px; }
figcaption b { font-weight: 600; }
.unit { color: var(--soft); } .unit::before { content: "["; } .unit::after { content: "]"; }
.note { color: var(--soft); font-size: 12.5px; float: right; }
.frame { padding: 22px 8px 24px 52px; }
svg.plot { display: block; width: 100%; height: 190px; overflow: visible; touch-action: pan-y; }
svg.curves { overflow: hidden; }
.grid line { stroke: var(--faint); shape-rendering: crispEdges; }
.grid line.zero { stroke: var(--line); }
.ticks text, .mark text { fill: var(--soft); font-size: 11.5px; }
.ticks .x { text-anchor: middle; } .ticks .y { text-anchor: end; }
.curves path { fill: none; stroke-width: 1.6; stroke-linejoin: round; stroke-linecap: round; }
path.c1 { stroke: var(--c1); } path.c2 { stroke: var(--c2); } path.c3 { stroke: var(--c3); }
path.c4 { stroke: var(--c4); } path.c5 { stroke: var(--c5); } path.c6 { stroke: var(--c6); }
path.d1 { stroke-dasharray: 7 4; } path.d2 { stroke-dasharray: 2 4; } path.d3 { stroke-dasharray: 9 4 2 4; }
.legend i.d1, .legend i.d2, .legend i.d3 { background-size: 6px; background-image: linear-gradient(90deg, transparent 50%, var(--card) 0); }
svg .mark line { stroke: var(--event); stroke-dasharray: 3 3; opacity: .75; }
svg .mark .reach { stroke: transparent; stroke-width: 9; stroke-dasharray: none; }
svg .mark text { fill: var(--event); text-anchor: middle; font-weight: 600; letter-spacing: 0; }
.cursor { stroke: var(--ink); opacity: .45; visibility: hidden; pointer-events: none; }
.legend { display: flex; flex-wrap: wrap; gap: 2px 18px; list-style: none; margin: 0; padding: 0 0 0 52px; font-size: 12.5px; }
.legend li { white-space: nowrap; }
.legend i { display: inline-block; width: 14px; height: 3px; border-radius: 2px; margin: 0 6px 3px 0; vertical-align: middle; }
.legend output { font-weight: 600; }
i.c1 { background: var(--c1); } i.c2 { background: var(--c2); } i.c3 { background: var(--c3); }
i.c4 { background: var(--c4); } i.c5 { background: var(--c5); } i.c6 { background: var(--c6); }

.sets tr.same > * { border-top: 0; padding-top: 0; }
.accounts .sum > * { border-top: 1px solid var(--line) !important; font-weight: 600; }

.poses { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 280px), 1fr)); gap: 16px; }
.pose { padding: 10px 14px; }
.pose b { font-weight: 600; }
.pose .event { color: var(--event); font-weight: 600; margin-left: 4px; }
svg.drawing { display: block; width: 100%; height: auto; max-height: 320px; overflow: hidden; }
.drawing path, .drawing circle { stroke-linejoin: round; stroke-linecap: round; }
.ground { fill: var(--faint); stroke: var(--line); stroke-width: 1.4; }
.way { fill: none; stroke: var(--c2); stroke-width: 1; opacity: .55; }
.dots { fill: none; stroke: var(--c2); stroke-width: 1.6; stroke-linecap: round; opacity: .7; }
.shape { fill: var(--bar); fill-opacity: .75; stroke: var(--c1); stroke-width: 1.2; }
.edges { fill: none; stroke: var(--c1); stroke-width: .8; opacity: .55; }
.guess { fill: none; stroke: var(--c1); stroke-width: .9; stroke-dasharray: 3 3; opacity: .8; }
.stick { fill: none; stroke: var(--c1); stroke-width: 2.4; }
.fine .stick { stroke-width: 1.4; } .fine .guess, .fine .edges { display: none; }
.shape ~ .stick { stroke-width: 1.2; opacity: .7; }
.mass { fill: var(--c1); }
.joint { fill: var(--card); stroke: var(--ink); stroke-width: 1.3; }
.base { fill: var(--line); stroke: none; }
.spring { fill: none; stroke: var(--c3); stroke-width: 1.4; stroke-dasharray: 2 4; }
.contact { fill: var(--soft); } .touch { fill: var(--poor); }
.push { fill: none; stroke: var(--poor); stroke-width: 1.3; }
.drawing .bar { background: none; fill: none; stroke: var(--soft); stroke-width: 1; }
.drawing text { fill: var(--soft); font-size: 11px; }
.drawing .name { fill: var(--ink); paint-order: stroke; stroke: var(--card); stroke-width: 3px; }
.drawing .axis { text-anchor: middle; }

dl { display: grid; grid-template-columns: max-content 1fr; gap: 6px 22px; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; max-width: 78ch; }
.measures { grid-template-columns: repeat(auto-fill, minmax(min(100%, 250px), 1fr)); gap: 0 34px; }
.measures > div { display: flex; justify-content: space-between; gap: 12px; padding: 5px 2px; border-bottom: 1px solid var(--faint); }
.measures dt { overflow-wrap: anywhere; } .measures dd { margin: 0; font-weight: 600; }
details { background: var(--card); border: 1px solid var(--faint); border-radius: 8px; }
summary { padding: 10px 16px; cursor: pointer; font-weight: 600; }
pre { margin: 0; padding: 12px 16px 16px; overflow-x: auto; line-height: 1.45; border-top: 1px solid var(--faint); }
footer { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 24px; margin-top: 34px; padding-top: 14px;
  border-top: 1px solid var(--faint); color: var(--soft); font-size: 13px; }

@media (max-width: 560px) {
  main { padding: 22px 14px; }
  h1 { font-size: 24px; }
  .tile { flex-basis: 130px; padding: 10px 12px; } .tile strong { font-size: 19px; }
  figure { padding: 12px 12px 10px; }
  .frame { padding-left: 44px; } .legend { padding-left: 0; }
  th, td { padding: 6px 9px; }
  .events { min-width: 780px; }
  .trust tr { display: grid; grid-template-columns: 1fr auto; }
  .trust tr + tr { border-top: 1px solid var(--faint); }
  .trust tr > * { width: auto !important; border: 0 !important; } .trust td:last-child { grid-column: 1 / -1; padding-top: 0; }
  dl { grid-template-columns: 1fr; gap: 0; } dl:not(.measures) > dd { margin-bottom: 10px; }
}
@media print {
  @page { margin: 14mm; }
  :root { --paper: #fff; --card: #fff; }
  body { font-size: 10pt; }
  main { max-width: none; padding: 0 1px; }
  section { margin-top: 20px; }
  figure, tr, .tiles, dl > *, .small { break-inside: avoid; }
  h2 { break-after: avoid; }
  .panels { grid-template-columns: 1fr 1fr; gap: 10px; }
  .poses { grid-template-columns: repeat(3, 1fr); gap: 8px; } .pose { padding: 6px 8px; }
  svg.plot { height: 150px; }
  .legend { padding-left: 0; font-size: 8pt; }
  .measures { grid-template-columns: repeat(3, 1fr); gap: 0 20px; } .measures > div { padding: 2px 0; }
  .tile { flex-basis: 110px; padding: 8px 12px; } .tile strong { font-size: 14pt; }
  .scroll { overflow: visible; border-radius: 0; }
  table { font-size: 8.5pt; } th, td { padding: 3px 6px; }
  .bar, .legend i { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  pre { white-space: pre-wrap; font-size: 8pt; }
  footer a { color: inherit; }
}
)css";

/// One cursor in all plots; the values under it stand in the legends. A time between two samples is interpolated; at a
/// jump the later side counts.
const char* const page_script = R"js(
(() => {
  const source = document.getElementById("data");
  if (!source) return;
  const data = JSON.parse(source.textContent);
  const figures = [...document.querySelectorAll("figure[data-panel]")].map((figure) => ({
    plot: figure.querySelector("svg.plot"), cursor: figure.querySelector(".cursor"),
    outputs: [...figure.querySelectorAll("output")], curves: data.panels[figure.dataset.panel],
  }));
  const valueAt = (curve, time) => {
    const t = data.times[curve.t], v = curve.v;
    let low = 0, high = t.length;
    while (low < high) { const middle = (low + high) >> 1; if (t[middle] <= time) low = middle + 1; else high = middle; }
    if (low === 0) return v[0];
    if (low === t.length) return v[low - 1];
    const share = (time - t[low - 1]) / (t[low] - t[low - 1]);
    return v[low - 1] + share * (v[low] - v[low - 1]);
  };
  const text = (x) => x === undefined ? "" : (Math.abs(x) >= 1e-3 && Math.abs(x) < 1e6 || x === 0
    ? String(Number(x.toPrecision(4))) : x.toExponential(2)).replace("-", "\u2212");
  const show = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    const time = data.start + share * (data.end - data.start);
    for (const f of figures) {
      f.cursor.setAttribute("x1", 100 * share + "%");
      f.cursor.setAttribute("x2", 100 * share + "%");
      f.cursor.style.visibility = "visible";
      f.outputs.forEach((output, k) => { output.textContent = text(valueAt(f.curves[k], time)); });
    }
  };
  const hide = () => {
    for (const f of figures) {
      f.cursor.style.visibility = "hidden";
      f.outputs.forEach((output) => { output.textContent = ""; });
    }
  };
  for (const f of figures) {
    f.plot.addEventListener("pointermove", show);
    f.plot.addEventListener("pointerdown", show);
    f.plot.addEventListener("pointerleave", hide);
  }
})();
)js";

}  // namespace pintle
