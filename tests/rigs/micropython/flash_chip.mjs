// The flash beside an RP2040, as far as its boot ROM and MicroPython talk to it over its wires.

const COMMANDS = { PROGRAM: 0x02, STATUS: 0x05, ERASE: 0x20, STATUS_2: 0x35, NAME: 0x4b, BLOCK: 0xd8 };
const SECTOR = 4096;
const BLOCK = 65536;
const ADDRESSED = 4; // bytes of a command with an address
const NAMED = 5; // bytes before the chip says its name
const QUAD = 2;
const SELECT = 0x0c; // the register of the pin that selects the flash
const OUTPUT = 8; // the bit in it from which the forced level is stored
const ENABLE = 0x08;
const SENT = 0x20; // bytes on their way, always none
const RECEIVED = 0x24; // bytes to be read
const STATE = 0x28;
const DATA = 0x60;
const ALL_SENT = 0x06;
const TO_READ = 0x08;
const HIGH = 3; // the forced level that deselects the flash

// Bits of a register are set, cleared or inverted through further addresses of it.
class Registers {
  writeUint32Atomic(offset, value, way) {
    const was = way ? this.readUint32(offset) : 0;
    this.writeUint32(offset, [value, was ^ value, was | value, was & ~value][way]);
  }
}

// The pins of the flash: only the one that selects it means anything here.
export class QspiPins extends Registers {
  constructor(chip) {
    super();
    this.chip = chip;
    this.values = new Map();
  }

  readUint32(offset) {
    return this.values.get(offset) ?? 0;
  }

  writeUint32(offset, value) {
    this.values.set(offset, value);
    if (offset === SELECT) this.chip.select((value >> OUTPUT) & 3);
  }
}

// The serial port of the flash, and the flash behind it.
export class FlashChip extends Registers {
  constructor(flash, name, keep) {
    super();
    Object.assign(this, { flash, name, keep });
    this.values = new Map();
    this.forced = 0;
    this.begin();
  }

  begin() {
    this.asked = [];
    this.answers = [];
  }

  select(how) {
    if (how === this.forced) return;
    if (how === HIGH) this.do();
    this.forced = how;
    this.begin();
  }

  readUint32(offset) {
    if (offset === SENT) return 0;
    if (offset === STATE) return ALL_SENT | (this.answers.length ? TO_READ : 0);
    if (offset === RECEIVED) return this.answers.length;
    if (offset !== DATA) return this.values.get(offset) ?? 0;
    const answer = this.answers.shift() ?? 0;
    if (!this.forced && !this.answers.length) this.begin();
    return answer;
  }

  writeUint32(offset, value) {
    if (offset === DATA) {
      this.asked.push(value & 0xff);
      this.answers.push(this.answer());
    } else {
      this.values.set(offset, value);
      if (offset === ENABLE) this.begin();
    }
  }

  answer() {
    const [command] = this.asked;
    if (command === COMMANDS.STATUS_2) return QUAD;
    if (command === COMMANDS.NAME) return this.name[this.asked.length - 1 - NAMED] ?? 0;
    return 0;
  }

  do() {
    const [command, high, middle, low, ...bytes] = this.asked;
    if (this.asked.length < ADDRESSED) return;
    const at = (high << 16) | (middle << 8) | low;
    if (command === COMMANDS.ERASE) this.change(at & -SECTOR, Buffer.alloc(SECTOR, 0xff));
    if (command === COMMANDS.BLOCK) this.change(at & -BLOCK, Buffer.alloc(BLOCK, 0xff));
    if (command === COMMANDS.PROGRAM) {
      this.change(at, Buffer.from(bytes.map((byte, place) => byte & this.flash[at + place])));
    }
  }

  change(at, bytes) {
    this.flash.set(bytes, at);
    this.keep(at, bytes);
  }
}
