// The explorer works without this. It adds: search as one types, keys, drawings that are moved and enlarged, and the
// reach of a node.
"use strict";

function searchAsYouType(field) {
  let timer = 0;
  let asked = 0;
  async function ask() {
    const results = document.getElementById("results");
    const query = new URLSearchParams({ q: field.value });
    const address = `${field.form.getAttribute("action")}?${query}`;
    const turn = ++asked;
    if (!results) return;
    const answer = await fetch(address, { headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.getElementById("results");
    if (turn !== asked || !found) return;
    results.replaceChildren(...found.childNodes);
    history.replaceState(null, "", address);
  }
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => ask().catch(() => {}), 180);
  });
}

function isTyping(target) {
  return target instanceof HTMLElement && target.matches("input, select, textarea, [contenteditable]");
}

function addKeys(field) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === "/" && field) {
      event.preventDefault();
      field.focus();
      field.select();
    } else if (event.key === "n" || event.key === "p") {
      const link = document.querySelector(event.key === "n" ? 'a[rel="next"]' : 'a[rel="prev"]');
      if (link) link.click();
    }
  });
}

// A drawing is seen through a window of its view box: dragging and arrows move it, plus, minus and Ctrl with the wheel
// change its size, 0 shows it whole.
function addPanAndZoom(frame, drawing) {
  const whole = drawing.viewBox.baseVal;
  if (!whole || !whole.width) return;
  const first = [whole.x, whole.y, whole.width, whole.height];
  let [x, y, width, height] = first;
  const show = () => drawing.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  function zoom(factor, atX = 0.5, atY = 0.5) {
    const next = Math.min(Math.max(width * factor, first[2] / 40), first[2] * 4);
    const ratio = next / width;
    x += width * (1 - ratio) * atX;
    y += height * (1 - ratio) * atY;
    width *= ratio;
    height *= ratio;
    show();
  }
  const keys = {
    "+": () => zoom(0.8), "=": () => zoom(0.8), "-": () => zoom(1.25),
    0: () => { [x, y, width, height] = first; show(); },
    ArrowLeft: () => { x -= width / 10; show(); }, ArrowRight: () => { x += width / 10; show(); },
    ArrowUp: () => { y -= height / 10; show(); }, ArrowDown: () => { y += height / 10; show(); },
  };
  frame.addEventListener("keydown", (event) => {
    if (event.target !== frame || event.ctrlKey || event.metaKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const box = drawing.getBoundingClientRect();
    zoom(event.deltaY > 0 ? 1.15 : 0.87, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  }, { passive: false });
  let from = null;
  let moved = false;
  drawing.addEventListener("pointerdown", (event) => { from = [event.clientX, event.clientY]; moved = false; });
  drawing.addEventListener("pointermove", (event) => {
    if (!from || !event.buttons) return;
    const box = drawing.getBoundingClientRect();
    if (!moved && Math.hypot(event.clientX - from[0], event.clientY - from[1]) < 4) return;
    moved = true;
    const scale = Math.max(width / box.width, height / box.height);
    x -= (event.clientX - from[0]) * scale;
    y -= (event.clientY - from[1]) * scale;
    from = [event.clientX, event.clientY];
    show();
  });
  addEventListener("pointerup", () => { from = null; });
  drawing.addEventListener("dragstart", (event) => event.preventDefault());
  drawing.addEventListener("click", (event) => { if (moved) { event.preventDefault(); moved = false; } }, true);
}

// Pointing at a node of a flow, or going to it by keyboard, shows what it leads to, what leads to it, and its loops.
// `ways` has the parts of the drawing by number, how many of them are nodes, and the steps between them.
function addReach(frame, drawing, ways) {
  const marks = ["start", "ahead", "behind", "loop"];
  const elements = new Map();
  for (const one of drawing.querySelectorAll("[data-id]")) elements.set(one.dataset.id, one);
  const numbers = new Map();
  ways.parts.forEach((part, number) => { if (number < ways.nodes) numbers.set(part, number); });
  const onwards = ways.parts.map(() => []);
  const backwards = ways.parts.map(() => []);
  for (const [here, there, ...edges] of ways.steps) {
    onwards[here].push([there, edges]);
    backwards[there].push([here, edges]);
  }
  const told = document.createElement("p");
  told.className = "reach";
  told.setAttribute("role", "status");
  frame.after(told);
  function walk(start, next, mark) {
    const seen = new Set([start]);
    for (const here of seen) {
      for (const [there, edges] of next[here]) {
        seen.add(there);
        for (const edge of edges) elements.get(edge)?.classList.add(mark);
      }
    }
    return new Set([...seen].filter((one) => one < ways.nodes && one !== start));
  }
  function show(id) {
    for (const one of elements.values()) one.classList.remove(...marks);
    const start = numbers.get(id);
    frame.classList.toggle("tracing", start !== undefined);
    if (start === undefined) { told.textContent = ""; return; }
    const ahead = walk(start, onwards, "ahead");
    const behind = walk(start, backwards, "behind");
    elements.get(id)?.classList.add("start");
    for (const one of ahead) elements.get(ways.parts[one])?.classList.add("ahead");
    for (const one of behind) elements.get(ways.parts[one])?.classList.add("behind");
    const loop = [...ahead].filter((one) => behind.has(one));
    for (const one of loop) elements.get(ways.parts[one])?.classList.add("loop");
    const itself = onwards[start].some(([there]) => there === start);
    told.textContent = `Leads to ${ahead.size} (blue), is led to by ${behind.size} (brown)` +
      (loop.length ? `, is on a loop with ${loop.length} (red)` : "") + (itself ? ", leads to itself." : ".");
  }
  const at = (event) => show(event.target.closest("[data-id]")?.dataset.id ?? frame.dataset.from);
  drawing.addEventListener("pointerover", at);
  drawing.addEventListener("focusin", at);
  drawing.addEventListener("pointerleave", () => show(frame.dataset.from));
  drawing.addEventListener("focusout", () => show(frame.dataset.from));
  show(frame.dataset.from);
}

const field = document.getElementById("find");
if (field) searchAsYouType(field);
addKeys(field);
for (const frame of document.querySelectorAll("div.drawing")) {
  const drawing = frame.querySelector("svg");
  if (drawing) addPanAndZoom(frame, drawing);
  if (drawing && frame.dataset.ways) addReach(frame, drawing, JSON.parse(frame.dataset.ways));
}
