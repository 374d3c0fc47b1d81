// The examination finds faults: a conversation without any, and each fault put into it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { examine } from "./recording.mjs";

const uri = "file:///a.c";
const text = "/* é😀 */ int i;\nint main(void) { return i; }\n";
const place = { start: { line: 0, character: 14 }, end: { line: 0, character: 15 } };

function frame(message) {
  const body = Buffer.from(typeof message === "string" ? message : JSON.stringify(message));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}

/** A conversation as steps, each with a name by which a fault can find it. */
function lsp() {
  const capabilities = { window: { workDoneProgress: true }, textDocument: { publishDiagnostics: { versionSupport: true } } };
  return [
    ["c early", { jsonrpc: "2.0", id: 1, method: "textDocument/hover", params: {} }],
    ["s early", { jsonrpc: "2.0", id: 1, error: { code: -32002, message: "not initialized" } }],
    ["c initialize", { jsonrpc: "2.0", id: 2, method: "initialize", params: { processId: null, rootUri: null, capabilities } }],
    ["s initialize", { jsonrpc: "2.0", id: 2, result: { capabilities: { hoverProvider: true }, serverInfo: { name: "vouch" } } }],
    ["c open", { jsonrpc: "2.0", method: "textDocument/didOpen", params: { textDocument: { uri, languageId: "c", version: 1, text } } }],
    ["s create", { jsonrpc: "2.0", id: "t", method: "window/workDoneProgress/create", params: { token: "t" } }],
    ["c created", { jsonrpc: "2.0", id: "t", result: null }],
    ["s progress", { jsonrpc: "2.0", method: "$/progress", params: { token: "t", value: { kind: "begin", title: "a.c" } } }],
    ["s status", { jsonrpc: "2.0", method: "vouch/status", params: { uri, version: 1, generation: 1, state: "queued", functions: [] } }],
    ["s diagnostics", { jsonrpc: "2.0", method: "textDocument/publishDiagnostics", params: { uri, version: 1, diagnostics: [{ range: place, message: "m", severity: 1, relatedInformation: [{ location: { uri, range: place }, message: "step" }] }] } }],
    ["c hover", { jsonrpc: "2.0", id: 3, method: "textDocument/hover", params: { textDocument: { uri }, position: place.start } }],
    ["s hover", { jsonrpc: "2.0", id: 3, result: { contents: { kind: "markdown", value: "i" }, range: place } }],
    ["c unknown", { jsonrpc: "2.0", id: 4, method: "no/such", params: null }],
    ["s unknown", { jsonrpc: "2.0", id: 4, error: { code: -32601, message: "unknown method" } }],
    ["c shutdown", { jsonrpc: "2.0", id: 5, method: "shutdown" }],
    ["s shutdown", { jsonrpc: "2.0", id: 5, result: null }],
    ["c late", { jsonrpc: "2.0", id: 6, method: "textDocument/hover", params: {} }],
    ["s late", { jsonrpc: "2.0", id: 6, error: { code: -32600, message: "after shutdown" } }],
  ];
}

function dap() {
  const source = { name: "a.c", path: "/a.c" };
  return [
    ["c initialize", { seq: 1, type: "request", command: "initialize", arguments: { adapterID: "vouch" } }],
    ["s initialize", { seq: 1, type: "response", request_seq: 1, command: "initialize", success: true, body: { supportsStepBack: true } }],
    ["s initialized", { seq: 2, type: "event", event: "initialized" }],
    ["s stopped", { seq: 3, type: "event", event: "stopped", body: { reason: "entry", threadId: 1 } }],
    ["c stack", { seq: 2, type: "request", command: "stackTrace", arguments: { threadId: 1 } }],
    ["s stack", { seq: 4, type: "response", request_seq: 2, command: "stackTrace", success: true, body: { stackFrames: [{ id: 1, name: "main", line: 1, column: 1, source }] } }],
    ["c variables", { seq: 3, type: "request", command: "variables", arguments: { variablesReference: 1 } }],
    ["s variables", { seq: 5, type: "response", request_seq: 3, command: "variables", success: true, body: { variables: [{ name: "i", value: "1", variablesReference: 0 }] } }],
    ["c evaluate", { seq: 4, type: "request", command: "evaluate", arguments: { expression: "?" } }],
    ["s evaluate", { seq: 6, type: "response", request_seq: 4, command: "evaluate", success: false, message: "not C" }],
    ["s terminated", { seq: 7, type: "event", event: "terminated" }],
  ];
}

function faultsOf(protocol, steps, encode = (_name, message) => frame(message)) {
  const chunks = steps.map(([name, message]) => ({ to: name.startsWith("c ") ? "server" : "client", bytes: encode(name, message) }));
  return examine(protocol, chunks).faults;
}

/** The steps with the message `name` changed by `change`, which may give another one. */
function withFault(steps, name, change) {
  return steps.map(([present, message]) => [present, present === name ? (change(message) ?? message) : message]);
}

test("conversations without faults have none, wherever their bytes are cut", () => {
  assert.deepEqual(faultsOf("lsp", lsp()), []);
  assert.deepEqual(faultsOf("dap", dap()), []);
  const chunks = lsp().flatMap(([name, message]) =>
    [...frame(message)].map((byte) => ({ to: name.startsWith("c ") ? "server" : "client", bytes: Buffer.from([byte]) })),
  );
  assert.deepEqual(examine("lsp", chunks).faults, []);
});

const diagnostics = (change) => (message) => change(message.params.diagnostics[0], message.params);
const faults = {
  lsp: {
    "a field that the type does not have": ["s diagnostics", diagnostics((one) => void (one.serverity = 1))],
    "a severity in words": ["s diagnostics", diagnostics((one) => void (one.severity = "error"))],
    "a line that is no integer": ["s diagnostics", diagnostics((one) => void (one.range = { ...place, start: { line: 0.5, character: 14 } }))],
    "a negative column": ["s diagnostics", diagnostics((one) => void (one.range = { ...place, start: { line: 0, character: -1 } }))],
    "a line behind the end": ["s diagnostics", diagnostics((one) => void (one.range = { ...place, end: { line: 9, character: 0 } }))],
    "a column behind the line's end": ["s diagnostics", diagnostics((one) => void (one.range = { ...place, end: { line: 0, character: 17 } }))],
    "a column inside of a surrogate pair": ["s diagnostics", diagnostics((one) => void (one.range = { ...place, start: { line: 0, character: 5 } }))],
    "a range that ends before it begins": ["s diagnostics", diagnostics((one) => void (one.range = { start: place.end, end: place.start }))],
    "a step outside of the document": ["s diagnostics", diagnostics((one) => void (one.relatedInformation[0].location.range = { start: { line: 7, character: 0 }, end: { line: 7, character: 0 } }))],
    "a version that was never sent": ["s diagnostics", diagnostics((_one, params) => void (params.version = 2))],
    "no version although the client knows versions": ["s diagnostics", diagnostics((_one, params) => void delete params.version)],
    "no jsonrpc": ["s hover", (message) => void delete message.jsonrpc],
    "a result and an error": ["s hover", (message) => void (message.error = { code: 1, message: "" })],
    "neither result nor error": ["s shutdown", (message) => void delete message.result],
    "an id of another type": ["s hover", (message) => void (message.id = "3")],
    "an error without a number": ["s unknown", (message) => void (message.error.code = "MethodNotFound")],
    "a result of another shape": ["s hover", (message) => void (message.result = { content: "i" })],
    "a hover outside of the document": ["s hover", (message) => void (message.result.range = { start: { line: 5, character: 0 }, end: { line: 5, character: 1 } })],
    "a result before initialize": ["s early", () => ({ jsonrpc: "2.0", id: 1, result: null })],
    "another error before initialize": ["s early", (message) => void (message.error.code = -32603)],
    "a result after shutdown": ["s late", () => ({ jsonrpc: "2.0", id: 6, result: null })],
    "an unknown method with another error": ["s unknown", (message) => void (message.error.code = -32603)],
    "an unknown method with a result": ["s unknown", () => ({ jsonrpc: "2.0", id: 4, result: null })],
    "a capability that does not exist": ["s initialize", (message) => void (message.result.capabilities.hoverSupport = true)],
    "progress with an unknown token": ["s progress", (message) => void (message.params.token = "u")],
    "a notification that is nobody's": ["s status", (message) => void (message.method = "vouch/statuz")],
    "a status of a version that was never sent": ["s status", (message) => void (message.params.version = 2)],
    "a generation that does not grow": ["s diagnostics", () => ({ ...lsp().find(([name]) => name === "s status")[1] })],
    "a function outside of the document": ["s status", (message) => void message.params.functions.push({ name: "f", range: { start: { line: 8, character: 0 }, end: { line: 8, character: 1 } }, state: "proved", verdict: "safe", milliseconds: 1, fromCache: false, traces: [] })],
    "a state that does not exist": ["s status", (message) => void (message.params.state = "done")],
    "a request for which the client has no capability": ["s create", (message) => void Object.assign(message, { method: "workspace/applyEdit", params: { edit: {} } })],
  },
  dap: {
    "a stop without a reason": ["s stopped", (message) => void delete message.body.reason],
    "a line in words": ["s stack", (message) => void (message.body.stackFrames[0].line = "1")],
    "a sequence that does not grow": ["s stack", (message) => void (message.seq = 3)],
    "a variable without a reference": ["s variables", (message) => void delete message.body.variables[0].variablesReference],
    "an answer to another command": ["s variables", (message) => void (message.command = "scopes")],
    "an answer to nothing": ["s variables", (message) => void (message.request_seq = 99)],
    "a failure that does not say why": ["s evaluate", (message) => void delete message.message],
    "an event that does not exist": ["s stopped", (message) => void (message.event = "halted")],
    "a capability that does not exist": ["s initialize", (message) => void (message.body.supportsStepBackwards = true)],
    "an event before the answer to initialize": ["s initialize", () => ({ seq: 1, type: "event", event: "initialized" })],
  },
};
for (const [protocol, cases] of Object.entries(faults)) {
  for (const [what, [name, change]] of Object.entries(cases)) {
    test(`${protocol}: ${what}`, () => {
      const steps = withFault(protocol === "lsp" ? lsp() : dap(), name, change);
      assert.notDeepEqual(faultsOf(protocol, steps), []);
    });
  }
}

const bytes = {
  "something printed between the messages": (frame) => Buffer.concat([Buffer.from("loading...\n"), frame]),
  "a length in characters instead of bytes": (frame) => Buffer.from(frame.toString().replace(/\d+/, (length) => String(Number(length) - 1))),
  "a body that is not UTF-8": (frame) => Buffer.from(frame).fill(0xff, frame.length - 3, frame.length - 2),
  "a body that is not JSON": (frame) => Buffer.from(frame).fill("!", frame.length - 1),
  "a header without a length": (frame) => Buffer.from(frame.toString().replace("Content-Length", "Content-Size")),
  "a message that breaks off": (frame) => frame.subarray(0, frame.length - 2),
};
for (const [what, change] of Object.entries(bytes)) {
  test(`framing: ${what}`, () => {
    const found = faultsOf("lsp", lsp(), (name, message) => (name === "s late" ? change(frame(message)) : frame(message)));
    assert.ok(found.some((fault) => fault.startsWith("framing")), found.join("\n"));
  });
}

test("columns are counted in the encoding that was agreed on", () => {
  const counted = { "utf-8": 17, "utf-32": 13 }; // of the `i` in the first line; 14 in utf-16
  for (const [positionEncoding, character] of Object.entries(counted)) {
    const end = { line: 0, character: character + 2 }; // the line's end
    const agreed = (place) =>
      withFault(
        withFault(lsp().filter(([name]) => !/hover/.test(name)), "s initialize", (message) => void (message.result.capabilities.positionEncoding = positionEncoding)),
        "s diagnostics",
        diagnostics((one) => void Object.assign(one, { range: place, relatedInformation: [] })),
      );
    assert.deepEqual(faultsOf("lsp", agreed({ start: { line: 0, character }, end })), [], positionEncoding);
    assert.notDeepEqual(faultsOf("lsp", agreed({ start: { line: 0, character }, end: { line: 0, character: character + 3 } })), [], positionEncoding);
  }
});
