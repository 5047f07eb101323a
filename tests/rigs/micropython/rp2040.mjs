// A Pico on a desk, down to its chip: the real MicroPython in machine code, run by rp2040js.
//
// node rp2040.mjs RP2040JS UF2 ROM FLASH UID WORLD LIFE
//
// It is slower than a chip: its milliseconds, which all its peripherals count, are longer than ours.

import fs from "node:fs";

import { QspiPins, FlashChip } from "./flash_chip.mjs";
import { LATCH, POWER, Peripherals, SELECT } from "./peripherals.mjs";
import { Serial, World, dieWith, nap } from "./lines.mjs";

const [rp2040js, uf2, rom, files, uid, news, life] = process.argv.slice(2);
const { GPIOPinState, Simulator, USBCDC } = await import(rp2040js);

const FLASH = 0x10000000; // where the processor finds it
const SERIAL_FLASH = 0x18000; // peripherals, as rp2040js numbers them
const FLASH_PINS = 0x40018;
const WATCHDOG = 0x40058;
const TIMED_OUT = 1; // the reason of a restart by the watchdog
const FILES = 0xa0000; // where in the flash the files begin
const BUTTONS = [10, 11, 12, 13];
const PIEZO = { pin: 14, slice: 7 };
const STRIP = 22;
const DICE = 1;
const IN_ENDPOINT_0 = 0x80; // where the USB port is told what to send
const AVAILABLE = 1 << 10;
const IDLES_HIGH = 1 << 6; // the clock of the shift registers
const READS_LATE = 1 << 7; // once they have shifted
const FASTEST = 1e6; // hertz on a ribbon cable
const MILLISECOND = 1e6; // in nanoseconds, as the clock of the chip counts
const CYCLE = 8;
const ZERO = [250, 550]; // nanoseconds for which the pin is high for a 0; below, for a 1
const ONE = [650, 950];
const LATCHED = 50_000; // nanoseconds of silence after which the lamps show their data
const HURRY = 4; // how much faster the time of a program that hangs passes

dieWith(Number(life));

const sim = new Simulator();
const mcu = sim.rp2040;
const { core, clock, gpio } = mcu;
const world = new World(Number(news));
const serial = new Serial(0, 1);

class Desk extends Peripherals {
  happen(what, first, second) {
    super.happen(what, first, second);
    if (what === "pin") gpio[Number(first)].setInputValue(second === "1");
  }
}

// The lamps: each bit is encoded in the time for which the pin is high.
class Strip {
  constructor() {
    this.bits = "";
    this.since = 0;
    this.high = false;
  }

  change(high) {
    if (high) this.look();
    else if (this.high) this.bits += this.bit(clock.nanos - this.since);
    this.high = high;
    this.since = clock.nanos;
  }

  bit(pulse) {
    if (pulse >= ZERO[0] && pulse <= ZERO[1]) return "0";
    if (pulse >= ONE[0] && pulse <= ONE[1]) return "1";
    throw new Error(`no lamp understands a pulse of ${pulse} ns`);
  }

  look() {
    if (this.bits === "" || clock.nanos - this.since < LATCHED) return;
    const bytes = this.bits.match(/.{1,8}/g).map((bits) => parseInt(bits, 2));
    world.tell("pixels", STRIP, Buffer.from(bytes).toString("hex"));
    this.bits = "";
  }
}

const pico = new Desk(world, serial, uid);
const strip = new Strip();
const cdc = new USBCDC(mcu.usbCtrl);
let tone = "0 0";
let waiting; // a packet that waits until the host has read the one before
let said = []; // to the dice
let heard = Buffer.alloc(0); // from the dice

function load() {
  console.warn = () => {};
  mcu.logger = { debug() {}, info() {}, warn() {}, error() {} }; // of what it does not simulate
  const words = fs.readFileSync(rom);
  mcu.loadBootrom(new Uint32Array(words.buffer, words.byteOffset, words.length / 4));
  const image = fs.readFileSync(uf2);
  for (let at = 0; at < image.length; at += 512) {
    const payload = image.subarray(at + 32, at + 32 + image.readUInt32LE(at + 16));
    mcu.flash.set(payload, image.readUInt32LE(at + 12) - FLASH);
  }
  mcu.flash.set(fs.readFileSync(files), FILES);
  const kept = fs.openSync(files, "r+");
  const chip = new FlashChip(mcu.flash, Buffer.from(uid, "hex"), (from, bytes) =>
    fs.writeSync(kept, bytes, 0, bytes.length, from - FILES),
  );
  mcu.peripherals[SERIAL_FLASH] = chip;
  mcu.peripherals[FLASH_PINS] = new QspiPins(chip);
  core.PC = FLASH;
}

function wire() {
  for (const pin of BUTTONS) gpio[pin].setInputValue(true);
  for (const pin of [LATCH, POWER, ...SELECT]) {
    gpio[pin].addListener((state) => pico.set(pin, state === GPIOPinState.High ? 1 : 0));
  }
  gpio[STRIP].addListener((state) => strip.change(state === GPIOPinState.High));
  const spi = mcu.spi[0];
  spi.onTransmit = () => {
    const right = (spi.control0 & (IDLES_HIGH | READS_LATE)) === IDLES_HIGH;
    spi.completeTransmit(right && spi.clockFrequency <= FASTEST ? pico.shift(1)[0] : 0);
  };
  mcu.uart[DICE].onByte = (byte) => said.push(byte);
  // The original would request more data to send again and again.
  mcu.uart[DICE].checkInterrupts = function () {
    mcu.setInterrupt(this.irq, !!(this.interruptStatus & this.interruptMask));
  };
  const { adc } = mcu;
  const measured = clock.createAlarm(() => adc.completeADCRead(pico.measure() >> 4, false));
  adc.onADCRead = () => measured.schedule(adc.sampleTime * 1000);
  cdc.onSerialData = (bytes) => serial.write(Buffer.from(bytes));
  const { usbCtrl } = mcu;
  const send = usbCtrl.DPRAMUpdated.bind(usbCtrl);
  usbCtrl.DPRAMUpdated = (offset, value) => {
    const toHost = offset === IN_ENDPOINT_0 + 8 * cdc.inEndpoint && value & AVAILABLE;
    if (toHost && !serial.writable()) waiting = () => send(offset, value);
    else send(offset, value);
  };
  const watchdog = mcu.peripherals[WATCHDOG];
  watchdog.onWatchdogTrigger = () => pico.restart(watchdog.reason === TIMED_OUT ? "watchdog" : "reset");
}

// Exchanges data between the chip and the desk, once in a millisecond.
function pass() {
  for (const words of world.heard()) pico.happen(...words);
  serial.fill();
  serial.flush();
  if (waiting !== undefined && serial.writable()) {
    const send = waiting;
    waiting = undefined;
    send();
  }
  while (!cdc.txFIFO.full && serial.waiting.length) cdc.sendSerialByte(serial.read(1)[0]);
  heard = Buffer.concat([heard, Buffer.from(pico.take(DICE), "hex")]);
  while (heard.length && !mcu.uart[DICE].rxFIFO.full) {
    mcu.uart[DICE].feedByte(heard[0]);
    heard = heard.subarray(1);
  }
  if (said.length) world.tell("uart", DICE, Buffer.from(said).toString("hex"));
  said = [];
  strip.look();
  listen();
}

// Reports the tone of the piezo, as its PWM is set.
function listen() {
  const { csr, div, top, cc } = mcu.pwm.channels[PIEZO.slice];
  const hertz = Math.round((mcu.clkSys * 16) / (div * (top + 1)));
  const now = csr & 1 ? `${hertz} ${cc & 0xffff}` : "0 0";
  if (now !== tone) world.tell("tone", PIEZO.pin, now);
  tone = now;
}

function run(until) {
  while (clock.nanos < until) {
    if (pico.hung || core.waiting) {
      const next = clock.nanosToNextAlarm;
      clock.tick(next > 0 ? Math.min(next, until - clock.nanos) : pico.hung || !next ? until - clock.nanos : 0);
    } else {
      clock.tick(core.executeInstruction() * CYCLE);
    }
  }
}

load();
wire();
pico.meet();
world.tell("booted");
let due = performance.now();
for (;;) {
  pass();
  run(clock.nanos + MILLISECOND);
  due = Math.max(due + 1 / (pico.hung ? HURRY : 1), performance.now() - 20);
  if (due - performance.now() > 1) nap(due - performance.now());
}
