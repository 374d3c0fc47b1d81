import * as path from "node:path";

/** What the search for the binary depends on, so that tests can decide it. */
export interface Surroundings {
  /** The setting `vouch.path`; empty if it is not set. */
  setting: string;
  extensionFolder: string;
  /** The folder of the workspace, if there is one. */
  workspaceFolder: string | undefined;
  home: string;
  /** The folders of the environment variable `PATH`. */
  searchPath: string[];
  isExecutable(file: string): boolean;
}

export type ServerBinary = { kind: "found"; file: string } | { kind: "missing"; message: string };

/** The setting, otherwise the binary that came with the extension, otherwise the first one in `PATH`. */
export function findServerBinary(surroundings: Surroundings): ServerBinary {
  if (surroundings.setting !== "") {
    return fromSetting(surroundings);
  }
  const bundled = path.join(surroundings.extensionFolder, "server", "bin", "vouch");
  const candidates = [bundled, ...surroundings.searchPath.filter(path.isAbsolute).map((folder) => path.join(folder, "vouch"))];
  const file = candidates.find((candidate) => surroundings.isExecutable(candidate));
  return file !== undefined
    ? { kind: "found", file }
    : {
        kind: "missing",
        message: "Vouch: the binary `vouch` is neither part of this extension nor in PATH. Install it or name it in the setting `vouch.path`.",
      };
}

/** A setting that leads nowhere is a mistake to be told, not a reason to take another binary. */
function fromSetting(surroundings: Surroundings): ServerBinary {
  const { setting, home, workspaceFolder } = surroundings;
  let file = setting.replace(/^~(?=\/|$)/, home);
  if (workspaceFolder !== undefined) {
    file = file.replaceAll("${workspaceFolder}", workspaceFolder);
  }
  if (!path.isAbsolute(file)) {
    if (file.includes("/")) {
      return { kind: "missing", message: `Vouch: the setting \`vouch.path\` must be absolute, but is ${setting}.` };
    }
    const found = surroundings.searchPath
      .filter(path.isAbsolute)
      .map((folder) => path.join(folder, file))
      .find((candidate) => surroundings.isExecutable(candidate));
    return found !== undefined
      ? { kind: "found", file: found }
      : { kind: "missing", message: `Vouch: the setting \`vouch.path\` is ${setting}, which is not in PATH.` };
  }
  return surroundings.isExecutable(file)
    ? { kind: "found", file }
    : { kind: "missing", message: `Vouch: the setting \`vouch.path\` is ${file}, which is not a program.` };
}
