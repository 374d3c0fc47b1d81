// Examines all recordings in a folder: node check.mjs FOLDER. They are removed, since the next run makes new ones; those with
// faults are kept in FOLDER/faulty. Exit status 1 if there is a fault, or if a message that must occur did not.
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { examine, readRecording } from "./recording.mjs";

/** Tests in which the server's output is cut off on purpose. */
const cut = new Set(["LspProcess.AClientThatStopsReadingEndsTheServer", "LspProcess.AParentThatDiesEndsTheServer"]);

/** Messages that the tests make the server send; without them, something is wrong with the recordings. */
const expected = [
  "LspResults initialize",
  "LspResults shutdown",
  "LspResults textDocument/hover",
  "LspResults textDocument/codeLens",
  "LspResults textDocument/inlayHint",
  "LspResults textDocument/codeAction",
  "LspResults textDocument/diagnostic",
  "LspResults workspace/executeCommand",
  "LspResults vouch/verify",
  "LspNotifications textDocument/publishDiagnostics",
  "LspNotifications vouch/status",
  "LspNotifications window/showMessage",
  "LspNotifications $/progress",
  "LspServerRequests window/workDoneProgress/create",
  "LspServerRequests workspace/configuration",
  "DapResponses initialize",
  "DapResponses launch",
  "DapResponses stackTrace",
  "DapResponses scopes",
  "DapResponses variables",
  "DapResponses evaluate",
  "DapResponses setBreakpoints",
  "DapResponses setDataBreakpoints",
  "DapResponses stepBack",
  "DapResponses exceptionInfo",
  "DapFailure failure",
  "DapEvents stopped",
  "DapEvents output",
];

const folder = process.argv[2];
const recordings = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
const valid = new Set();
let [messages, faulty] = [0, 0];
for (const name of recordings) {
  const { protocol, test, chunks } = readRecording(join(folder, name));
  const result = examine(protocol, chunks, { mayBeCut: cut.has(test) });
  messages += result.messages;
  result.valid.forEach((one) => valid.add(one));
  if (result.faults.length > 0) {
    faulty += 1;
    console.log(`${name}:`);
    result.faults.slice(0, 20).forEach((fault) => console.log(`  ${fault}`));
    mkdirSync(join(folder, "faulty"), { recursive: true });
    renameSync(join(folder, name), join(folder, "faulty", name));
  } else {
    rmSync(join(folder, name));
  }
}
const missing = expected.filter((name) => !valid.has(name));
missing.forEach((name) => console.log(`never sent: ${name}`));
console.log(`${recordings.length} conversations, ${messages} messages of servers, ${valid.size} kinds, ${faulty} conversations with faults`);
process.exitCode = faulty > 0 || missing.length > 0 ? 1 : 0;
