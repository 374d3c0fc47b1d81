import assert from "node:assert/strict";
import { test } from "node:test";
import { freshCopy, lastCopy, outlookOf } from "../src/exampleFiles.ts";
import { statusOf, violationOf } from "./examples.ts";

const example = "int main(void) {}";

function copies(...texts: string[]) {
  const files = new Map(texts.map((text, index) => [index === 0 ? "queue.c" : `queue-${index + 1}.c`, text]));
  return (name: string) => files.get(name);
}

test("the first copy has a plain name, and serves as long as nobody has changed it", () => {
  assert.equal(freshCopy(copies(), example), "queue.c");
  assert.equal(freshCopy(copies(example), example), "queue.c");
});

test("a copy that was changed is kept, and the next one has a number", () => {
  assert.equal(freshCopy(copies("changed"), example), "queue-2.c");
  assert.equal(freshCopy(copies("changed", "changed"), example), "queue-3.c");
  assert.equal(freshCopy(copies("changed", example), example), "queue-2.c");
});

test("the buttons act on the last copy, changed or not", () => {
  assert.equal(lastCopy(copies()), undefined);
  assert.equal(lastCopy(copies("changed")), "queue.c");
  assert.equal(lastCopy(copies("changed", example)), "queue-2.c");
});

test("nobody waits for a server that does not run, but for one that starts", () => {
  for (const server of ["missing", "stopped"] as const) {
    const outlook = outlookOf(server, undefined, []);
    assert.match(outlook.kind === "none" ? outlook.message : "", /not running/, server);
  }
  assert.equal(outlookOf("starting", undefined, []).kind, "pending");
});

test("the violation of the finished run counts, and none before", () => {
  const violation = violationOf("1", 3, 4, 2);
  for (const state of ["queued", "running", "stale"] as const) {
    assert.equal(outlookOf("running", statusOf({ state }), [violation]).kind, "pending", state);
  }
  assert.equal(outlookOf("running", undefined, []).kind, "pending");
  const outlook = outlookOf("running", statusOf({ verdict: "violated" }), [violation]);
  assert.deepEqual(outlook, { kind: "violated", violation });
});

test("a verdict may come before its diagnostics", () => {
  assert.equal(outlookOf("running", statusOf({ verdict: "violated" }), []).kind, "pending");
});

test("where nothing can fail, the message says how to get the mistake back", () => {
  for (const status of [statusOf({ verdict: "safe" }), statusOf({ state: "doesNotCompile" })]) {
    const outlook = outlookOf("running", status, []);
    assert.match(outlook.kind === "none" ? outlook.message : "", /Open an Example/, status.state);
  }
  assert.equal(outlookOf("running", statusOf({ state: "cancelled" }), []).kind, "none");
});
