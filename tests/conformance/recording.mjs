// Recordings of conversations (tests/support/conversation_record.hpp) and their examination.
import { readFileSync } from "node:fs";
import { DapConversation } from "./dap_conversation.mjs";
import { FrameReader } from "./framing.mjs";
import { LspConversation } from "./lsp_conversation.mjs";
import { loadSchemas } from "./schemas.mjs";

const protocols = {
  lsp: { file: "lsp.ts", types: ["LspResults", "LspNotifications", "LspServerRequests"], Conversation: LspConversation },
  dap: { file: "dap.ts", types: ["DapResponses", "DapFailure", "DapEvents"], Conversation: DapConversation },
};
const loaded = new Map();

function schemasOf(protocol) {
  if (!loaded.has(protocol)) {
    loaded.set(protocol, loadSchemas(protocols[protocol].file, protocols[protocol].types));
  }
  return loaded.get(protocol);
}

/**
 * Examines a conversation: `chunks` are `{to: "server" | "client", bytes: Buffer}` in their order. `faults` in words, `valid` the
 * names of the messages whose shape was right, `messages` how many the server sent. `mayBeCut`: the server was not left the time
 * to end its last message.
 */
export function examine(protocol, chunks, { mayBeCut = false } = {}) {
  const faults = [];
  const valid = new Set();
  let messages = 0;
  const conversation = new protocols[protocol].Conversation(schemasOf(protocol), (fault) => faults.push(fault), (name) => valid.add(name));
  const fromClient = new FrameReader((message) => conversation.fromClient(message), () => {});
  const fromServer = new FrameReader(
    (message) => {
      messages += 1;
      conversation.fromServer(message);
    },
    (fault) => faults.push(`framing: ${fault}`),
  );
  for (const { to, bytes } of chunks) {
    (to === "server" ? fromClient : fromServer).push(bytes);
  }
  if (!mayBeCut) {
    fromServer.end();
  }
  return { faults, valid, messages };
}

/** Reads a recording: `test` is the name of the test that it is of. */
export function readRecording(path) {
  const [head, ...chunks] = readFileSync(path, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
  return { ...head, chunks: chunks.map(({ to, bytes }) => ({ to, bytes: Buffer.from(bytes, "latin1") })) };
}
