// What must hold of a conversation between a language client and `vouch lsp`, beyond the shape of single messages.
import { Documents, rangesIn } from "./documents.mjs";

const codes = { parseError: -32700, invalidRequest: -32600, methodNotFound: -32601, notInitialized: -32002 };

/** What a client must have announced before the server may ask for it. */
const announced = {
  "window/workDoneProgress/create": (client) => client.window?.workDoneProgress,
  "window/showDocument": (client) => client.window?.showDocument?.support,
  "workspace/configuration": (client) => client.workspace?.configuration,
  "workspace/applyEdit": (client) => client.workspace?.applyEdit,
  "workspace/codeLens/refresh": (client) => client.workspace?.codeLens?.refreshSupport,
  "workspace/inlayHint/refresh": (client) => client.workspace?.inlayHint?.refreshSupport,
  "workspace/diagnostic/refresh": (client) => client.workspace?.diagnostics?.refreshSupport,
};

export class LspConversation {
  #schemas;
  #onFault;
  #onValid;
  #documents = new Documents();
  #capabilities = {};
  #phase = "before"; // initializing, running, over
  #asked = new Map(); // the client's requests that have no answer yet, by id
  #serverAsked = new Set();
  #tokens = new Set();
  #generations = new Map(); // the last one of each document

  /** `onFault` gets words; `onValid` gets the name of each message whose shape is right. */
  constructor(schemas, onFault, onValid) {
    this.#schemas = schemas;
    this.#onFault = onFault;
    this.#onValid = onValid;
  }

  /** A message of the client. Tests also send nonsense: what cannot be understood is passed over. */
  fromClient(message) {
    if (message === null || typeof message !== "object" || typeof message.method !== "string") {
      return;
    }
    const { method, params } = message;
    if ("id" in message) {
      const key = JSON.stringify(message.id);
      const uri = params?.textDocument?.uri;
      const request = { method, params, phase: this.#phase, uri, version: this.#documents.currentVersion(uri) };
      this.#asked.set(key, [...(this.#asked.get(key) ?? []), request]);
      if (params?.workDoneToken !== undefined) {
        this.#tokens.add(params.workDoneToken);
      }
    }
    if (method === "initialize" && this.#phase === "before") {
      this.#phase = "initializing";
      this.#capabilities = params?.capabilities ?? {};
    } else if (method === "shutdown" && this.#phase !== "before") {
      this.#phase = "over";
    } else if (this.#phase !== "before") {
      this.#follow(method, params);
    }
  }

  fromServer(message) {
    if (message === null || typeof message !== "object" || message.jsonrpc !== "2.0") {
      this.#onFault(`not a message of JSON-RPC 2.0: ${JSON.stringify(message).slice(0, 200)}`);
    } else if (message.method === undefined) {
      this.#response(message);
    } else if ("id" in message) {
      this.#request(message);
    } else {
      this.#notification(message);
    }
  }

  #follow(method, params) {
    try {
      if (method === "textDocument/didOpen") {
        this.#documents.open(params.textDocument);
      } else if (method === "textDocument/didChange") {
        this.#documents.change(params);
      } else if (method === "textDocument/didClose") {
        this.#documents.close(params.textDocument.uri);
      }
    } catch {
      // params that are none
    }
  }

  #response(message) {
    const isFailure = "error" in message;
    if (isFailure === "result" in message) {
      return this.#onFault(`a response needs either a result or an error: ${JSON.stringify(message).slice(0, 200)}`);
    }
    if (isFailure && !(Number.isInteger(message.error?.code) && typeof message.error.message === "string")) {
      return this.#onFault(`not an error: ${JSON.stringify(message.error)}`);
    }
    const key = JSON.stringify(message.id);
    const [request, ...others] = this.#asked.get(key) ?? [];
    if (!request) {
      const isForNonsense = isFailure && [codes.parseError, codes.invalidRequest].includes(message.error.code);
      return isForNonsense && message.id === null ? undefined : this.#onFault(`an answer to nothing: ${JSON.stringify(message).slice(0, 200)}`);
    }
    this.#asked.set(key, others);
    this.#phaseRespected(request, message);
    if (request.method === "initialize" && request.phase === "before") {
      this.#phase = isFailure ? "before" : this.#phase === "initializing" ? "running" : this.#phase;
      this.#documents.encoding = message.result?.capabilities?.positionEncoding ?? "utf-16";
    }
    if (!isFailure) {
      this.#validate("LspResults", request.method, message.result);
      this.#rangesInside(message.result, request.uri, () => request.version, `the answer to ${request.method}`);
    } else if (!this.#schemas.knows("LspResults", request.method) && request.phase === "running" && message.error.code !== codes.methodNotFound) {
      this.#onFault(`${request.method} is not a method, but its error is ${message.error.code}`);
    }
  }

  #phaseRespected({ method, phase }, message) {
    const expected = phase === "over" ? codes.invalidRequest : phase === "before" && method !== "initialize" ? codes.notInitialized : undefined;
    if (expected !== undefined && message.error?.code !== expected) {
      this.#onFault(`${method} ${phase === "over" ? "after shutdown" : "before initialize"} must be answered with ${expected}: ${JSON.stringify(message).slice(0, 200)}`);
    }
  }

  #request({ id, method, params }) {
    if (this.#serverAsked.has(id)) {
      this.#onFault(`the id ${JSON.stringify(id)} has been used before`);
    }
    this.#serverAsked.add(id);
    this.#validate("LspServerRequests", method, params ?? null);
    if (announced[method] && !announced[method](this.#capabilities)) {
      this.#onFault(`${method} is for clients that announce it`);
    }
    if (method === "window/workDoneProgress/create") {
      this.#tokens.add(params.token);
    }
    this.#rangesInside(params, undefined, (uri) => this.#documents.currentVersion(uri), method);
  }

  #notification({ method, params }) {
    this.#validate("LspNotifications", method, params);
    if (method === "textDocument/publishDiagnostics") {
      this.#diagnostics(params);
    } else if (method === "vouch/status") {
      this.#status(params);
    } else if (method === "$/progress" && !this.#tokens.has(params.token)) {
      this.#onFault(`progress of ${JSON.stringify(params.token)}, which nobody has created`);
    }
  }

  /** Ranges move along with edits; what else there is belongs to the version of the verdict. */
  #status(params) {
    const { uri, version, verdictVersion, generation } = params;
    for (const [name, said] of Object.entries({ version, verdictVersion })) {
      const isOnDisk = said === 0 && !this.#documents.isOpen(uri); // verified with the workspace
      if (said !== undefined && !isOnDisk && !this.#documents.hasHad(uri, said)) {
        this.#onFault(`vouch/status has ${name} ${said} of ${uri}, which the client has never sent`);
      }
    }
    if (generation <= this.#generations.get(uri)) {
      this.#onFault(`vouch/status has generation ${generation} after ${this.#generations.get(uri)}`);
    }
    this.#generations.set(uri, generation);
    this.#rangesInside(params, uri, () => version, "vouch/status");
  }

  #diagnostics({ uri, version, diagnostics }) {
    const supportsVersions = this.#capabilities.textDocument?.publishDiagnostics?.versionSupport;
    if (version !== undefined && !this.#documents.hasHad(uri, version)) {
      this.#onFault(`diagnostics for version ${version} of ${uri}, which the client has never sent`);
    }
    if (version === undefined && supportsVersions && this.#documents.isOpen(uri) && diagnostics.length > 0) {
      this.#onFault(`diagnostics of ${uri} without a version`);
    }
    this.#rangesInside(diagnostics, uri, (of) => (of === uri ? version : undefined), "diagnostics");
  }

  #validate(type, member, value) {
    if (!this.#schemas.knows(type, member)) {
      return this.#onFault(`${member} has no type in messages/lsp.ts (${type})`);
    }
    const faults = this.#schemas.validate(type, member, value);
    faults.forEach((fault) => this.#onFault(`${member}: ${fault}`));
    if (faults.length === 0) {
      this.#onValid(`${type} ${member}`);
    }
  }

  #rangesInside(value, uri, versionOf, what) {
    for (const { uri: of, range } of rangesIn(value, uri)) {
      const fault = this.#documents.faultOf(of, versionOf(of), range);
      if (fault !== undefined) {
        this.#onFault(`a range in ${what} is not inside of ${of}: ${fault}`);
      }
    }
  }
}
