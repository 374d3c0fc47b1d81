// What the debug adapter may send, by command and by event.
import type { DebugProtocol as Dap } from "@vscode/debugprotocol";

export interface DapResponses {
  initialize: Dap.InitializeResponse;
  launch: Dap.LaunchResponse;
  configurationDone: Dap.ConfigurationDoneResponse;
  setBreakpoints: Dap.SetBreakpointsResponse;
  setFunctionBreakpoints: Dap.SetFunctionBreakpointsResponse;
  setExceptionBreakpoints: Dap.SetExceptionBreakpointsResponse;
  dataBreakpointInfo: Dap.DataBreakpointInfoResponse;
  setDataBreakpoints: Dap.SetDataBreakpointsResponse;
  breakpointLocations: Dap.BreakpointLocationsResponse;
  threads: Dap.ThreadsResponse;
  stackTrace: Dap.StackTraceResponse;
  scopes: Dap.ScopesResponse;
  variables: Dap.VariablesResponse;
  source: Dap.SourceResponse;
  evaluate: Dap.EvaluateResponse;
  next: Dap.NextResponse;
  stepIn: Dap.StepInResponse;
  stepOut: Dap.StepOutResponse;
  stepBack: Dap.StepBackResponse;
  continue: Dap.ContinueResponse;
  reverseContinue: Dap.ReverseContinueResponse;
  pause: Dap.PauseResponse;
  goto: Dap.GotoResponse;
  gotoTargets: Dap.GotoTargetsResponse;
  stepInTargets: Dap.StepInTargetsResponse;
  completions: Dap.CompletionsResponse;
  restart: Dap.RestartResponse;
  restartFrame: Dap.RestartFrameResponse;
  exceptionInfo: Dap.ExceptionInfoResponse;
  loadedSources: Dap.LoadedSourcesResponse;
  cancel: Dap.CancelResponse;
  terminate: Dap.TerminateResponse;
  disconnect: Dap.DisconnectResponse;
}

/** Of any request that failed. */
export interface DapFailure {
  failure: Dap.ErrorResponse;
}

export interface DapEvents {
  initialized: Dap.InitializedEvent;
  stopped: Dap.StoppedEvent;
  continued: Dap.ContinuedEvent;
  terminated: Dap.TerminatedEvent;
  exited: Dap.ExitedEvent;
  output: Dap.OutputEvent;
  thread: Dap.ThreadEvent;
  breakpoint: Dap.BreakpointEvent;
  capabilities: Dap.CapabilitiesEvent;
  invalidated: Dap.InvalidatedEvent;
  loadedSource: Dap.LoadedSourceEvent;
}
