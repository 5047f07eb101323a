/* What the service and its pages say to each other; `make messages` writes it anew. */

export type Protocol = 1;

export type FromPage =
  | Hello
  | Alive
  | Speak
  | Follow
  | Act;

export type Deed =
  | Lift
  | Put
  | PutBetween
  | Straighten
  | Nudge
  | Fetch
  | Cock
  | LiftDice
  | Press
  | Arrange
  | Knock
  | ThrowDice
  | Spoil
  | Mend
  | Unplug
  | PlugIn
  | CutPower
  | LetComputerMove
  | Ask
  | Tell
  | SetUp
  | BeginMatch
  | Try
  | Calibrate
  | ForgetBoard;

export type ToPage =
  | Welcome
  | Alive
  | Done
  | Refused
  | Board
  | Game
  | Sayings
  | Record
  | Devices
  | World
  | Diagnostics
  | Trial
  | Camera
  | Sight;

export type Part =
  | Board
  | Game
  | Sayings
  | Record
  | Devices
  | World
  | Diagnostics
  | Trial
  | Camera
  | Sight;

/** The first thing a page says: what it speaks, and the key of the table if it has it. */
export interface Hello {
  is: "Hello";
  protocol: number;
  language: Language;
  key?: string;
}

/** The languages Kibitz speaks. */
export type Language =
  | "english"
  | "french";

/** Somebody is still there; whoever hears it says so too. */
export interface Alive {
  is: "Alive";
  count: number;
}

/** Speak another language from now on. */
export interface Speak {
  is: "Speak";
  language: Language;
}

/** Whether the page wants to be shown the devices from the inside, and what the camera sees. */
export interface Follow {
  is: "Follow";
  diagnostics: boolean;
  camera?: boolean;
}

/** Something is to be done, once. */
export interface Act {
  is: "Act";
  /** The one this page was given when it was welcomed. */
  session: string;
  /** Greater than that of any act before. */
  number: number;
  deed: Deed;
}

/** A checker is taken into the hand. */
export interface Lift {
  is: "Lift";
  place: Place;
  /** None: the top one, whatever it is. */
  colour?: Colour | null;
}

/** A fixed name on the table, as `p6`, `bar.light` or `off.dark`. */
export type Place = string;

/** What a checker is made of. */
export type Colour =
  | "light"
  | "dark";

/** A checker comes down from the hand. */
export interface Put {
  is: "Put";
  place: Place;
  colour: Colour;
}

/** A checker comes down from the hand half on one place and half on another. */
export interface PutBetween {
  is: "PutBetween";
  place: Place;
  neighbour: Place;
  colour: Colour;
  /** On which of the two it is felt. */
  seen_by: Place[];
}

/** The checker that lies between two places is pushed onto the first. */
export interface Straighten {
  is: "Straighten";
  place: Place;
  neighbour: Place;
}

/** What lies on a place is touched, and stays. */
export interface Nudge {
  is: "Nudge";
  place: Place;
}

/** A checker that belongs to no set on this table is taken into the hand. */
export interface Fetch {
  is: "Fetch";
  colour: Colour;
}

/** The dice that roll come to lie askew. */
export interface Cock {
  is: "Cock";
  colour: Colour | null;
}

/** Dice are picked up. */
export interface LiftDice {
  is: "LiftDice";
  colour: Colour | null;
}

/** A button is pressed. */
export interface Press {
  is: "Press";
  button: Button;
}

/** The buttons a table may have; what one means depends on what the game waits for. */
export type Button =
  /** Light's own: done, yes, go on. */
  | "light"
  /** Dark's own. */
  | "dark"
  | "cube"
  | "no"
  | "undo"
  | "resign";

/** Hands set up all checkers at once. */
export interface Arrange {
  is: "Arrange";
  how: Arrangement;
}

/** How hands set up all checkers of a simulated table at once. */
export type Arrangement =
  /** As the referee expects them. */
  | "expected"
  /** All of them in the box. */
  | "empty";

/** Somebody knocks against the board: some checkers roll elsewhere. */
export interface Knock {
  is: "Knock";
}

/**
 * Dice are thrown: by chance, unless it is said what they are to show.
 *
 * Shared dice cannot be thrown again before the turn has ended.
 */
export interface ThrowDice {
  is: "ThrowDice";
  /** Whose dice; None where both players throw the same pair. */
  colour?: Colour | null;
  numbers?: number[];
}

/** A switch of a simulated board breaks. */
export interface Spoil {
  is: "Spoil";
  place: Place;
  slot: number;
  fault: Fault;
  colour?: Colour;
}

/** What may be wrong with one switch. */
export type Fault =
  /** It flickers for a while when it is touched. */
  | "bounce"
  /** It stays closed; a scale stays at what it weighs. */
  | "stuck"
  /** It never closes. */
  | "dead"
  /** The next checker put there is not seen until it is touched again; then all is well. */
  | "missed";

/** A switch is as good as new. */
export interface Mend {
  is: "Mend";
  place: Place;
  slot: number;
}

/** The plug of a simulated device is pulled. */
export interface Unplug {
  is: "Unplug";
  device: string;
}

/** It is put in again. */
export interface PlugIn {
  is: "PlugIn";
  device: string;
}

/** The service loses its power at this instant, and has it back at once. */
export interface CutPower {
  is: "CutPower";
}

/** Whether the computer throws and moves by itself at a simulated table. */
export interface LetComputerMove {
  is: "LetComputerMove";
  by_itself: boolean;
}

/** Somebody asks for something, or answers. */
export interface Ask {
  is: "Ask";
  colour: Colour;
  wish: Wish;
  number?: number;
  /** What the page showed when the person asked; refused if that is over. */
  moment?: number | null;
}

/** What a person may ask for, in so many words. */
export type Wish =
  | "done"
  | "yes"
  | "no"
  | "double"
  | "beaver"
  | "resign"
  | "undo"
  | "challenge"
  | "choose"
  | "next"
  /** So much light to help with one's own moves. */
  | "hints";

/** Somebody tells what lies on the board, spelled as in `service.web.boards`. */
export interface Tell {
  is: "Tell";
  board: string;
  moment?: number | null;
}

/** A position is to be set up, and the game to go on from there. */
export interface SetUp {
  is: "SetUp";
  board: string;
  turn: Colour;
}

/** Another match is to begin. */
export interface BeginMatch {
  is: "BeginMatch";
  /** JSON: the settings of `service.web.agreement`, by key. */
  agreement: string;
}

/** The lamps or the switches are tried out, or no longer. */
export interface Try {
  is: "Try";
  test: Test;
}

/** What is to be done about a test of the table. */
export type Test =
  | "lamps"
  | "switches"
  /** The switch in question is left out. */
  | "skip"
  | "stop";

/** The camera is to learn this board from the starting position. */
export interface Calibrate {
  is: "Calibrate";
  /** The four of the field, one after the other around it; none: they are to be found. */
  corners?: Pixel[];
}

/** A spot in a picture of the camera: to the right and down from its top left pixel. */
export interface Pixel {
  x: number;
  y: number;
}

/** The camera is to forget the board that it knows. */
export interface ForgetBoard {
  is: "ForgetBoard";
}

/** The answer to hello. */
export interface Welcome {
  is: "Welcome";
  protocol: number;
  version: string;
  /** Another one after the service has begun anew. */
  boot: string;
  /** What every act of this page is to carry. */
  session: string;
  table: string;
  may_act: boolean;
  language: Language;
}

/** The act of this number has been done. */
export interface Done {
  is: "Done";
  number: number;
}

/** Something is not done. */
export interface Refused {
  is: "Refused";
  why: Why;
  words: string;
  /** The act it is about. */
  number: number | null;
  /** What is wrong with each setting of an agreement, by its key. */
  mistakes: { [key in string]: string };
}

/** Why something is not done. */
export type Why =
  | "malformed"
  | "too_large"
  | "too_many"
  | "not_welcomed"
  | "other_protocol"
  | "no_key"
  | "wrong_key"
  | "replayed"
  | "out_of_date"
  | "not_simulated"
  | "not_possible";

/** The board as the sensors and the lamps say. */
export interface Board {
  is: "Board";
  places: { [key in Place]: PlaceShown };
}

/** What sensors and lamps say of a place. */
export interface PlaceShown {
  /** How many light checkers to draw: those that are seen, by the colours they are taken for. */
  light: number;
  dark: number;
  /** How many more are felt whose colour nobody knows. */
  unknown: number;
  /**
   * What the sensors claim: `3`, `5+`, `L3`, `D4-5`, `?`, or `?!` where they cannot all be
   * right.
   */
  claim: string;
  /** The place and what is there, as it is spoken: as whoever's turn it is counts, or Light. */
  says: string;
  lamp: Lamp | null;
}

/** A lamp that is lit, as the device shines. */
export interface Lamp {
  /** As in CSS: #rrggbb; on the board as eyes see it, in diagnostics as it was sent. */
  colour: string;
  /** Eighths of a second, `#` being on. */
  rhythm: string;
  meaning: Meaning | null;
}

/** What a lamp may mean. */
export type Meaning =
  /** A checker belongs here (set-up and correction). */
  | "missing"
  /** A checker here belongs elsewhere. */
  | "too_many"
  /** A checker here can be moved. */
  | "movable"
  /** The checker in hand came from here, and may come back. */
  | "lifted"
  /** The checker in hand may come down here. */
  | "destination"
  /** A checker here breaks a rule. */
  | "illegal"
  /** It came from here, and belongs back. */
  | "came_from"
  /** Where the checkers of a finished legal play are. */
  | "complete"
  /** It cannot be told whether a checker is here. */
  | "ambiguous"
  /** The reading of several that would be taken. */
  | "chosen"
  /** Whose turn it is. */
  | "turn"
  /** Who has an offer to answer: a double, a resignation, a wish to take back. */
  | "offer"
  /** A switch here is not to be trusted. */
  | "doubt"
  /** The table cannot be seen. */
  | "link_lost"
  /** Where the computer's checker is to be taken from. */
  | "computer"
  /** Where the computer's checker is to be put. */
  | "computer_to";

/** The match, and what the referee waits for. */
export interface Game {
  is: "Game";
  /** Another one whenever what may be asked for or answered has changed. */
  moment: number;
  /** What the referee makes of the board, and why it objects. */
  verdict: string;
  /** Whether it objects. */
  alarm: boolean;
  /** The score, the cube and the length in one sentence. */
  status: string;
  players: { [key in Colour]: PlayerShown };
  /** None while the checkers are set up. */
  turn: Colour | null;
  dice: DiceShown[];
  cube: CubeShown | null;
  question: Question | null;
  /** Points to win; 0 for stakes. */
  length: number;
  /** Of the game in the match, from 1. */
  number: number;
  crawford: boolean;
  rulebook: string;
  profile: string;
  hints_locked: boolean;
  setting_up: boolean;
  /** Whether the game has ended. */
  over: boolean;
  /** Of the match. */
  winner: Colour | null;
  xgid: string;
  gnu_id: string;
  /** Whether the player of the light checkers sits on the far side, the upper one. */
  light_far: boolean;
  /** Whether the home of whoever sits near is at his left. */
  home_left: boolean;
}

/** One player. */
export interface PlayerShown {
  name: string;
  score: number;
  /** None where the position is not known. */
  pips: number | null;
  off: number;
  computer: boolean;
  /** 0 none, 1 the checkers that can move, 2 where a lifted one can go too. */
  hints: number;
  offers: Offer[];
}

/** Something a player may ask for now, as it stands on a button. */
export interface Offer {
  wish: Wish;
  words: string;
  number: number;
  /** Whether it is what the game waits for. */
  main: boolean;
}

/** A pair of dice, as it was last seen. */
export interface DiceShown {
  device: string;
  state: DiceState;
  numbers: number[];
  /** Whose it is; None where both players throw it. */
  colour: Colour | null;
}

/** What dice are doing. */
export type DiceState =
  | "rolling"
  | "settled"
  | "cocked"
  | "lifted";

/** The doubling cube. */
export interface CubeShown {
  value: number;
  owner: Colour | null;
  /** What it would show if the double is taken. */
  offered: number | null;
  /** Who has to answer it. */
  to: Colour | null;
}

/** What the referee itself waits to be told. */
export interface Question {
  words: string;
  to: Colour;
  /** The plays among which the answer chooses, by number from 0. */
  choices: string[];
  chosen: number;
}

/** The last of them, the oldest first. */
export interface Sayings {
  is: "Sayings";
  said: Said[];
}

/** One thing that was told or has happened. */
export interface Said {
  /** From 1 on, since the service began. */
  number: number;
  words: string;
  /** Whether it objects to something. */
  alarm: boolean;
}

/** The record of the game that is played, and how those before it ended. */
export interface Record {
  is: "Record";
  /** The number of the match in the journal. */
  match: number;
  results: string[];
  game: GameRecord;
}

/** The record of one game. */
export interface GameRecord {
  number: number;
  /** Before it. */
  scores: { [key in Colour]: number };
  /** The board it began with, spelled as in `service.web.boards`. */
  start: string;
  rows: Row[];
  /** How it ended, in words. */
  result: string;
}

/** One turn, offer or answer of the record. */
export interface Row {
  colour: Colour;
  /** As a record has it: `31: 8/5 6/5`, `Doubles to 2`. */
  words: string;
  /** What was wrong with it, for instance. */
  note: string;
  /** The board after it, spelled as in `service.web.boards`. */
  board: string;
  /** The moment after it. */
  xgid: string;
  gnu_id: string;
}

/** What the table is made of, and how it is reached. */
export interface Devices {
  is: "Devices";
  devices: DeviceShown[];
  /** Why the journal cannot be written, if it cannot. */
  unwritten: string;
  /** How the lamps of this table tell each meaning. */
  palette: Lamp[];
}

/** A device. */
export interface DeviceShown {
  name: string;
  driver: string;
  simulated: boolean;
  /** `opening`, `open` or `lost`. */
  link: string;
  /** Whether the plug of a simulated one is in; nothing where hands on a page touch nothing. */
  plugged: boolean | null;
  /** What people call it, in a sentence. */
  called: string;
}

/** What truly lies on a simulated board; only whoever may touch it is shown it. */
export interface World {
  is: "World";
  /**
   * The checkers of each place that has any, the box included, the last one to be lifted
   * first.
   */
  piles: { [key in Place]: Colour[] };
  hand: Colour[];
  leaning: LeaningShown[];
  /** How many there are under each place. */
  switches: { [key in Place]: number };
  faulty: FaultySwitch[];
  computer_by_itself: boolean;
}

/** A checker half on one place and half on another. */
export interface LeaningShown {
  colour: Colour;
  places: [Place, Place];
}

/** One switch that cannot be trusted. */
export interface FaultySwitch {
  place: Place;
  /** From 1 at the rim; a place with one switch has slot 1 only. */
  slot: number;
  fault: Fault;
}

/** The devices from the inside. */
export interface Diagnostics {
  is: "Diagnostics";
  sources: SourceShown[];
  /** What the lamps were sent last. */
  lamps: { [key in Place]: Lamp };
  /** By the key of a phrase: `page.counter.<key>`. */
  counters: { [key in string]: number };
}

/** What one source of signals has said. */
export interface SourceShown {
  name: string;
  signals: number;
  nonsense: number;
  /** Its last signals as JSON, the newest first. */
  last: string[];
  /** What it sees, if it is a board sensor. */
  claims: { [key in Place]: string };
}

/** How a test of the lamps or the switches goes. */
export interface Trial {
  is: "Trial";
  running: boolean;
  /** `lamps` or `switches`; nothing where there has been none. */
  test: Test | null;
  /** What is to be seen or done now, or what came of it. */
  words: string;
  /** Where. */
  place: Place | null;
  /** Steps. */
  done: number;
  of: number;
  /** What was found wrong so far. */
  faults: string[];
}

/** The camera of the table, and whether it knows the board. */
export interface Camera {
  is: "Camera";
  called: string;
  /** Of its pictures, in pixels; 0 where none has come. */
  width: number;
  height: number;
  learnt: boolean;
  /** Whether it is just being shown a board. */
  learning: boolean;
  /** What keeps it from seeing the board, in words. */
  trouble: string;
  /** What to do about it. */
  advice: string;
  verdict: Taught | null;
}

/** What came of an attempt to learn a board. */
export interface Taught {
  /** Another one for each attempt. */
  number: number;
  well: boolean;
  words: string;
  /** What to do next. */
  advice: string;
  /** Where the starting position is not as it should be, as far as that can be told. */
  places: Place[];
}

/** What a camera sees of the board, to be drawn over its picture; points as Light counts. */
export interface Sight {
  is: "Sight";
  /** The same in a sentence. */
  summary: string;
  /** Of the field, from the upper left one on; none where it is not known where the board is. */
  corners: Pixel[];
  /** The field, as the path of an SVG. */
  lines: string;
  /** Pixels across a point. */
  point: number;
  places: { [key in Place]: PlaceSeen };
}

/** What a camera sees of a place, and where in the picture that is. */
export interface PlaceSeen {
  at: Pixel;
  /** Nothing, a number, or from which number to which. */
  text: string;
  sureness: Sureness;
  /** Whose checkers, where they are of one colour. */
  colour: Colour | null;
  /** Where the number of a point is written. */
  number: Pixel | null;
}

/** How surely a camera sees what lies on a place. */
export type Sureness =
  | "sure"
  /** It claims a range. */
  | "doubtful"
  /** It claims nothing. */
  | "open";
