// The style sheet of the page: light and dark by the reader's preference, one column on a phone, and for paper.
#include "report/page/sections.hpp"

namespace suffice::page {

namespace {

constexpr const char* rules = R"css(
:root {
  --ink: #1f2328; --quiet: #57606a; --paper: #ffffff; --card: #f6f8fa; --line: #d0d7de; --accent: #0550ae;
  --bar: #b6d4f2; --for: #424a53; --against: #8b929a; --right: 0 114 178; --wrong: 213 94 0; --shade: #0003;
  --k0: #0072b2; --k1: #d55e00; --k2: #009e73; --k3: #b8578f; --k4: #c98a00; --k5: #56b4e9; --k6: #8c8100;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ink: #e6edf3; --quiet: #9ea7b1; --paper: #14171c; --card: #1c2128; --line: #373e47; --accent: #79b8ff;
    --bar: #24466b; --for: #c9d1d9; --against: #757d87; --right: 75 163 227; --wrong: 242 128 58; --shade: #fff3;
    --k0: #4ba3e3; --k1: #f2803a; --k2: #2cc89b; --k3: #e39cc8; --k4: #f2b93b; --k5: #9bd9f9; --k6: #f0e442;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Helvetica, Arial, "Liberation Sans", sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -100vw; top: 0; padding: .5rem 1rem; background: var(--paper); z-index: 2; }
.skip:focus { left: 0; }
header, footer, .columns { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.4rem; line-height: 1.3; margin: 0 0 .75rem; padding-top: 1.75rem; }
h4 { font-size: .92rem; margin: .6rem 0 .35rem; color: var(--quiet); overflow-wrap: anywhere; }
h3 { font-size: 1.05rem; margin: 0 0 .35rem; overflow-wrap: anywhere; }
p { margin: 0 0 .9rem; max-width: 46rem; overflow-wrap: anywhere; }
.subtitle { color: var(--quiet); font-size: 1.1rem; margin-top: .25rem; }
.lead { font-size: 1.15rem; }
.lead strong { font-size: 1.6rem; font-variant-numeric: tabular-nums; }
.note { border-left: 4px solid var(--quiet); padding-left: .75rem; }
.more { color: var(--quiet); font-size: .9rem; margin-top: -.5rem; }
footer { color: var(--quiet); font-size: .9rem; padding-top: 2rem; padding-bottom: 3rem; }

.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin: 1.25rem 0 0; }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .7rem .9rem;
  display: flex; flex-direction: column-reverse; justify-content: flex-end; }
.tile dt { color: var(--quiet); font-size: .85rem; line-height: 1.35; }
.tile.said dd { font-size: 1.1rem; padding-top: .2rem; }
.tile dd { margin: 0; font-size: 1.35rem; font-weight: 600; line-height: 1.3; font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere; }

.columns { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 2.5rem; align-items: start; }
main { min-width: 0; outline: none; }
nav { position: sticky; top: 1rem; padding-top: 2rem; font-size: .95rem; }
nav ol { list-style: none; margin: 0; padding: 0 0 0 .9rem; border-left: 2px solid var(--line); }
nav a { display: block; padding: .18rem 0; color: var(--quiet); text-decoration: none; }
nav a:hover, nav a:focus { color: var(--accent); text-decoration: underline; }

.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .2rem 1.25rem; margin: 0 0 1.25rem; }
.facts dt { color: var(--quiet); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
code { font: .92em ui-monospace, "Liberation Mono", Menlo, Consolas, monospace; }

/* a shade at the side where a table or a picture goes on */
.wide, figure div { overflow-x: auto; background:
    linear-gradient(to right, var(--paper) 40%, transparent) left / 2.4rem 100% no-repeat local,
    linear-gradient(to left, var(--paper) 40%, transparent) right / 2.4rem 100% no-repeat local,
    linear-gradient(to right, var(--shade), transparent) left / .7rem 100% no-repeat scroll,
    linear-gradient(to left, var(--shade), transparent) right / .7rem 100% no-repeat scroll; }
.wide { margin: 0 0 1.1rem; }
table { min-width: min(100%, 26rem); border-collapse: collapse; font-size: .92rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--quiet); font-size: .9rem; padding-bottom: .3rem; }
th, td { padding: .28rem .8rem .28rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { color: var(--quiet); font-weight: 600; vertical-align: bottom; border-bottom: 2px solid var(--line); }
tbody th { font-weight: 500; min-width: 8rem; max-width: 22rem; }
caption, .long { overflow-wrap: anywhere; }
.n { text-align: right; white-space: nowrap; }
thead .n { white-space: normal; }
.spread { text-align: right; }
tr.sum > * { border-bottom: 0; font-weight: 600; }
td.bar { min-width: 6.5rem; text-align: right; white-space: nowrap; padding-left: .3rem; padding-right: .3rem;
  background: linear-gradient(var(--bar), var(--bar)) left center / var(--w) calc(100% - 5px) no-repeat; }
td.bar + td.n { padding-left: .8rem; }
td.odds { position: relative; min-width: 7rem; }
td.odds::before { content: ""; position: absolute; left: 50%; top: 0; bottom: 0; border-left: 1px solid var(--line); }
td.odds span { position: absolute; top: 5px; height: 1.2rem; border-radius: 2px; }
td.odds .for { background: var(--for); }
td.odds .against { background: var(--against); }
td.heat { text-align: right; min-width: 3rem; padding-left: .5rem; padding-right: .5rem; border: 1px solid var(--line); }
td.right { background: rgb(var(--right) / var(--a)); }
td.wrong { background: rgb(var(--wrong) / var(--a)); }
.matrix, .dense { font-size: .82rem; }
.dense th, .dense td { padding-right: .45rem; }
.dense tbody th { min-width: 5rem; }
.matrix tbody th { white-space: nowrap; min-width: 0; max-width: none; }
.matrix td.heat { min-width: 2rem; padding-left: .2rem; padding-right: .3rem; }
th.upright { padding: 0 .1rem .4rem; text-align: center; }
th.upright > span { writing-mode: vertical-rl; transform: rotate(180deg); white-space: nowrap; max-height: 14rem;
  overflow: hidden; display: inline-block; }
.words { list-style: none; margin: 0 0 .9rem; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem .4rem; }
.words li { background: var(--card); border: 1px solid var(--line); border-radius: 5px; padding: .05rem .45rem;
  font-size: .92rem; overflow-wrap: anywhere; }
.words span { color: var(--quiet); font-size: .85em; font-variant-numeric: tabular-nums; }
caption b { color: var(--ink); }
mark { color: inherit; background: rgb(var(--right) / var(--a)); border-radius: 2px; }
mark.against { background: rgb(var(--wrong) / var(--a)); border-bottom: 1px dashed var(--quiet); }
.label { padding-left: 1.05em;
  background: radial-gradient(circle, var(--c) 0 .34em, transparent .37em) left .3em / .8em .8em no-repeat; }
.k0 { --c: var(--k0); } .k1 { --c: var(--k1); } .k2 { --c: var(--k2); } .k3 { --c: var(--k3); } .k4 { --c: var(--k4); }
.k5 { --c: var(--k5); } .k6 { --c: var(--k6); }

.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(26rem, 100%), 1fr)); gap: 1rem;
  margin: 0 0 1rem; }
.cards.whole { grid-template-columns: minmax(0, 1fr); }
.cards.small { grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr)); }
.small th, .small td { padding-right: .45rem; }
.card { border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1rem .2rem; min-width: 0; }
.card table { width: 100%; min-width: 0; }
.card tbody th { min-width: 5rem; }
.card td.bar { min-width: 4.2rem; }
.card td.odds { min-width: 5rem; }
blockquote { margin: 0 0 .9rem; padding: .4rem .8rem; background: var(--card); border-left: 3px solid var(--line);
  font-size: .92rem; overflow-wrap: anywhere; }
figure { margin: 0 0 1.5rem; }
figure svg { display: block; max-width: 100%; height: auto; }
figcaption { color: var(--quiet); font-size: .9rem; max-width: 46rem; }
.figures { display: flex; flex-wrap: wrap; gap: 1rem 2rem; }
details { margin: 0 0 1.1rem; }
summary { cursor: pointer; color: var(--accent); padding: .25rem 0; margin-bottom: .5rem; }
.verdict { padding-left: 1.2rem; max-width: 52rem; }
.verdict li { margin-bottom: .3rem; }

@media (max-width: 60rem) {
  .columns { display: block; }
  nav { position: static; padding-top: 1.25rem; }
  nav ol { columns: 2; border: 0; padding: 0; }
}
@media (max-width: 34rem) {
  body { font-size: 15px; }
  header, footer, .columns { padding-left: .9rem; padding-right: .9rem; }
  h1 { font-size: 1.6rem; }
  .tiles { grid-template-columns: repeat(2, 1fr); }
  .facts { display: block; }
  .facts dd { margin: 0 0 .4rem; }
  .card { padding: .75rem .75rem 0; }
  th, td { padding-right: .6rem; }
  td.bar { min-width: 5rem; }
  td.odds { min-width: 4.5rem; }
  tbody th { min-width: 6.5rem; }
  figure svg.picture { max-width: none; }
}
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
@media print {
  html { font-size: 10pt; }
  body { font-size: 1rem; }
  header, footer, .columns { max-width: none; padding: 0; }
  .columns { display: block; }
  nav, .skip { display: none; }
  .wide, figure div { overflow: visible; background: none; }
  table { font-size: 8pt; }
  th, td { padding-right: 5pt; }
  .n { white-space: normal; }
  tbody th { min-width: 0; }
  td.bar, td.odds { min-width: 3.5rem; }
  .matrix { font-size: 6.5pt; }
  .card, .tile, figure, tr, blockquote { break-inside: avoid; }
  h2, h3, caption, thead { break-after: avoid; }
  details::details-content { content-visibility: visible; display: block; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
)css";

}  // namespace

std::string style_sheet() { return rules; }

}  // namespace suffice::page
