// The lines that lead out of a simulated Pico, read and written without ever waiting.

import fs from "node:fs";
import { Worker } from "node:worker_threads";

const CHUNK = 512;
const TAKEN = 500; // milliseconds that a write waits for a full USB line before it is dropped
const still = new Int32Array(new SharedArrayBuffer(4));

Error.stackTraceLimit = 0; // reading an empty line throws, a thousand times a second

export function nap(milliseconds) {
  Atomics.wait(still, 0, 0, milliseconds);
}

// The process that started this one holds the other end: when it dies, so does this one.
export function dieWith(life) {
  const lifeline = `
    const { Socket } = require("node:net");
    new Socket({ fd: ${life} }).on("close", () => process.kill(process.pid, "SIGKILL")).resume();
  `;
  new Worker(lifeline, { eval: true });
}

function take(fd) {
  const buffer = Buffer.alloc(CHUNK);
  try {
    const length = fs.readSync(fd, buffer, 0, CHUNK, null);
    if (length === 0) process.exit(0); // nobody is there any more
    return buffer.subarray(0, length);
  } catch (fault) {
    if (fault.code === "EAGAIN") return buffer.subarray(0, 0);
    process.exit(0);
  }
}

function give(fd, bytes) {
  try {
    return fs.writeSync(fd, bytes, 0, bytes.length);
  } catch (fault) {
    if (fault.code === "EAGAIN") return 0;
    process.exit(0);
  }
}

// The inputs and outputs of the Pico, as lines of text.
export class World {
  constructor(fd) {
    this.fd = fd;
    this.rest = "";
  }

  heard() {
    const [...lines] = (this.rest + take(this.fd).toString("latin1")).split("\n");
    this.rest = lines.pop();
    return lines.map((line) => line.split(" "));
  }

  tell(...words) {
    let bytes = Buffer.from(words.join(" ") + "\n", "latin1");
    while (bytes.length) {
      const given = give(this.fd, bytes);
      bytes = bytes.subarray(given);
      if (given === 0) nap(1);
    }
  }
}

// The USB console: bytes that wait in a ring, and a line that fills up if nobody reads.
export class Serial {
  constructor(input, output) {
    this.input = input;
    this.output = output;
    this.waiting = Buffer.alloc(0);
  }

  fill() {
    if (this.waiting.length < CHUNK) this.waiting = Buffer.concat([this.waiting, take(this.input)]);
  }

  read(most = CHUNK) {
    const bytes = this.waiting.subarray(0, most);
    this.waiting = this.waiting.subarray(bytes.length);
    return bytes;
  }

  writable() {
    return this.left === undefined || this.flush();
  }

  flush() {
    this.left = this.left?.subarray(give(this.output, this.left));
    if (this.left?.length === 0) this.left = undefined;
    return this.left === undefined;
  }

  write(data) {
    const late = Date.now() + TAKEN;
    while (!this.writable() && Date.now() < late) nap(1);
    if (this.left !== undefined) return;
    this.left = Buffer.from(data);
    this.flush();
  }
}
