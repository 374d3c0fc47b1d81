import * as vscode from "vscode";
import type { LanguageServer } from "./client.ts";
import type { DocumentStatus, Range } from "./status.ts";
import type { StatusBoard } from "./statusBoard.ts";
import {
  type CheckOfFunction,
  type FunctionWithChecks,
  type Outcome,
  coverageOf,
  explanationOf,
  outcomeOfCheck,
  outcomeOfFunction,
  segmentsOf,
} from "./testTree.ts";

/** How long news are collected before the tree is drawn. */
const pause = 200;

function toRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** Coverage by proofs, and what it was made of. */
class ProofCoverage extends vscode.FileCoverage {
  constructor(
    uri: vscode.Uri,
    readonly proofs: readonly FunctionWithChecks[],
  ) {
    const { checks, functions } = coverageOf(proofs);
    super(
      uri,
      new vscode.TestCoverageCount(checks.covered, checks.total),
      undefined,
      new vscode.TestCoverageCount(functions.covered, functions.total),
    );
  }

  details(): vscode.FileCoverageDetail[] {
    return this.proofs.flatMap((one) => [
      new vscode.DeclarationCoverage(one.name, one.state === "proved", toRange(one.range)),
      ...one.checks.map((check) => new vscode.StatementCoverage(outcomeOfCheck(check.state) === "passed", toRange(check.range))),
    ]);
  }
}

/**
 * VS Code's Testing view: folders, files, functions, and the checks of a function once somebody unfolds it. Its items have no places:
 * VS Code would cover our signs with its own, and say in the text once more what our diagnostics say.
 */
export class Testing implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController("vouch", "Vouch");
  /** The items of files, by URI, and which generation of the file they show. */
  private readonly files = new Map<string, { item: vscode.TestItem; generation: number }>();
  private readonly functions = new WeakMap<vscode.TestItem, string>();
  private readonly subscriptions: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly server: LanguageServer,
    private readonly board: StatusBoard,
  ) {
    this.controller.resolveHandler = (item) => (item ? this.addChecks(item) : undefined);
    this.controller.refreshHandler = () => this.server.execute("vouch.verifyWorkspace").then(() => undefined);
    this.controller.createRunProfile("Verify", vscode.TestRunProfileKind.Run, (request, token) => this.verify(request, token), true);
    const coverage = this.controller.createRunProfile(
      "Verify with Coverage by Proofs",
      vscode.TestRunProfileKind.Coverage,
      (request, token) => this.verify(request, token, (run) => this.addCoverage(run, request)),
    );
    coverage.loadDetailedCoverage = async (_run, file) => (file instanceof ProofCoverage ? file.details() : []);
    this.subscriptions = [this.controller, board.onDidChange(() => this.drawSoon())];
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  private drawSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.draw();
    }, pause);
  }

  /** Takes over what has finished since the last time, as one run of the view. */
  private draw(): void {
    const news = this.board.all().filter((status) => this.isNews(status));
    if (news.length === 0) {
      return;
    }
    const run = this.controller.createTestRun(new vscode.TestRunRequest(), undefined, false);
    for (const status of news) {
      this.show(run, status);
    }
    run.end();
  }

  private isNews(status: DocumentStatus): boolean {
    return status.state === "finished" && this.files.get(status.uri)?.generation !== status.generation;
  }

  private show(run: vscode.TestRun, status: DocumentStatus): void {
    const item = this.itemOfFile(vscode.Uri.parse(status.uri));
    this.files.set(status.uri, { item, generation: status.generation });
    item.children.replace(
      status.functions.map((one) => {
        const child = this.controller.createTestItem(`${item.id}#${one.name}`, one.name, item.uri);
        child.canResolveChildren = true;
        this.functions.set(child, one.name);
        return child;
      }),
    );
    for (const one of status.functions) {
      const child = item.children.get(`${item.id}#${one.name}`);
      const outcome = outcomeOfFunction(one.state);
      if (child && outcome) {
        report(run, child, outcome, explanationOf(one), one.milliseconds);
      }
    }
  }

  private itemOfFile(uri: vscode.Uri): vscode.TestItem {
    const segments = segmentsOf(vscode.workspace.asRelativePath(uri, false));
    let siblings = this.controller.items;
    let id = "";
    let item: vscode.TestItem | undefined;
    for (const [index, segment] of segments.entries()) {
      const isFile = index + 1 === segments.length;
      id = isFile ? uri.toString() : `${id}/${segment}`;
      item = siblings.get(id) ?? this.controller.createTestItem(id, segment, isFile ? uri : undefined);
      siblings.add(item);
      siblings = item.children;
    }
    return item ?? this.controller.createTestItem(uri.toString(), uri.path, uri);
  }

  private async addChecks(item: vscode.TestItem): Promise<void> {
    const name = this.functions.get(item);
    const found = item.uri && (await this.server.checksOf(item.uri.toString()))?.find((one) => one.name === name);
    if (!found) {
      return;
    }
    item.children.replace(found.checks.map((check, index) => this.itemOfCheck(item, check, index)));
    const run = this.controller.createTestRun(new vscode.TestRunRequest(), undefined, false);
    found.checks.forEach((check, index) => {
      const child = item.children.get(`${item.id}#${index}`);
      if (child) {
        report(run, child, outcomeOfCheck(check.state), check.message);
      }
    });
    run.end();
  }

  private itemOfCheck(parent: vscode.TestItem, check: CheckOfFunction, index: number): vscode.TestItem {
    const item = this.controller.createTestItem(`${parent.id}#${index}`, check.message, parent.uri);
    item.description = `${check.code}, line ${check.range.start.line + 1}`;
    item.sortText = String(index).padStart(6, "0");
    return item;
  }

  /** The URIs of the files that a request is about; none: all of the workspace. */
  private urisOf(request: vscode.TestRunRequest): string[] {
    const uris = new Set<string>();
    const add = (item: vscode.TestItem) => {
      if (item.uri) {
        uris.add(item.uri.toString());
      } else {
        item.children.forEach(add);
      }
    };
    request.include?.forEach(add);
    return [...uris];
  }

  private async verify(
    request: vscode.TestRunRequest,
    token: vscode.CancellationToken,
    whenDone: (run: vscode.TestRun) => Promise<void> = async () => {},
  ): Promise<void> {
    const run = this.controller.createTestRun(request);
    const uris = this.urisOf(request);
    const isRunning = (uri: string) => ["queued", "running"].includes(this.board.of(uri)?.state ?? "");
    for (const uri of uris) {
      this.files.get(uri)?.item.children.forEach((child) => run.started(child));
    }
    const begun = new Set<string>();
    const finished = new Promise<void>((resolve) => {
      const subscription = this.board.onDidChange(() => {
        for (const uri of uris.filter(isRunning)) {
          begun.add(uri);
        }
        if (uris.every((uri) => begun.has(uri) && !isRunning(uri)) || token.isCancellationRequested) {
          subscription.dispose();
          resolve();
        }
      });
      token.onCancellationRequested(() => {
        void this.server.execute(uris.length === 0 ? "vouch.cancelWorkspace" : "vouch.cancel", ...uris);
        subscription.dispose();
        resolve();
      });
    });
    if (uris.length === 0) {
      await this.server.verifyWorkspace(token);
    } else {
      await this.server.execute("vouch.verify", ...uris);
      await finished;
    }
    for (const { uri, functions } of this.board.all().filter((status) => uris.length === 0 || uris.includes(status.uri))) {
      const item = this.files.get(uri)?.item;
      for (const one of functions) {
        const child = item?.children.get(`${item.id}#${one.name}`);
        const outcome = outcomeOfFunction(one.state);
        if (child && outcome) {
          report(run, child, outcome, explanationOf(one), one.milliseconds);
        }
      }
    }
    await whenDone(run);
    run.end();
  }

  private async addCoverage(run: vscode.TestRun, request: vscode.TestRunRequest): Promise<void> {
    const uris = this.urisOf(request);
    for (const { uri } of this.board.all().filter((status) => uris.length === 0 || uris.includes(status.uri))) {
      const functions = await this.server.checksOf(uri);
      if (functions) {
        run.addCoverage(new ProofCoverage(vscode.Uri.parse(uri), functions));
      }
    }
  }
}

function report(run: vscode.TestRun, item: vscode.TestItem, outcome: Outcome, explanation: string, milliseconds?: number): void {
  const message = new vscode.TestMessage(explanation);
  switch (outcome) {
    case "passed":
      run.passed(item, milliseconds);
      break;
    case "failed":
      run.failed(item, message, milliseconds);
      break;
    case "errored":
      run.errored(item, message, milliseconds);
      break;
    case "skipped":
      run.skipped(item);
      break;
  }
}
