// Says of each diagram whether real Mermaid parses it: a line with the text as JSON in, a line `{"accepted": …}` out.
//
// Runs in a folder with `node_modules` that hold the packages mermaid and dompurify. There is no browser here, so labels are
// not cleaned of HTML.

import { createInterface } from "node:readline";

import sanitizer from "dompurify";
import mermaid from "mermaid";

globalThis.window = { CSS: { supports: () => false } }; // the colours of boxes are asked for
Object.assign(sanitizer, { sanitize: (text) => text, addHook: () => {} });
mermaid.initialize({ logLevel: "fatal" });

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await mermaid.parse(JSON.parse(line)).then(
    () => ({ accepted: true }),
    (error) => ({ accepted: false, reason: String(error).slice(0, 200) }),
  );
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
