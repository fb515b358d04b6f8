// Starts `frieze lsp`, and shows the drawing of the diagram and the page of the object at the cursor.
"use strict";

const { spawn } = require("node:child_process");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const SETTLED = 300; // milliseconds after the last key, before a drawing is made anew
const ADDRESS = /The explorer is at (\S+)/;

let client;
let panel; // that of the drawing, if one is shown
let shown; // the editor whose diagram it shows
let waiting;
const explorers = new Map(); // the process and the promised address of each folder

async function activate(context) {
  const settings = vscode.workspace.getConfiguration("frieze");
  client = new LanguageClient(
    "frieze",
    "Frieze",
    { command: settings.get("path"), args: ["lsp"] },
    {
      documentSelector: [{ scheme: "file" }],
      initializationOptions: { codeLens: settings.get("codeLens"), inlayHints: settings.get("inlayHints") },
    },
  );
  context.subscriptions.push(
    vscode.commands.registerCommand("frieze.showDrawing", showDrawing),
    vscode.commands.registerCommand("frieze.showPage", showPage),
    vscode.workspace.onDidChangeTextDocument((event) => {
      if (panel && shown && event.document === shown.document) drawSoon();
    }),
    vscode.window.onDidChangeTextEditorSelection((event) => {
      if (panel && event.textEditor.document.uri.scheme === "file") {
        shown = event.textEditor;
        drawSoon();
      }
    }),
  );
  await client.start();
}

async function deactivate() {
  for (const { process } of explorers.values()) process.kill();
  await client?.stop();
}

// What a command of the server says of the cursor; null where nothing is.
function asked(command, editor) {
  const uri = client.code2ProtocolConverter.asUri(editor.document.uri);
  const position = client.code2ProtocolConverter.asPosition(editor.selection.active);
  return client.sendRequest("workspace/executeCommand", { command, arguments: [uri, position] });
}

async function showDrawing() {
  shown = vscode.window.activeTextEditor;
  const drawing = shown && (await asked("frieze.drawing", shown));
  if (!drawing) {
    vscode.window.showInformationMessage("There is no diagram at the cursor.");
    return;
  }
  if (!panel) {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    panel = vscode.window.createWebviewPanel("frieze.drawing", "Drawing", place, { enableScripts: false });
    panel.onDidDispose(() => (panel = undefined));
  }
  draw(drawing);
}

function drawSoon() {
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    const drawing = panel && (await asked("frieze.drawing", shown));
    if (panel && drawing) draw(drawing);
  }, SETTLED);
}

// The drawing is an image: nothing in it runs, and it fetches nothing.
function draw({ svg, title }) {
  const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
  const image = Buffer.from(svg, "utf8").toString("base64");
  panel.title = title || "Drawing";
  panel.webview.html = `<!DOCTYPE html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style>body { background: white; } img { max-width: 100%; }</style></head>
<body><img alt="" src="data:image/svg+xml;base64,${image}"></body></html>`;
}

async function showPage() {
  const editor = vscode.window.activeTextEditor;
  const object = editor && (await asked("frieze.object", editor));
  if (!object) {
    vscode.window.showInformationMessage("Nothing that has a page stands at the cursor.");
    return;
  }
  const address = await explorer(object.root);
  await vscode.env.openExternal(vscode.Uri.parse(`${address}object?id=${encodeURIComponent(object.ref)}`, true));
}

// The address of the explorer of a folder, which is started at the first question.
function explorer(root) {
  if (!explorers.has(root)) {
    const process = spawn(vscode.workspace.getConfiguration("frieze").get("path"), ["explore", root, "--no-browser"]);
    const address = new Promise((found, failed) => {
      let said = "";
      process.stderr.on("data", (data) => {
        said = (said + data).slice(-10_000);
        const match = ADDRESS.exec(said);
        if (match) found(match[1]);
      });
      process.on("error", failed);
      process.on("exit", () => {
        explorers.delete(root);
        failed(new Error(`The explorer ended: ${said}`));
      });
    });
    explorers.set(root, { process, address });
  }
  return explorers.get(root).address;
}

module.exports = { activate, deactivate };
