import assert from "node:assert/strict";
import { test } from "node:test";
import { findServerBinary, type Surroundings } from "../src/serverBinary.ts";

function surroundings(programs: string[], parts: Partial<Surroundings> = {}): Surroundings {
  return {
    setting: "",
    extensionFolder: "/opt/extension",
    workspaceFolder: "/project",
    home: "/home/me",
    searchPath: ["/usr/local/bin", "/usr/bin"],
    isExecutable: (file) => programs.includes(file),
    ...parts,
  };
}

function found(file: string) {
  return { kind: "found", file };
}

test("the setting comes first, then the bundled binary, then PATH in its order", () => {
  const everywhere = ["/a/vouch", "/opt/extension/server/bin/vouch", "/usr/local/bin/vouch", "/usr/bin/vouch"];
  assert.deepEqual(findServerBinary(surroundings(everywhere, { setting: "/a/vouch" })), found("/a/vouch"));
  assert.deepEqual(findServerBinary(surroundings(everywhere)), found("/opt/extension/server/bin/vouch"));
  assert.deepEqual(findServerBinary(surroundings(everywhere.slice(2))), found("/usr/local/bin/vouch"));
  assert.deepEqual(findServerBinary(surroundings(everywhere.slice(3))), found("/usr/bin/vouch"));
});

test("a setting that leads nowhere is told, and no other binary is taken", () => {
  const answer = findServerBinary(surroundings(["/usr/bin/vouch"], { setting: "/nowhere/vouch" }));
  assert.equal(answer.kind, "missing");
  assert.match(answer.kind === "missing" ? answer.message : "", /vouch\.path.*\/nowhere\/vouch/);
});

test("the setting may begin with the home or the workspace's folder", () => {
  assert.deepEqual(
    findServerBinary(surroundings(["/home/me/bin/vouch"], { setting: "~/bin/vouch" })),
    found("/home/me/bin/vouch"),
  );
  assert.deepEqual(
    findServerBinary(surroundings(["/project/build/vouch"], { setting: "${workspaceFolder}/build/vouch" })),
    found("/project/build/vouch"),
  );
});

test("a name in the setting is looked for in PATH, a relative path is refused", () => {
  assert.deepEqual(
    findServerBinary(surroundings(["/usr/bin/vouch-0.1"], { setting: "vouch-0.1" })),
    found("/usr/bin/vouch-0.1"),
  );
  assert.equal(findServerBinary(surroundings(["build/vouch"], { setting: "build/vouch" })).kind, "missing");
});

test("relative folders in PATH do not count: they depend on where the editor was started", () => {
  assert.equal(findServerBinary(surroundings(["bin/vouch"], { searchPath: ["bin", ""] })).kind, "missing");
});

test("without any binary the message names the setting", () => {
  const answer = findServerBinary(surroundings([]));
  assert.match(answer.kind === "missing" ? answer.message : "", /vouch\.path/);
});
