// The explorer works without this. It adds: search as one types, keys, and drawings that are moved and enlarged.
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

const field = document.getElementById("find");
if (field) searchAsYouType(field);
addKeys(field);
for (const frame of document.querySelectorAll("div.drawing")) {
  const drawing = frame.querySelector("svg");
  if (drawing) addPanAndZoom(frame, drawing);
}
