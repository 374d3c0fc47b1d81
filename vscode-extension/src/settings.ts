/** From what a user has set to what the server is told. */

/** The section `vouch` of the configuration, as package.json declares it. */
export interface Settings {
  readonly [key: string]: unknown;
}

/** What is the extension's own business and not the server's. */
const ownKeys = new Set(["path", "trace"]);

/** An empty string stands for "what the server does by itself". */
function isLeftToTheServer(value: unknown): boolean {
  return value === "" || value === undefined;
}

/** The settings for the server: without the extension's own and without those that are left to the server. */
export function serverSettings(settings: Settings): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).filter(([key, value]) => !ownKeys.has(key) && !isLeftToTheServer(value)),
  );
}

/** `initializationOptions` of the session. */
export function initializationOptions(settings: Settings): Record<string, unknown> {
  return { ...serverSettings(settings), stepThrough: true };
}

/**
 * Whether a change of the settings needs a new server: another binary, or a setting taken back. A server keeps the
 * value of a setting that it is not told about.
 */
export function needsRestart(before: Settings, after: Settings): boolean {
  const told = serverSettings(after);
  return before["path"] !== after["path"] || Object.keys(serverSettings(before)).some((key) => !(key in told));
}

/**
 * The command that opens the setting `vouch.path`, with its argument. The binary is on the machine where the files are: in a window
 * that is connected to another one (`remoteName`), paths belong into that machine's settings.
 */
export function pageOfThePath(remoteName: string | undefined): [command: string, argument: unknown] {
  return remoteName === undefined
    ? ["workbench.action.openSettings", "vouch.path"]
    : ["workbench.action.openRemoteSettings", { query: "vouch.path" }];
}
