import type { DocumentStatus, FunctionState } from "./status.ts";

/** The life of the language server as far as a user cares. */
export type ServerState = "missing" | "broken" | "starting" | "running" | "stopped";

export interface StatusBarContent {
  /** With icons in the notation `$(name)`. */
  text: string;
  tooltip: string;
  background: "error" | "warning" | "none";
  command: "vouch.showLog" | "vouch.restartServer" | "vouch.cancelVerification" | "vouch.verifyFile";
}

const words: Record<FunctionState, string> = {
  violated: "can fail",
  unknown: "unknown",
  running: "being verified",
  queued: "queued",
  stale: "out of date",
  assumed: "accepted",
  proved: "proved",
};

/** How many functions are in which state, one line for each state that occurs. */
function countsOf(status: DocumentStatus): string[] {
  return Object.entries(words).flatMap(([state, word]) => {
    const count = status.functions.filter((one) => one.state === state).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? "function" : "functions"} ${word}`];
  });
}

function contentOfServer(server: Exclude<ServerState, "running">): StatusBarContent {
  switch (server) {
    case "missing":
      return content("$(warning) Vouch: no binary", ["The binary `vouch` was not found."], "vouch.restartServer", "warning");
    case "broken":
      return content("$(warning) Vouch: cannot start", ["The binary `vouch` cannot be started; the log says why. Click to try again."], "vouch.restartServer", "warning");
    case "starting":
      return content("$(sync~spin) Vouch", ["The server is starting."], "vouch.showLog");
    case "stopped":
      return content("$(debug-disconnect) Vouch", ["The server has stopped. Click to start it."], "vouch.restartServer", "warning");
  }
}

function content(
  text: string,
  tooltip: string[],
  command: StatusBarContent["command"],
  background: StatusBarContent["background"] = "none",
): StatusBarContent {
  return { text, tooltip: tooltip.join("\n"), background, command };
}

/** What the status bar says about the document in the active editor; `status` is missing until the server has spoken. */
export function statusBarContent(server: ServerState, status: DocumentStatus | undefined): StatusBarContent {
  if (server !== "running") {
    return contentOfServer(server);
  }
  if (!status) {
    return content("$(circle-outline) Vouch", ["Nothing is known of this file yet. Click to verify it."], "vouch.verifyFile");
  }
  const details = countsOf(status);
  switch (status.state) {
    case "queued":
      return content("$(clock) Vouch: queued", [...details, "Click to cancel."], "vouch.cancelVerification");
    case "running":
      return content("$(sync~spin) Vouch: verifying…", [...details, "Click to cancel."], "vouch.cancelVerification");
    case "stale":
      return content("$(history) Vouch: out of date", [...details, "Click to verify."], "vouch.verifyFile");
    case "cancelled":
      return content("$(circle-slash) Vouch: cancelled", [...details, "Click to verify."], "vouch.verifyFile");
    case "doesNotCompile":
      return content("$(error) Vouch: does not compile", ["There are no verdicts for C that does not compile."], "vouch.verifyFile", "error");
    case "finished":
      return contentOfVerdict(status, details);
  }
}

/** `23 of 25 proved · 1 can fail`: what is there of a file that is not proved as a whole. */
function summaryOf(status: DocumentStatus): string {
  if (status.functions.length === 0) {
    return "unknown";
  }
  const count = (state: FunctionState) => status.functions.filter((one) => one.state === state).length;
  const parts = ([["can fail", "violated"], ["accepted", "assumed"], ["unknown", "unknown"]] as const)
    .map(([word, state]) => ({ word, count: count(state) }))
    .filter((part) => part.count > 0)
    .map((part) => `${part.count} ${part.word}`);
  return [`${count("proved")} of ${status.functions.length} proved`, ...parts].join(" · ");
}

function contentOfVerdict(status: DocumentStatus, details: string[]): StatusBarContent {
  const lines = [...details];
  const fresh = status.functions.filter((one) => one.state === "violated" && one.since === "edit").map((one) => one.name);
  if (fresh.length > 0) {
    lines.push(`since this edit: ${fresh.join(", ")}`);
  }
  if (status.seconds !== undefined) {
    lines.push(`verified in ${status.seconds.toFixed(1)} s`);
  }
  lines.push("Click to verify again.");
  const has = (state: FunctionState) => status.functions.some((one) => one.state === state);
  switch (status.verdict) {
    case "safe":
      return content("$(pass) Vouch: proved", lines, "vouch.verifyFile");
    case "violated":
      return has("violated")
        ? content(`$(error) Vouch: ${summaryOf(status)}`, lines, "vouch.verifyFile", "error")
        : content(`$(warning) Vouch: ${summaryOf(status)}`, lines, "vouch.verifyFile", "warning");
    default: {
      const reason = status.reason ? `: ${status.reason}` : "";
      return content(`$(question) Vouch: ${summaryOf(status)}`, [`undecided${reason}`, ...lines], "vouch.verifyFile", "warning");
    }
  }
}
