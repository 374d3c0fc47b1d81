// What the language server may send, by method. A method without an entry here is a fault until it gets one.
import type * as Lsp from "vscode-languageserver-protocol";

/** Results of the client's requests. */
export interface LspResults {
  initialize: Lsp.InitializeResult;
  shutdown: null;
  "textDocument/hover": Lsp.Hover | null;
  "textDocument/codeLens": Lsp.CodeLens[] | null;
  "codeLens/resolve": Lsp.CodeLens;
  "textDocument/inlayHint": Lsp.InlayHint[] | null;
  "textDocument/codeAction": (Lsp.Command | Lsp.CodeAction)[] | null;
  "codeAction/resolve": Lsp.CodeAction;
  "textDocument/diagnostic": Lsp.DocumentDiagnosticReport;
  "workspace/diagnostic": Lsp.WorkspaceDiagnosticReport;
  "workspace/executeCommand": unknown;
  "vouch/verify": VouchStatus;
  "vouch/checks": VouchChecks | null;
  "vouch/run": VouchRun;
  "vouch/prove": VouchProof;
  "vouch/runTable": VouchRunTable;
}

export interface LspNotifications {
  "textDocument/publishDiagnostics": Lsp.PublishDiagnosticsParams;
  "window/logMessage": Lsp.LogMessageParams;
  "window/showMessage": Lsp.ShowMessageParams;
  "$/progress": {
    token: string | number;
    value: Lsp.WorkDoneProgressBegin | Lsp.WorkDoneProgressReport | Lsp.WorkDoneProgressEnd;
  };
  "$/logTrace": Lsp.LogTraceParams;
  "vouch/status": VouchStatus;
  "vouch/workspace": { total: number; done: number; running: boolean };
}

interface VouchChecks {
  uri: string;
  functions: {
    name: string;
    range: Lsp.Range;
    state: string;
    reason?: string;
    checks: { range: Lsp.Range; code: string; message: string; state: "proved" | "leftToCallers" | "open" | "violated" | "notReached" }[];
  }[];
}

interface VouchRunTable {
  trace: string;
  code: string;
  message: string;
  function: string;
  confirmed: boolean;
  variables: string[];
  columns: string[];
  rows: (Omit<VouchRunNode, "values" | "children" | "because"> & { cells: ({ value: string; changed: boolean } | null)[] })[];
}

interface VouchRunNode {
  step: number;
  text: string;
  kind: "step" | "branch" | "call" | "rounds" | "violation";
  function: string;
  uri: string;
  range: Lsp.Range;
  values: { name: string; value: string }[];
  children: VouchRunNode[];
  /** Of branches. */
  because?: { name: string; value: string; from: "write" | "input" | "caller" | "start" | "unknown"; text: string; step?: number }[];
}

interface VouchRun {
  trace: string;
  code: string;
  message: string;
  function: string;
  confirmed: boolean;
  nodes: VouchRunNode[];
}

interface VouchProof {
  verdict: "proved" | "violated" | "unknown";
  message: string;
  preconditions: string[];
  assumptions: string[];
  range?: Lsp.Range;
  function?: string;
  run?: VouchRun;
}

/** Params of the server's own requests. */
export interface LspServerRequests {
  "client/registerCapability": Lsp.RegistrationParams;
  "client/unregisterCapability": Lsp.UnregistrationParams;
  "workspace/configuration": Lsp.ConfigurationParams;
  "workspace/applyEdit": Lsp.ApplyWorkspaceEditParams;
  "workspace/codeLens/refresh": null;
  "workspace/inlayHint/refresh": null;
  "workspace/diagnostic/refresh": null;
  "window/workDoneProgress/create": Lsp.WorkDoneProgressCreateParams;
  "window/showMessageRequest": Lsp.ShowMessageRequestParams;
  "window/showDocument": Lsp.ShowDocumentParams;
}

/** Ours; docs/protocol.md says what it means. */
export interface VouchStatus {
  uri: string;
  version: Lsp.integer;
  generation: Lsp.integer;
  state: "queued" | "running" | "finished" | "doesNotCompile" | "stale" | "cancelled";
  verdictVersion?: Lsp.integer;
  verdict?: "safe" | "violated" | "unknown";
  reason?: string;
  seconds?: number;
  functions: VouchFunctionStatus[];
}

export interface VouchFunctionStatus {
  name: string;
  range: Lsp.Range;
  state: "stale" | "queued" | "running" | "proved" | "violated" | "unknown" | "assumed";
  verdict: "safe" | "violated" | "unknown";
  reason?: string;
  milliseconds: Lsp.uinteger;
  fromCache: boolean;
  traces: string[];
  since?: "edit";
}
