// A binary that the system cannot start: a user must see why, once, and what to do. The same environment as vscode.test.mjs.
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openSession } from "./session.mjs";

const folder = mkdtempSync(join(tmpdir(), "vouch-broken-"));
let session;

/** A program that asks for a library that nobody has. */
function brokenBinary() {
  const bytes = readFileSync("/bin/true");
  bytes.write("libq.so.6", bytes.indexOf("libc.so.6"));
  const file = join(folder, "vouch");
  writeFileSync(file, bytes);
  chmodSync(file, 0o755);
  return file;
}

before(async () => {
  session = await openSession({
    packages: process.env.VOUCH_EDITOR_PACKAGES,
    extension: process.env.VOUCH_EXTENSION,
    output: process.env.VOUCH_EDITOR_OUTPUT,
    file: "example.c",
    machineSettings: { "vouch.path": brokenBinary() },
  });
});
after(async () => {
  await session?.close();
  rmSync(folder, { recursive: true });
});

test("the loader's words are shown once, and the setting is a click away", async () => {
  const { workbench } = session;
  await workbench.statusBarItem("Vouch: cannot start").waitFor();
  await workbench.messages.filter({ hasText: "error while loading shared libraries: libq.so.6" }).waitFor();
  await workbench.screenshot("cannot-start");
  assert.equal(await workbench.messages.count(), 1);
  await workbench.messages.getByText("Open Setting").click();
  await workbench.page.locator(".settings-editor").waitFor();
  assert.equal(await workbench.messages.count(), 0);
});
