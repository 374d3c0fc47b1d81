import * as vscode from "vscode";
import { type DocumentStatus, type Statuses, withStatus, withoutStatus } from "./status.ts";
import type { ServerState } from "./statusBar.ts";

/** The one source of truth for every surface: the server's state and the last `vouch/status` of each document. */
export class StatusBoard implements vscode.Disposable {
  private statuses: Statuses = new Map();
  private serverState: ServerState = "stopped";
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changes.event;

  get server(): ServerState {
    return this.serverState;
  }

  /** A server that is not running knows nothing, and its successor counts generations from the start. */
  serverIs(state: ServerState): void {
    this.serverState = state;
    if (state !== "running") {
      this.statuses = new Map();
    }
    this.changes.fire();
  }

  take(news: DocumentStatus): void {
    const next = withStatus(this.statuses, news);
    if (next !== this.statuses) {
      this.statuses = next;
      this.changes.fire();
    }
  }

  forget(uri: string): void {
    this.statuses = withoutStatus(this.statuses, uri);
    this.changes.fire();
  }

  statusOf(document: vscode.TextDocument | undefined): DocumentStatus | undefined {
    return document && this.statuses.get(document.uri.toString());
  }

  of(uri: string): DocumentStatus | undefined {
    return this.statuses.get(uri);
  }

  all(): DocumentStatus[] {
    return [...this.statuses.values()];
  }

  dispose(): void {
    this.changes.dispose();
  }
}
