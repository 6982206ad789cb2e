// What is asked of every page; the answer is a list of complaints.
(() => {
  const complaints = [];
  const complain = (what) => complaints.length < 20 && complaints.push(what);
  const shown = (element) => element.checkVisibility({visibilityProperty: true}) && element.getClientRects().length > 0;
  const inside = (element) => element.closest("nav, main, header, footer, .skip");

  // Colours: [r, g, b, a].
  const colour = (text) => {
    const found = text.match(/rgba?\(([^)]*)\)/);
    if (!found) return [0, 0, 0, 0];
    const parts = found[1].split(/[,/ ]+/).map(Number);
    return [parts[0], parts[1], parts[2], parts.length > 3 ? parts[3] : 1];
  };
  const over = (top, below) => [0, 1, 2].map((k) => top[k] * top[3] + below[k] * (1 - top[3])).concat([1]);
  const luminance = (rgb) => {
    const linear = rgb.slice(0, 3).map((v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const contrast = (a, b) => {
    const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };
  // What lies below a text: plain grounds, and the bar of a cell, whichever is worse.
  const grounds = (element) => {
    const layers = [];
    for (let each = element; each; each = each.parentElement) layers.push(getComputedStyle(each));
    let found = [255, 255, 255, 1];
    for (const style of layers.reverse()) found = over(colour(style.backgroundColor), found);
    const bar = element.closest("td.bar");
    return bar ? [found, over(colour(getComputedStyle(bar).backgroundImage), found)] : [found];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("script, .skip") || !shown(element)) continue;
    const style = getComputedStyle(element);
    const ink = colour(element instanceof SVGElement ? style.fill : style.color);
    let opacity = 1;
    for (let each = element; each; each = each.parentElement) opacity *= Number(getComputedStyle(each).opacity);
    for (const ground of grounds(element)) {
      const ratio = contrast(over([ink[0], ink[1], ink[2], ink[3] * opacity], ground), ground);
      const key = ink + "|" + ground;
      if (ratio < 4.5 && !seen.has(key)) {
        seen.add(key);
        complain(`contrast ${ratio.toFixed(2)} of "${node.data.trim().slice(0, 40)}" (${ink} on ${ground})`);
      }
    }
  }

  // Structure.
  for (const selector of ["main", "nav", "header", "footer", "h1", "a.skip[href='#content']", "#content", "#document"])
    if (document.querySelectorAll(selector).length !== 1) complain(`not one ${selector}`);
  if (document.documentElement.lang !== "en" || !document.title) complain("no language or no title");
  let level = 0;
  for (const heading of document.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    const own = Number(heading.tagName[1]);
    if (own > level + 1) complain(`heading ${own} after ${level}: ${heading.textContent}`);
    if (!heading.textContent.trim()) complain("an empty heading");
    level = own;
  }
  for (const table of document.querySelectorAll("table")) {
    if (!table.caption || !table.caption.textContent.trim()) complain("a table without a caption");
    const width = table.tHead ? table.tHead.rows[0].cells.length : 0;
    for (const row of table.rows)
      if (row.cells.length !== width) complain(`a row of ${row.cells.length} cells, not ${width}: ${table.caption.textContent}`);
    for (const cell of table.querySelectorAll("th"))
      if (!["col", "row"].includes(cell.scope)) complain(`a header cell without a scope: ${cell.textContent}`);
  }
  for (const picture of document.querySelectorAll("svg:not(svg svg)")) {
    const name = picture.getAttribute("aria-label") || picture.querySelector("title")?.textContent ||
      document.getElementById(picture.getAttribute("aria-labelledby"))?.textContent;
    if (picture.getAttribute("role") !== "img" || !name) complain("a picture without role or name");
  }
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  if (new Set(ids).size !== ids.length) complain("an id that is there twice");
  for (const link of document.querySelectorAll("a")) {
    const to = link.getAttribute("href") || "";
    if (!to.startsWith("#") || !document.getElementById(to.slice(1))) complain(`a link to ${to}`);
  }
  // Nothing of the data became markup.
  for (const element of document.querySelectorAll("script:not(#document), img, iframe, object, embed, form, input, style ~ style, link, base"))
    complain(`an element of its own: ${element.tagName}`);
  for (const element of document.querySelectorAll("*"))
    for (const attribute of element.attributes) if (attribute.name.startsWith("on")) complain(`a handler: ${attribute.name}`);
  // Nothing is cut, and nothing but tables and figures scrolls sideways, on a screen of a desk not even these.
  const folded = [...document.querySelectorAll("details:not([open])")];
  for (const each of folded) each.open = true;
  if (innerWidth >= 1200)
    for (const frame of document.querySelectorAll(".wide, .card, figure div"))
      if (shown(frame) && frame.scrollWidth > frame.clientWidth)
        complain(`${frame.scrollWidth} pixels in ${frame.clientWidth}: ${frame.querySelector("caption, title")?.textContent.slice(0, 80)}`);
  for (const each of folded) each.open = false;
  if (document.documentElement.scrollWidth > innerWidth) complain(`the page is ${document.documentElement.scrollWidth} wide, not ${innerWidth}`);

  // Every number of the page is in the document.
  const numbers = [];
  const texts = [];
  const collect = (value) => {
    if (typeof value === "number") numbers.push(value);
    else if (typeof value === "string") texts.push(value);
    else if (value && typeof value === "object") Object.entries(value).forEach(([key, each]) => (texts.push(key), collect(each)));
  };
  const content = JSON.parse(document.getElementById("document").textContent);
  collect(content);
  if (content.version !== 1) complain("a document of another version");
  const sorted = numbers.filter(Number.isFinite).sort((a, b) => a - b);
  const near = (value, tolerance) => {
    let low = 0, high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      sorted[middle] < value - tolerance ? (low = middle + 1) : (high = middle);
    }
    return low < sorted.length && sorted[low] <= value + tolerance;
  };
  for (const cell of document.querySelectorAll("main td.n, main td.spread, main td.bar, main td.heat, .tile dd, .lead strong")) {
    const said = cell.textContent.trim().replace(/−/g, "-").replace(/,/g, "");
    for (const match of said.matchAll(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?([ \u00a0]%)?/g)) {
      const scale = match[1] ? 100 : 1;
      const value = Number(match[0].replace(/[ \u00a0]%/, "")) / scale;
      const point = match[0].match(/\.(\d+)/), power = match[0].match(/e([+-]?\d+)/);  // half of the last digit shown
      const digits = 0.5 * 10 ** ((power ? Number(power[1]) : 0) - (point ? point[1].length : 0)) / scale;
      if (/[a-z<>∞]/i.test(said.replace(/e[+-]?\d/g, "")) && !match[1]) continue;
      if (!near(value, digits * 1.01) && !texts.some((each) => each.includes(match[0])))
        complain(`the number ${match[0]} ("${said}") is not in the document`);
    }
  }
  return complaints;
})()
