// A client of the Language Server Protocol: requests and notifications to a process, and back.
"use strict";

const { spawn } = require("node:child_process");

class Client {
  // Starts a command. `onNotice(method, params)` takes notifications, `onEnd(reason)` the end of the process.
  constructor(command, words, { onNotice, onEnd }) {
    this.waiting = new Map();
    this.received = Buffer.alloc(0);
    this.count = 0;
    this.onNotice = onNotice;
    this.process = spawn(command, words, { stdio: ["pipe", "pipe", "pipe"] });
    this.process.stdout.on("data", (data) => this.take(data));
    this.process.stdin.on("error", () => {});
    let remarks = "";
    this.process.stderr.on("data", (data) => (remarks = (remarks + data).slice(-2000)));
    const end = (reason) => {
      for (const { reject } of this.waiting.values()) reject(new Error(reason));
      this.waiting.clear();
      onEnd?.(reason);
    };
    this.process.on("error", (error) => end(error.message));
    this.process.on("exit", (status) => end(remarks.trim() || `status ${status}`));
  }

  // Returns a promise of the result.
  request(method, params) {
    const id = ++this.count;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.send({ id, method, params });
    return answer;
  }

  notify(method, params) {
    this.send({ method, params });
  }

  send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  take(data) {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      const end = this.received.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(this.received.toString("utf8", 0, end))?.[1] ?? 0);
      if (this.received.length < end + 4 + length) return;
      const body = this.received.subarray(end + 4, end + 4 + length);
      this.received = this.received.subarray(end + 4 + length);
      this.receive(JSON.parse(body.toString("utf8")));
    }
  }

  receive(message) {
    if (message.method === undefined) {
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.error) waiting?.reject(new Error(message.error.message));
      else waiting?.resolve(message.result);
      return;
    }
    // The server's own requests want no more than to be heard.
    if (message.id !== undefined) this.send({ id: message.id, result: null });
    this.onNotice?.(message.method, message.params);
  }

  async stop() {
    await this.request("shutdown", null).catch(() => {});
    this.notify("exit", null);
  }
}

module.exports = { Client };
