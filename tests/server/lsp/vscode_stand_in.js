// A stand-in for VS Code: runs the commands of the extension, and prints what they showed.
"use strict";
const Module = require("node:module");
const commands = {};
const said = { started: [], html: "", opened: "", told: [] };
const editor = { document: { uri: { scheme: "file", path: "/a.md" } }, selection: { active: { line: 4, character: 2 } } };
let answer;
const vscode = {
  commands: { registerCommand: (name, run) => ((commands[name] = run), {}) },
  workspace: {
    getConfiguration: () => ({ get: (name) => ({ path: process.argv[3], codeLens: true, inlayHints: false })[name] }),
    onDidChangeTextDocument: () => ({}),
  },
  window: {
    activeTextEditor: editor,
    onDidChangeTextEditorSelection: () => ({}),
    showInformationMessage: (text) => said.told.push(text),
    createWebviewPanel: () => ({
      onDidDispose() {},
      webview: {
        set html(text) {
          said.html = text;
        },
      },
    }),
  },
  ViewColumn: { Beside: 2 },
  Uri: { parse: (text) => text },
  env: { openExternal: (address) => (said.opened = address) },
};
class LanguageClient {
  constructor(...given) {
    said.started = given;
    this.code2ProtocolConverter = { asUri: (uri) => `file://${uri.path}`, asPosition: (position) => position };
  }
  async start() {}
  async stop() {}
  async sendRequest(method, params) {
    said.asked = [method, params];
    return answer;
  }
}
const load = Module._load;
Module._load = (name, ...rest) =>
  ({ vscode, "vscode-languageclient/node": { LanguageClient } })[name] ?? load(name, ...rest);
(async () => {
  const extension = require(process.argv[2]);
  await extension.activate({ subscriptions: [] });
  await commands["frieze.showDrawing"]();
  answer = { svg: "<svg>é</svg>", title: "Tea" };
  await commands["frieze.showDrawing"]();
  answer = { ref: "k:task/T 1", root: "/somewhere" };
  await commands["frieze.showPage"]();
  await extension.deactivate();
  console.log(JSON.stringify(said));
})();
