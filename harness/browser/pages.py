"""What is read off a page in the browser: names, landmarks, labels, contrast."""

# Every fault is a sentence. The rules are those of WCAG 2.2 AA that a script can judge: names of links, buttons and
# fields, landmarks, order of headings, unique ids, contrast of text (1.4.3), and that nothing is wider than the window.
FAULTS = r"""
(() => {
  const faults = [];
  const seen = (node) => node.getClientRects().length && getComputedStyle(node).visibility !== "hidden";
  const named = (node) => (node.getAttribute("aria-label") || node.textContent || node.title || "").trim();
  const one = (selector, what) => {
    const count = document.querySelectorAll(selector).length;
    if (count !== 1) faults.push(`${count} of ${what}`);
  };
  if (!document.documentElement.lang) faults.push("no language");
  if (!document.title.trim()) faults.push("no title");
  one("main", "main"); one("h1", "h1"); one("body > header", "header"); one("body > footer", "footer");
  for (const node of document.querySelectorAll("a[href], button, summary"))
    if (seen(node) && !named(node)) faults.push(`no name: ${node.outerHTML.slice(0, 120)}`);
  for (const node of document.querySelectorAll("input:not([type=hidden]), select, textarea, meter"))
    if (!node.labels?.length && !node.getAttribute("aria-label"))
      faults.push(`no label: ${node.outerHTML.slice(0, 120)}`);
  for (const node of document.querySelectorAll("nav, [role=region], section[aria-labelledby]")) {
    const by = node.getAttribute("aria-labelledby");
    if (!node.getAttribute("aria-label") && !(by && document.getElementById(by)?.textContent.trim()))
      faults.push(`no name: ${node.outerHTML.slice(0, 80)}`);
  }
  let level = 0;
  for (const node of document.querySelectorAll("h1, h2, h3, h4")) {
    const next = Number(node.tagName[1]);
    if (level && next > level + 1) faults.push(`h${level} is followed by h${next}: ${node.textContent.slice(0, 60)}`);
    level = next;
  }
  const ids = new Set();
  for (const node of document.querySelectorAll("[id]")) {
    if (ids.has(node.id)) faults.push(`twice the id ${node.id}`);
    ids.add(node.id);
  }
  for (const node of document.querySelectorAll("ul > *, ol > *"))
    if (!["LI", "SCRIPT", "TEMPLATE"].includes(node.tagName)) faults.push(`${node.tagName} in a list`);
  const parse = (text) => {
    const found = text.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
    return found.length === 3 ? [...found, 1] : found;
  };
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour[3] === 1) return colour;
    }
    return matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18, 1] : [255, 255, 255, 1];
  };
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((one) => {
      const part = one / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const low = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || node.closest("svg, script, option") || !seen(node)) continue;
    const style = getComputedStyle(node);
    const [a, b] = [light(parse(style.color)), light(behind(node))].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize);
    const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    const ratio = (a + 0.05) / (b + 0.05);
    const told = `contrast ${ratio.toFixed(2)}: ${node.outerHTML.slice(0, 90)}`;
    if (ratio < needed) low.set(`${style.color} ${node.className}`, told);
  }
  faults.push(...low.values());
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) faults.push(`${wide} pixels wider than the window`);
  return faults;
})()
"""
