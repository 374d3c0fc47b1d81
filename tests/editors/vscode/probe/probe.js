// Evaluates functions that a test sends over a Unix socket, in VS Code's extension host: one JSON object per line,
// {"body", "parameters"} -> {"value"} | {"error"}. The body sees `vscode`, `parameters` and `messages`, the messages of all
// debug adapters in the order in which they passed.
const fs = require("node:fs");
const net = require("node:net");
const readline = require("node:readline");
const vscode = require("vscode");

const AsyncFunction = (async () => {}).constructor;

async function answer(line, messages) {
  try {
    const { body, parameters } = JSON.parse(line);
    const value = await new AsyncFunction("vscode", "parameters", "messages", body)(vscode, parameters, messages);
    return { value: value === undefined ? null : value };
  } catch (error) {
    return { error: String((error && error.stack) || error) };
  }
}

exports.activate = (context) => {
  const socket = process.env.VOUCH_PROBE_SOCKET;
  if (!socket) {
    return;
  }
  const messages = [];
  const tracker = {
    onWillReceiveMessage: (message) => messages.push({ to: "adapter", message }),
    onDidSendMessage: (message) => messages.push({ to: "editor", message }),
  };
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterTrackerFactory("*", { createDebugAdapterTracker: () => tracker }),
  );
  fs.rmSync(socket, { force: true });
  const server = net.createServer((connection) => {
    readline.createInterface({ input: connection }).on("line", async (line) => {
      connection.write(`${JSON.stringify(await answer(line, messages))}\n`);
    });
  });
  server.listen(socket);
  context.subscriptions.push({ dispose: () => server.close() });
};
