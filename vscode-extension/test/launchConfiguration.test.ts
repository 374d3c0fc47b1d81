import assert from "node:assert/strict";
import { test } from "node:test";
import { configurationForTrace, resolveLaunch } from "../src/launchConfiguration.ts";

test("starting the debugger without a configuration steps through the violation at the cursor", () => {
  const resolution = resolveLaunch({}, "00112233445566aa");
  assert.deepEqual(resolution, { kind: "launch", configuration: configurationForTrace("00112233445566aa") });
});

test("without a violation at the cursor, the user is told where to put it", () => {
  const resolution = resolveLaunch({}, undefined);
  assert.match(resolution.kind === "refused" ? resolution.message : "", /cursor/);
});

test("a configuration is passed on with all its attributes, wherever the cursor is", () => {
  const given = { type: "vouch", request: "launch", name: "n", report: "/r.json", violation: 2, stopAt: "violation" };
  assert.deepEqual(resolveLaunch(given, "00112233445566aa"), { kind: "launch", configuration: given });
});

test("a configuration that names no trace is refused", () => {
  const resolution = resolveLaunch({ type: "vouch", request: "launch", name: "n" }, "00112233445566aa");
  assert.match(resolution.kind === "refused" ? resolution.message : "", /`trace`.*`report`/);
});
