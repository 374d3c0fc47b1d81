import assert from "node:assert/strict";
import { test } from "node:test";
import { functionAt, withStatus, withoutStatus } from "../src/status.ts";
import { functionOf, statusOf } from "./examples.ts";

test("a status with a smaller generation is dropped", () => {
  const newer = withStatus(new Map(), statusOf({ generation: 7, state: "stale" }));
  const after = withStatus(newer, statusOf({ generation: 6, state: "finished" }));
  assert.equal(after.get("file:///a.c")?.state, "stale");
});

test("a status of the same generation replaces the one before: a run goes from queued to running", () => {
  const queued = withStatus(new Map(), statusOf({ generation: 7, state: "queued" }));
  const running = withStatus(queued, statusOf({ generation: 7, state: "running" }));
  assert.equal(running.get("file:///a.c")?.state, "running");
});

test("documents do not disturb each other", () => {
  const one = withStatus(new Map(), statusOf({ generation: 7 }));
  const two = withStatus(one, statusOf({ uri: "file:///b.c", generation: 1 }));
  assert.deepEqual([...two.keys()], ["file:///a.c", "file:///b.c"]);
});

test("a document that was closed and opened again begins with any generation", () => {
  const closed = withoutStatus(withStatus(new Map(), statusOf({ generation: 7 })), "file:///a.c");
  assert.equal(withStatus(closed, statusOf({ generation: 1 })).get("file:///a.c")?.generation, 1);
});

test("the function at a line is the last one whose name is not below it", () => {
  const status = statusOf({ functions: [functionOf("g", 20), functionOf("f", 5)] });
  assert.equal(functionAt(status, 4), undefined);
  assert.equal(functionAt(status, 5)?.name, "f");
  assert.equal(functionAt(status, 19)?.name, "f");
  assert.equal(functionAt(status, 20)?.name, "g");
});
