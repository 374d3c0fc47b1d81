import assert from "node:assert/strict";
import { test } from "node:test";
import { statusBarContent } from "../src/statusBar.ts";
import { functionOf, statusOf } from "./examples.ts";

test("a file of which nothing has been said is not called proved", () => {
  const shown = statusBarContent("running", undefined);
  assert.doesNotMatch(shown.text, /proved/);
  assert.equal(shown.command, "vouch.verifyFile");
});

test("only a finished run with the verdict safe is called proved", () => {
  assert.match(statusBarContent("running", statusOf({ verdict: "safe" })).text, /proved/);
  for (const state of ["queued", "running", "stale", "cancelled", "doesNotCompile"] as const) {
    assert.doesNotMatch(statusBarContent("running", statusOf({ verdict: "safe", state })).text, /proved/, state);
  }
  assert.doesNotMatch(statusBarContent("running", statusOf({})).text, /proved/);
});

test("a violation is an error, and the tooltip counts", () => {
  const functions = [functionOf("f", 1, "violated"), functionOf("g", 5, "violated"), functionOf("h", 9, "proved")];
  const shown = statusBarContent("running", statusOf({ verdict: "violated", functions, seconds: 0.31 }));
  assert.match(shown.text, /1 of 3 proved · 2 can fail/);
  assert.equal(shown.background, "error");
  assert.match(shown.tooltip, /2 functions can fail/);
  assert.match(shown.tooltip, /1 function proved/);
  assert.match(shown.tooltip, /0\.3 s/);
});

test("the tooltip names functions that can fail since they were edited", () => {
  const functions = [{ ...functionOf("f", 1, "violated"), since: "edit" as const }, functionOf("g", 5, "violated")];
  assert.match(statusBarContent("running", statusOf({ verdict: "violated", functions })).tooltip, /^since this edit: f$/m);
  assert.doesNotMatch(statusBarContent("running", statusOf({ verdict: "violated", functions: functions.slice(1) })).tooltip, /since/);
});

test("what the source accepts is a warning everywhere", () => {
  const functions = [functionOf("f", 1, "assumed"), functionOf("g", 5, "proved")];
  const shown = statusBarContent("running", statusOf({ verdict: "violated", functions }));
  assert.match(shown.text, /1 of 2 proved · 1 accepted/);
  assert.equal(shown.background, "warning");
  assert.doesNotMatch(shown.tooltip, /can fail/);
});

test("unknown says why", () => {
  const functions = [functionOf("f", 1, "unknown")];
  const shown = statusBarContent("running", statusOf({ verdict: "unknown", reason: "timeout", functions }));
  assert.match(shown.text, /0 of 1 proved · 1 unknown/);
  assert.match(shown.tooltip, /timeout/);
});

test("a run can be cancelled with a click", () => {
  for (const state of ["queued", "running"] as const) {
    assert.equal(statusBarContent("running", statusOf({ state })).command, "vouch.cancelVerification");
  }
});

test("without a server, no verdict is shown", () => {
  for (const server of ["missing", "broken", "starting", "stopped"] as const) {
    const shown = statusBarContent(server, statusOf({ verdict: "safe" }));
    assert.doesNotMatch(shown.text, /proved/, server);
  }
  assert.equal(statusBarContent("stopped", undefined).command, "vouch.restartServer");
});
