import assert from "node:assert/strict";
import { test } from "node:test";
import { initializationOptions, needsRestart, pageOfThePath, serverSettings } from "../src/settings.ts";

const settings = { path: "", budgetSeconds: 20, cache: "", trace: { server: "off" }, inlayHints: { values: true } };

test("the server is not told what concerns the extension, nor what is left to the server", () => {
  assert.deepEqual(serverSettings(settings), { budgetSeconds: 20, inlayHints: { values: true } });
});

test("what is set is passed on as it is", () => {
  assert.deepEqual(serverSettings({ cache: "off", memoryMiB: 512, verifyOn: "change" }), {
    cache: "off",
    memoryMiB: 512,
    verifyOn: "change",
  });
});

test("the session begins with the settings and says that this client can step through traces", () => {
  assert.deepEqual(initializationOptions({ budgetSeconds: 3 }), { budgetSeconds: 3, stepThrough: true });
});

test("another binary needs another server", () => {
  assert.ok(needsRestart(settings, { ...settings, path: "/usr/bin/vouch" }));
});

test("a setting that is taken back needs another server, one that changes does not", () => {
  assert.ok(needsRestart({ ...settings, cache: "off" }, settings));
  assert.ok(!needsRestart(settings, { ...settings, cache: "off" }));
  assert.ok(!needsRestart(settings, { ...settings, budgetSeconds: 60 }));
});

test("the setting of the binary's path is looked for on the machine where the files are", () => {
  assert.deepEqual(pageOfThePath(undefined), ["workbench.action.openSettings", "vouch.path"]);
  assert.deepEqual(pageOfThePath("ssh-remote"), ["workbench.action.openRemoteSettings", { query: "vouch.path" }]);
});
