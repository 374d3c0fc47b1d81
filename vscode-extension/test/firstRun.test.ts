import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { runOnce } from "../src/firstRun.ts";

const folder = mkdtempSync(join(tmpdir(), "vouch-first-run-"));
after(() => rmSync(folder, { recursive: true }));

function program(name: string, content: string | Uint8Array, mode = 0o755): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  chmodSync(file, mode);
  return file;
}

async function failure(file: string, patience?: number): Promise<string> {
  const outcome = await runOnce(file, patience);
  assert.equal(outcome.kind, "fails");
  return outcome.kind === "fails" ? outcome.message : "";
}

test("a binary that starts says its version", async () => {
  const file = program("good", '#!/bin/sh\n[ "$1" = --version ] && echo "vouch 1.2.3"\n');
  assert.deepEqual(await runOnce(file), { kind: "runs", version: "vouch 1.2.3" });
});

test("what the loader says of a missing library is told as it is", async () => {
  // A real program and the real loader, with one library's name changed to another one of the same length.
  const file = join(folder, "unloadable");
  const bytes = readFileSync("/bin/true");
  const at = bytes.indexOf("libc.so.6");
  assert.ok(at > 0);
  bytes.write("libq.so.6", at);
  writeFileSync(file, bytes);
  chmodSync(file, 0o755);
  const message = await failure(file);
  assert.match(message, /cannot be started: error while loading shared libraries: libq\.so\.6: cannot open shared object file/);
  assert.match(message, /vouch\.path/);
});

test("permission denied, and a file that is not there", async () => {
  assert.match(await failure(program("locked", "#!/bin/sh\n", 0o644)), /permission denied/);
  assert.match(await failure(join(folder, "nowhere")), /not there/);
  assert.match(await failure(program("no-loader", "#!/nowhere/loader\n")), /loader or interpreter/);
});

test("a program for another machine", async () => {
  const bytes = readFileSync(process.execPath).subarray(0, 4096);
  bytes.writeUInt16LE(0x1234, 18);
  const file = program("foreign", bytes);
  assert.match(await failure(file), /another kind of machine/);
});

test("a program that fails without a word, that is ended, and that hangs", async () => {
  assert.match(await failure(program("mute", "#!/bin/sh\nexit 3\n")), /status 3/);
  assert.match(await failure(program("crashing", "#!/bin/sh\nkill -ILL $$\n")), /SIGILL/);
  assert.match(await failure(program("hanging", "#!/bin/sh\nexec sleep 60\n"), 200), /no answer within 0\.2 s/);
});
