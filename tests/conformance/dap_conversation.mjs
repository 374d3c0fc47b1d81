// What must hold of a conversation between a debugger's front end and `vouch dap`, beyond the shape of single messages.

export class DapConversation {
  #schemas;
  #onFault;
  #onValid;
  #asked = new Map(); // the client's requests that have no answer yet: seq -> command
  #lastSequence = 0;
  #isInitialized = false;
  #isTerminated = false;

  /** `onFault` gets words; `onValid` gets the name of each message whose shape is right. */
  constructor(schemas, onFault, onValid) {
    this.#schemas = schemas;
    this.#onFault = onFault;
    this.#onValid = onValid;
  }

  fromClient(message) {
    if (message?.type === "request") {
      this.#asked.set(message.seq, message.command);
    }
  }

  fromServer(message) {
    if (!Number.isInteger(message?.seq) || message.seq <= this.#lastSequence) {
      this.#onFault(`seq ${JSON.stringify(message?.seq)} after ${this.#lastSequence}`);
    } else {
      this.#lastSequence = message.seq;
    }
    if (message?.type === "response") {
      this.#response(message);
    } else if (message?.type === "event") {
      this.#event(message);
    } else {
      this.#onFault(`neither response nor event: ${JSON.stringify(message).slice(0, 200)}`);
    }
  }

  #response(message) {
    if (message.command === "" && message.success === false) { // to what was no request
      return this.#validate("DapFailure", "failure", { ...message, body: message.body ?? {} });
    }
    const asked = this.#asked.get(message.request_seq);
    this.#asked.delete(message.request_seq);
    if (asked === undefined || asked !== message.command) {
      this.#onFault(`an answer to nothing: ${JSON.stringify(message).slice(0, 200)}`);
    } else if (message.success) {
      this.#validate("DapResponses", message.command, message);
      this.#isInitialized ||= message.command === "initialize";
    } else {
      // `body` has an error for those who want more than `message`; without it, it may be left out.
      this.#validate("DapFailure", "failure", { ...message, body: message.body ?? {} });
      if (typeof message.message !== "string" || message.message === "") {
        this.#onFault(`${message.command} fails without saying why`);
      }
    }
  }

  #event(message) {
    this.#validate("DapEvents", message.event, message);
    if (!this.#isInitialized) {
      this.#onFault(`the event ${message.event} before the answer to initialize`);
    }
    if (message.event === "stopped" && this.#isTerminated) {
      this.#onFault("stopped after terminated");
    }
    this.#isTerminated ||= message.event === "terminated";
  }

  #validate(type, member, value) {
    if (!this.#schemas.knows(type, member)) {
      return this.#onFault(`${member} has no type in messages/dap.ts (${type})`);
    }
    const faults = this.#schemas.validate(type, member, value);
    faults.forEach((fault) => this.#onFault(`${member}: ${fault}`));
    if (faults.length === 0) {
      this.#onValid(`${type} ${member}`);
    }
  }
}
