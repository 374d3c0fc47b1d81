/** Debug configurations of the type `vouch`. What their attributes mean is `vouch dap`'s business. */

export interface LaunchConfiguration {
  type: string;
  request: string;
  name: string;
  trace?: string;
  report?: string;
  [attribute: string]: unknown;
}

export type Resolution = { kind: "launch"; configuration: LaunchConfiguration } | { kind: "refused"; message: string };

/** The configuration that steps through the trace with this id. */
export function configurationForTrace(trace: string): LaunchConfiguration {
  return { type: "vouch", request: "launch", name: "Step through the violation", trace };
}

/**
 * What is launched for `given`, which is empty when the user starts the debugger without a configuration: then it is
 * the trace of the violation under the cursor, if there is one.
 */
export function resolveLaunch(given: Partial<LaunchConfiguration>, traceAtCursor: string | undefined): Resolution {
  if (given.type === undefined && given.request === undefined) {
    return traceAtCursor !== undefined
      ? { kind: "launch", configuration: configurationForTrace(traceAtCursor) }
      : { kind: "refused", message: "Vouch: put the cursor into the line of a violation and start again." };
  }
  if (given.trace === undefined && given.report === undefined) {
    return {
      kind: "refused",
      message: "Vouch: the debug configuration needs `trace` (an id or a file) or `report` (written by vouch check --format json).",
    };
  }
  return { kind: "launch", configuration: { name: "Vouch", ...given, type: "vouch", request: "launch" } };
}
