// Makes the .vsix: node scripts/package.mjs [--server PATH] [--out FILE]
// With --server the server goes along and the package is for Linux on x86-64 only; without, the extension looks for
// `vouch` in the setting and in PATH. PATH is a binary for this machine alone, or a folder with bin/vouch and lib/vouch, as the
// self-contained one is installed. With SOURCE_DATE_EPOCH the same contents give the same file.
import { chmodSync, cpSync, existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createVSIX } from "@vscode/vsce";

const { values } = parseArgs({
  options: { server: { type: "string" }, out: { type: "string", default: "vouch.vsix" } },
});

const program = join("server", "bin", "vouch");
rmSync("server", { recursive: true, force: true });
if (values.server !== undefined) {
  if (!existsSync(values.server)) {
    console.error(`package: there is no ${values.server}`);
    process.exit(2);
  }
  if (statSync(values.server).isDirectory()) {
    cpSync(join(values.server, "bin", "vouch"), program);
    cpSync(join(values.server, "lib", "vouch"), join("server", "lib", "vouch"), { recursive: true });
  } else {
    cpSync(values.server, program);
  }
  chmodSync(program, 0o755);
}
await createVSIX({
  packagePath: values.out,
  dependencies: false, // the bundle has them
  allowMissingRepository: true,
  skipLicense: !existsSync("LICENSE"),
  ...(values.server === undefined ? {} : { target: `${process.platform}-${process.arch}` }),
});
