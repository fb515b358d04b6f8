// Parses diagrams with real Mermaid, for mermaid_speed.py: a line `{"text": …, "times": …}` in, a line `{"ms": …}` out:
// what one of so many times took.
//
// Runs from the folder that the package `mermaid` is installed in. There is no browser here, so labels are not cleaned of
// HTML: that part of Mermaid's work is not counted.

import { createInterface } from "node:readline";

import sanitizer from "dompurify";
import mermaid from "mermaid";

globalThis.window = { CSS: { supports: () => false } }; // the colours of boxes are asked for
Object.assign(sanitizer, { sanitize: (text) => text, addHook: () => {} });
mermaid.initialize({ maxEdges: 1_000_000, logLevel: "fatal" });

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await measured(JSON.parse(line)).catch((error) => ({ error: String(error) }));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

// The time of the processor holds the compiler and the collector of node, which may run beside the parser; the clock holds
// what other programs do. The smaller of the two is nearer to what the parser costs.
async function measured({ text, times }) {
  const begun = performance.now();
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) await mermaid.mermaidAPI.getDiagramFromText(text);
  const used = process.cpuUsage(before);
  const clock = performance.now() - begun;
  return { ms: Math.min(clock, (used.user + used.system) / 1000) / times };
}
