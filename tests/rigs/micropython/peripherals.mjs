// The parts wired to a simulated Pico: switches or magnetic sensors, lamps, buttons, a piezo, dice.

import { nap } from "./lines.mjs";

export const LATCH = 17; // SH/LD of the 74HC165s: low takes the switches in, high lets them be shifted out
const CHAIN = 16; // how many 74HC165s
export const SELECT = [2, 3, 4, 5, 6, 7, 8]; // which of 128 magnetic sensors is heard
export const POWER = 15; // of the magnetic sensors
const MIDDLE = 32768; // of an analog input
const PULLED_UP = 1;

export class Peripherals {
  constructor(world, serial, uid) {
    Object.assign(this, { world, serial, uid });
    this.switches = Buffer.alloc(CHAIN, 0xff); // pulled up: a closed one is 0
    this.sensors = new Array(2 ** SELECT.length).fill(MIDDLE);
    this.pressed = new Map(); // levels that something outside puts on a pin
    this.bouncing = { mask: undefined, until: 0 };
    this.broken = new Set();
    this.hung = false;
    this.reset();
  }

  // A Pico that starts again has let go of its pins.
  reset() {
    this.levels = new Map();
    this.traceback = undefined; // of a program that has ended
    this.shifting = Buffer.alloc(0);
    this.received = new Map();
    this.deadline = Infinity;
  }

  // Waits for the initial inputs.
  meet() {
    let heard;
    while ((heard = this.world.heard()).length === 0) nap(1);
    for (const words of heard) this.happen(...words);
  }

  // Applies the new inputs, and passes a millisecond.
  turn() {
    do {
      for (const words of this.world.heard()) this.happen(...words);
      this.serial.fill();
      this.serial.flush();
      nap(1);
      this.watch();
    } while (this.hung);
  }

  happen(what, first, second) {
    const pin = Number(first);
    const done = {
      switches: () => { this.switches = Buffer.from(first, "hex"); },
      bounce: () => {
        this.bouncing = { mask: Buffer.from(first, "hex"), until: performance.now() + Number(second) };
      },
      sensor: () => { this.sensors[pin] = Number(second); },
      pin: () => this.pressed.set(pin, Number(second)),
      uart: () => this.received.set(pin, this.heardOn(pin) + second),
      break: () => this.broken.add(first),
      mend: () => this.broken.delete(first),
      hang: () => this.hang(Number(first)),
    };
    done[what]();
  }

  // Restarts the watchdog with this timeout; 0 stops it.
  feed(milliseconds) {
    this.deadline = milliseconds ? performance.now() + milliseconds : Infinity;
  }

  // Hangs the program; a running watchdog waits no longer than this.
  hang(milliseconds) {
    this.hung = true;
    const limit = performance.now() + milliseconds;
    if (this.deadline !== Infinity) this.deadline = Math.min(this.deadline, limit);
  }

  watch() {
    if (performance.now() > this.deadline) this.restart("watchdog");
  }

  // A reset ends the USB line and this process; the rig plugs the Pico in again.
  restart(why) {
    this.world.tell("restarted", why);
    process.exit(0);
  }

  heardOn(uart) {
    return this.received.get(uart) ?? "";
  }

  level(pin) {
    return this.levels.get(pin) ?? this.pressed.get(pin) ?? PULLED_UP;
  }

  set(pin, level) {
    if (pin === LATCH && this.levels.get(pin) === 0 && level === 1) this.shifting = this.felt();
    this.levels.set(pin, level);
  }

  // The current switches; some of them may be inverted for a moment.
  felt() {
    const { mask, until } = this.bouncing;
    if (performance.now() >= until) return this.switches;
    return this.switches.map((byte, place) => byte ^ mask[place]);
  }

  shift(length) {
    if (this.level(LATCH) === 0) return Buffer.alloc(length, this.switches[0] & 0x80 ? 0xff : 0);
    const bytes = Buffer.alloc(length);
    this.shifting.copy(bytes, 0, 0, length);
    this.shifting = this.shifting.subarray(length);
    return bytes;
  }

  measure() {
    if (this.level(POWER) === 0) return 0;
    return this.sensors[SELECT.reduce((sum, pin, bit) => sum | (this.level(pin) << bit), 0)];
  }

  take(uart) {
    const heard = this.heardOn(uart);
    this.received.delete(uart);
    return heard;
  }

  // The functions for the fakes; with numbers and texts only, since other values are never freed.
  functions() {
    const { world, serial } = this;
    return {
      uid: () => this.uid,
      broken: (part) => (this.broken.has(part) ? 1 : 0),
      turn: () => this.turn(),
      now: () => performance.now(),
      level: (pin) => this.level(pin),
      set: (pin, level) => this.set(pin, level),
      shift: (length) => this.shift(length).toString("hex"),
      measure: () => this.measure(),
      pixels: (pin, hex) => world.tell("pixels", pin, hex),
      tone: (pin, hertz, duty) => world.tell("tone", pin, hertz, duty),
      uartTake: (uart) => this.take(uart),
      uartGive: (uart, hex) => world.tell("uart", uart, hex),
      read: (most) => serial.read(most).toString("hex"),
      readable: () => serial.waiting.length,
      writable: () => (serial.writable() ? 1 : 0),
      write: (hex) => serial.write(Buffer.from(hex, "hex")),
      feed: (milliseconds) => this.feed(milliseconds),
      ended: (traceback) => { this.traceback = traceback; },
      restart: (why) => this.restart(why),
    };
  }
}
