/* What the service and its pages say to each other; `make messages` writes it anew. */

export type Protocol = 2;

export type FromPage =
  | Hello
  | KeepAlive
  | ChooseLanguage
  | Subscribe
  | ActionRequest;

export type Action =
  | Lift
  | LiftForStep
  | PutDown
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
  | BreakSwitch
  | RepairSwitch
  | Unplug
  | PlugIn
  | CutPower
  | LetComputerMove
  | MakeRequest
  | StateLayout
  | SetUp
  | BeginMatch
  | KeepNames
  | ControlSelfTest
  | Calibrate
  | ForgetBoard;

export type ToPage =
  | Welcome
  | KeepAlive
  | ActionDone
  | Refused
  | BoardPart
  | GamePart
  | NoticesPart
  | RecordPart
  | EndingPart
  | DevicesPart
  | WorldPart
  | DiagnosticsPart
  | SelfTestPart
  | CameraPart
  | CameraViewPart
  | PlaysPart;

export type Part =
  | BoardPart
  | GamePart
  | NoticesPart
  | RecordPart
  | EndingPart
  | DevicesPart
  | WorldPart
  | DiagnosticsPart
  | SelfTestPart
  | CameraPart
  | CameraViewPart
  | PlaysPart;

export type StreamMessage =
  | FeedStart
  | FeedGap
  | FeedBeat
  | FeedProblem
  | TableShown
  | VerdictChanged
  | MatchEvent
  | NoticeGiven
  | GameResult;

export type PositionAnswer =
  | ValidPosition
  | InvalidPosition;

export type FormField =
  | TextField
  | ToggleField
  | ChoiceField
  | NumberField;

export type Setting =
  | string
  | number
  | boolean;

/** The first message of a page, with the access key if the page has it. */
export interface Hello {
  is: "Hello";
  protocol: number;
  language: Language;
  key?: string;
}

/** The code of a language, such as `en`: the name of its folder, and the code of browsers. */
export type Language = string;

/** A heartbeat, which the other side sends back. */
export interface KeepAlive {
  is: "KeepAlive";
  count: number;
}

/** Chooses the language of all further texts. */
export interface ChooseLanguage {
  is: "ChooseLanguage";
  language: Language;
}

/** Subscribes to the diagnostics of the devices and to the view of the camera, or ends that. */
export interface Subscribe {
  is: "Subscribe";
  diagnostics: boolean;
  camera?: boolean;
}

/** Asks for an action, which is carried out once. */
export interface ActionRequest {
  is: "ActionRequest";
  /** The session of the Welcome of this connection. */
  session: string;
  /** Greater than the numbers of all requests before it. */
  number: number;
  action: Action;
}

/** Takes a checker into the hand. */
export interface Lift {
  is: "Lift";
  place: Place;
  /** None for the top checker of either colour. */
  colour?: Colour | null;
  /** The slot to take it from; None for any. */
  slot?: number | null;
}

/** A fixed name on the table, as `p6`, `bar.light` or `c3`, whatever the seats and the turn. */
export type Place = string;

/** The colour of a checker. */
export type Colour =
  | "light"
  | "dark";

/**
 * Takes a checker into the hand for a step of a play; refused once the board is another one.
 *
 * A hand that lifts what it likes, whoever has the turn, sends a `Lift`.
 */
export interface LiftForStep {
  is: "LiftForStep";
  place: Place;
  colour: Colour;
  /** The number of the plays that the page showed; 0 if there were none. */
  plays: number;
  /** The number of checkers of this colour that the page showed there. */
  count: number;
}

/** Puts a checker down from the hand. */
export interface PutDown {
  is: "Put";
  place: Place;
  colour: Colour;
  /** The slot to put it into; None for the first free one. */
  slot?: number | null;
  /** True if a single checker of the opponent that is hit there is carried to the bar as well. */
  carry_hit?: boolean;
}

/** Puts a checker down from the hand, half on one place and half on another. */
export interface PutBetween {
  is: "PutBetween";
  place: Place;
  neighbour: Place;
  colour: Colour;
  /** Those of the two places whose sensors detect it. */
  seen_by: Place[];
}

/** Pushes a checker that lies between two places onto the first. */
export interface Straighten {
  is: "Straighten";
  place: Place;
  neighbour: Place;
}

/** Touches the checkers on a place and leaves them there. */
export interface Nudge {
  is: "Nudge";
  place: Place;
}

/** Takes a checker into the hand that belongs to no set on this table. */
export interface Fetch {
  is: "Fetch";
  colour: Colour;
}

/** Lets rolling dice settle cocked. */
export interface Cock {
  is: "Cock";
  colour: Colour | null;
}

/** Picks up dice. */
export interface LiftDice {
  is: "LiftDice";
  colour: Colour | null;
}

/** Presses a button. */
export interface Press {
  is: "Press";
  button: Button;
}

/** The buttons that a table may have; the meaning depends on what the game waits for. */
export type Button =
  /** Light's button: done, yes, continue. */
  | "light"
  /** Dark's button: done, yes, continue. */
  | "dark"
  | "cube"
  | "no"
  | "undo"
  | "resign"
  | "void";

/** Arranges all checkers of a simulated table at once. */
export interface Arrange {
  is: "Arrange";
  how: Arrangement;
}

/** An arrangement of all checkers of a simulated table. */
export type Arrangement =
  /** The board as it lay before the turn, or as the game begins. */
  | "expected"
  /**
   * The board put right as the referee shows: only what is wrong is moved, and checkers in the
   * hand go where they belong. The expected one where nothing tells what is wrong, as in a set-up.
   */
  | "corrected"
  /** The empty board, with all checkers in the box. */
  | "empty";

/** Knocks the simulated board, so that some checkers lie elsewhere. */
export interface Knock {
  is: "Knock";
}

/**
 * Throws simulated dice; without numbers, by chance.
 *
 * Shared dice cannot be thrown again before the turn has ended.
 */
export interface ThrowDice {
  is: "ThrowDice";
  /** The owner of the dice; None where both players throw the same pair. */
  colour?: Colour | null;
  numbers?: number[];
}

/** Breaks a switch of a simulated board. */
export interface BreakSwitch {
  is: "BreakSwitch";
  place: Place;
  slot: number;
  fault: SwitchFault;
  colour?: Colour;
}

/** The kinds of faults of one switch. */
export type SwitchFault =
  /** The switch flickers for a while when it is touched. */
  | "bounce"
  /** The switch stays closed; a scale keeps its present reading. */
  | "stuck"
  /** The switch never closes. */
  | "dead"
  /** The next checker is not sensed until it is touched again; then the fault is gone. */
  | "missed";

/** Repairs a switch of a simulated board. */
export interface RepairSwitch {
  is: "RepairSwitch";
  place: Place;
  slot: number;
}

/** Pulls the plug of a simulated device. */
export interface Unplug {
  is: "Unplug";
  device: string;
}

/** Inserts the plug of a simulated device again. */
export interface PlugIn {
  is: "PlugIn";
  device: string;
}

/** Cuts the power of the service, which has it back at once. */
export interface CutPower {
  is: "CutPower";
}

/** Switches whether the computer throws and moves by itself at a simulated table. */
export interface LetComputerMove {
  is: "LetComputerMove";
  by_itself: boolean;
}

/** A request or an answer of a player. */
export interface MakeRequest {
  is: "MakeRequest";
  colour: Colour;
  request: PlayerRequestKind;
  number?: number;
  /** The revision that the page showed; the request is refused if there is a newer one. */
  revision?: number | null;
}

/** A request of a person, by its exact meaning. */
export type PlayerRequestKind =
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
  /** The throw does not count; the opponent has to agree. */
  | "void"
  /** Sets the amount of help with one's own moves that the lamps give. */
  | "hints";

/** States what lies on the board, in the notation of `service.records.position_ids`. */
export interface StateLayout {
  is: "StateLayout";
  board: string;
  revision?: number | null;
}

/** Continues the game from another position; in a game of two people both are asked first. */
export interface SetUp {
  is: "SetUp";
  board: string;
  turn: Colour;
}

/** Begins another match. */
export interface BeginMatch {
  is: "BeginMatch";
  /** JSON: the settings of `service.web.session.agreement_form`, by key. */
  agreement: string;
  /** The revision that the page showed; the match is refused if there is a newer one. */
  revision?: number | null;
  /** The number of the match that it ends; refused if another one is being played by now. */
  instead?: number | null;
}

/** Leaves the players without names of their own, so that nobody is asked for them again. */
export interface KeepNames {
  is: "KeepNames";
}

/** Starts, steps or stops the self-test of the lamps or of the switches. */
export interface ControlSelfTest {
  is: "ControlSelfTest";
  command: SelfTestCommand;
}

/** A command of the self-test. */
export type SelfTestCommand =
  | "lamps"
  | "switches"
  /** The switch in question is left out. */
  | "skip"
  | "stop";

/** Calibrates the camera by the starting position on the board. */
export interface Calibrate {
  is: "Calibrate";
  /** The four corners of the field in order around it; empty if they have to be found. */
  corners?: Pixel[];
}

/** A spot in a picture of the camera: to the right and down from its top left pixel. */
export interface Pixel {
  x: number;
  y: number;
}

/** Deletes the calibration of the camera. */
export interface ForgetBoard {
  is: "ForgetBoard";
}

/** The answer to hello. */
export interface Welcome {
  is: "Welcome";
  protocol: number;
  version: string;
  /** Changes with each start of the service. */
  boot: string;
  /** The token that every action of this page must carry. */
  session: string;
  table: string;
  may_act: boolean;
  language: Language;
}

/** The action of this number has been carried out. */
export interface ActionDone {
  is: "Done";
  number: number;
}

/** A refusal of a message or of an action. */
export interface Refused {
  is: "Refused";
  kind: RefusalKind;
  words: string;
  /** The number of the refused action; None for other messages. */
  number: number | null;
  /** The problem with each setting of an agreement, by its key. */
  mistakes: { [key in string]: string };
  /** The path of the field that is wrong, missing or unknown; empty if it is not one field. */
  field: string;
  /** The values that are allowed there. */
  allowed: string;
}

/** The kinds of refusals. */
export type RefusalKind =
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

/** The board as the sensors and the lamps show it. */
export interface BoardPart {
  is: "Board";
  places: { [key in Place]: PlaceShown };
}

/** A place as the sensors and the lamps show it. */
export interface PlaceShown {
  /** The number of light checkers to draw. */
  light: number;
  dark: number;
  /** The number of further checkers whose colour is unknown. */
  unknown: number;
  /**
   * The claim of the sensors: `3`, `5+`, `L3`, `D4-5`, `?`, or `?!` where they cannot all be
   * right.
   */
  claim: string;
  /** The place and its content in words; points are numbered for the player to move, or Light. */
  says: string;
  lamp: Lamp | null;
  /** True if a few more checkers may lie there, of which the sensors are not sure. */
  doubtful: boolean;
}

/** A lamp that is lit, as the device shines. */
export interface Lamp {
  /** #rrggbb; on the board as people see it, in diagnostics as it was sent. */
  colour: string;
  /** The eighths of a second of one cycle; `#` is on. */
  rhythm: string;
  meaning: LampMeaning | null;
}

/** The meanings of a lamp. */
export type LampMeaning =
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
  /** A checker that breaks a rule came from here and belongs back. */
  | "came_from"
  /** A checker of a finished legal play is here. */
  | "complete"
  /** A checker may or may not be here: several plays are possible. */
  | "ambiguous"
  /** A checker here belongs to the one of several plays that a yes confirms. */
  | "chosen"
  /** The player of this side of the bar has the turn. */
  | "turn"
  /** The player of this side of the bar must answer a double, a resignation or an undo. */
  | "offer"
  /** The player of this side of the bar must say if a request in his name is his own. */
  | "confirm"
  /** The switch here is distrusted. */
  | "doubt"
  /** The table cannot be seen. */
  | "link_lost"
  /** A checker of the computer is to be taken from here. */
  | "computer"
  /** A checker of the computer is to be put here. */
  | "computer_to";

/** The match, and what the referee waits for. */
export interface GamePart {
  is: "Game";
  /** A number that rises whenever the possible requests or answers change. */
  revision: number;
  /** The verdict of the referee on the board, and its reasons if it objects. */
  verdict: string;
  /** True if the referee objects. */
  alarm: boolean;
  next: NextStep;
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
  /** The number of the game in the match, from 1. */
  number: number;
  crawford: boolean;
  rulebook: string;
  profile: string;
  hints_locked: boolean;
  setting_up: boolean;
  /** True if the game has ended. */
  over: boolean;
  /** The winner of the match. */
  winner: Colour | null;
  xgid: string;
  gnu_id: string;
  /** True if the player of the light checkers sits on the far, upper side. */
  light_far: boolean;
  /** True if the home of the player on the near side is at his left. */
  home_left: boolean;
  /** The players who are asked for their names, player one first. */
  names_wanted: NameWanted[];
  /** None where the board has changed since, or was set up by hand. */
  last_turn: LastTurn | null;
  /** The meaning of the offered double in sentences; empty without one, or if hints are locked. */
  double_meaning: string[];
}

/** The one step that the game waits for. */
export interface NextStep {
  act: NextAct;
  /** The player who is to take it; None if either may. */
  colour: Colour | null;
  /** A sentence that names the act, if the verdict does not. */
  words: string;
}

/** The acts for which a game can wait. */
export type NextAct =
  /** An answer to an offer or to a question. */
  | "answer"
  /** The next game or the next match. */
  | "begin_next"
  /** Checkers carried to where the lamps lead them. */
  | "correct"
  | "set_up"
  | "throw"
  | "move"
  /** The end of the turn, or the word that the checkers are set up. */
  | "done"
  /** Nothing that a person can do: dice roll, or the computer is about to act. */
  | "wait";

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

/** A request or an answer that a player may give now, as a button shows it. */
export interface Offer {
  request: PlayerRequestKind;
  words: string;
  number: number;
  /** True if the game waits for it. */
  main: boolean;
}

/** A pair of dice, as it was last seen. */
export interface DiceShown {
  device: string;
  state: DiceState;
  numbers: number[];
  /** The owner; None where both players throw the same pair. */
  colour: Colour | null;
  /** True if the throw that they show does not count any more, or never did. */
  over: boolean;
}

/** The state of a pair of dice. */
export type DiceState =
  | "rolling"
  | "settled"
  | "cocked"
  /** They lie flat, but at least one of them on a checker. */
  | "on_checker"
  | "lifted";

/** The doubling cube. */
export interface CubeShown {
  value: number;
  owner: Colour | null;
  /** The value of the cube if the double is taken. */
  offered: number | null;
  /** The player who has to answer the double. */
  to: Colour | null;
}

/** A question of the referee. */
export interface Question {
  words: string;
  to: Colour;
  /** The plays among which the answer chooses, by number from 0. */
  choices: string[];
  chosen: number;
}

/** A player who is asked for a name. */
export interface NameWanted {
  colour: Colour;
  /** The field of an agreement that is to have the name. */
  key: string;
}

/** The last completed turn, while the board is as it left it. */
export interface LastTurn {
  colour: Colour;
  /** As a record has it: `31: 8/5 6/5`. */
  words: string;
  dice: number[];
  /** Empty if nothing was moved, or if the play was not legal. */
  moved: MovedChecker[];
}

/** The way of one checker in a play. */
export interface MovedChecker {
  source: Place;
  target: Place;
  /** The points where it hit a checker, in order. */
  hits: Place[];
}

/** The most recent announcements and events, the oldest first. */
export interface NoticesPart {
  is: "Notices";
  lines: LogLine[];
}

/** One announcement or event. */
export interface LogLine {
  /** Counted from 1 since the start of the service. */
  number: number;
  words: string;
  /** True if the referee objects to something. */
  alarm: boolean;
  /** The time in UTC, as ISO 8601. */
  at: string;
  /** The number of the match at this table. */
  match: number;
  /** The number of the game in the match. */
  game: number;
  /** The number of the turn in the game, both players' turns counted. */
  turn: number;
  /** True if the computer answers an offer, which nothing else on the page says. */
  answer: boolean;
}

/** The record of the present game, and the results of the games before it. */
export interface RecordPart {
  is: "Record";
  /** The number of the match in the journal. */
  match: number;
  results: string[];
  game: GameRecord;
}

/** The record of one game. */
export interface GameRecord {
  number: number;
  /** The score before the game. */
  scores: { [key in Colour]: number };
  /** The board it began with, as written by `service.records.position_ids`. */
  start: string;
  rows: Row[];
  /** The ending in words. */
  result: string;
  /** True if it began with a position that was set up by hand. */
  set_up: boolean;
  /** The cube at the beginning; None without one. */
  cube: CubeShown | null;
}

/** One turn, offer or answer of the record. */
export interface Row {
  colour: Colour;
  /** As a record has it: `31: 8/5 6/5`, `Doubles to 2`. */
  words: string;
  /** Additional words, for instance the reasons of an objection. */
  note: string;
  /** The board after it, as written by `service.records.position_ids`. */
  board: string;
  /** The position after it, with the score and the cube. */
  xgid: string;
  gnu_id: string;
  /** The numbers thrown; empty for offers, answers and set-up positions. */
  dice: number[];
  /** Empty if nothing was moved, or if the play was not legal. */
  moved: MovedChecker[];
  /** The cube after it; None without one. */
  cube: CubeShown | null;
  /** The objections of the referee before it, in words. */
  objections: string[];
}

/** The end of the last game, until the next one begins with a throw. */
export interface EndingPart {
  is: "Ending";
  ended: EndingShown | null;
}

/** The end of a game, as a card shows it. */
export interface EndingShown {
  /** Differs for every end of a game at this table. */
  id: string;
  /** The number of the match in the journal. */
  match: number;
  /** True if the match has a winner. */
  is_match: boolean;
  winner: Colour;
  /** The winner in words. */
  title: string;
  /** The kind of ending, and the points. */
  how: string;
  facts: EndingFact[];
}

/** A line of the card at the end of a game: the score, the length, the objections. */
export interface EndingFact {
  label: string;
  words: string;
}

/** The devices of the table, and the state of each. */
export interface DevicesPart {
  is: "Devices";
  devices: DeviceShown[];
  /** The reason why the journal cannot be written; empty while it can. */
  journal_problem: string;
  /** The lamp for each meaning at this table. */
  palette: Lamp[];
  /** The distrusted switches, in sentences. */
  doubts: string[];
}

/** A device. */
export interface DeviceShown {
  name: string;
  driver: string;
  simulated: boolean;
  /** `opening`, `open` or `lost`. */
  link: string;
  /** True if the plug of a simulated device is in; None for a real device. */
  plugged: boolean | null;
  /** The name of the device in a sentence. */
  name_in_words: string;
}

/** The true state of a simulated board, for viewers who may touch it. */
export interface WorldPart {
  is: "World";
  /** The checkers of each place that has any, the box included; the last one is lifted first. */
  piles: { [key in Place]: Colour[] };
  hand: Colour[];
  leaning: LeaningShown[];
  /** The number of switches under each place. */
  switches: { [key in Place]: number };
  faulty: FaultySwitch[];
  computer_by_itself: boolean;
}

/** A checker half on one place and half on another. */
export interface LeaningShown {
  colour: Colour;
  places: [Place, Place];
}

/** One switch with a fault. */
export interface FaultySwitch {
  place: Place;
  /** Slot number from 1 at the rim; a place with a single switch has slot 1 only. */
  slot: number;
  fault: SwitchFault;
}

/** The devices from the inside. */
export interface DiagnosticsPart {
  is: "Diagnostics";
  sources: SourceShown[];
  /** The lamps that are lit, as they were last set. */
  lamps: { [key in Place]: Lamp };
  /** By the last part of the key of their phrase, `page.counter.…`. */
  counters: { [key in string]: number };
}

/** The signals of one source. */
export interface SourceShown {
  name: string;
  signals: number;
  nonsense: number;
  /** Its last signals as JSON, the newest first. */
  last: string[];
  /** The claims of a board sensor, by place. */
  claims: { [key in Place]: string };
}

/** The state of the self-test of lamps or switches. */
export interface SelfTestPart {
  is: "SelfTest";
  running: boolean;
  /** `lamps` or `switches`; None before the first test. */
  test: SelfTestCommand | null;
  /** The instruction of this step, or the result. */
  words: string;
  /** The place of this step. */
  place: Place | null;
  /** The number of finished steps. */
  done: number;
  of: number;
  /** The defects found so far, in words. */
  faults: string[];
}

/** The camera of the table, and its calibration. */
export interface CameraPart {
  is: "Camera";
  name_in_words: string;
  /** The width of its pictures in pixels; 0 before the first one. */
  width: number;
  height: number;
  calibrated: boolean;
  /** True while a calibration runs. */
  calibrating: boolean;
  /** The reason why the camera cannot see the board, in words; empty while it can. */
  trouble: string;
  /** The way to put that right. */
  advice: string;
  result: CalibrationReport | null;
}

/** The result of a calibration. */
export interface CalibrationReport {
  /** Counted from 1; another one for each attempt. */
  number: number;
  success: boolean;
  words: string;
  /** The next thing to do. */
  advice: string;
  /** The places at which the starting position is wrong, as far as they are known. */
  places: Place[];
}

/** The view of a camera, to be drawn over its picture; points are numbered as Light counts. */
export interface CameraViewPart {
  is: "CameraView";
  /** The view in a sentence. */
  summary: string;
  /** The corners of the field, clockwise from the upper left one; empty without a calibration. */
  corners: Pixel[];
  /** The lines of the field, as an SVG path. */
  lines: string;
  /** The width of a point in pixels. */
  point: number;
  places: { [key in Place]: PlaceView };
}

/** A place in the picture, and what the camera sees there. */
export interface PlaceView {
  at: Pixel;
  /** An empty text, a number, or a range of numbers. */
  text: string;
  certainty: Certainty;
  /** The colour of the checkers, if only one is possible. */
  colour: Colour | null;
  /** The spot in the picture for the number of the point. */
  number: Pixel | null;
}

/** The certainty with which a camera sees a place. */
export type Certainty =
  | "sure"
  /** A range of counts is possible. */
  | "doubtful"
  /** Nothing is known of the place. */
  | "open";

/** The legal steps of the throw on the board, for viewers who may act. */
export interface PlaysPart {
  is: "Plays";
  /** A number that rises with each other set of plays. */
  number: number;
  /** The player who moves; None if nobody has to, or if the profile locks all help. */
  colour: Colour | null;
  /**
   * The position before the play: points 1 to 24 in the mover's numbering, positive for the mover
   * and negative for the other player, then the bars and the trays, the mover's first.
   */
  counts: number[];
  /**
   * The legal steps from each board on the way; the first is the board before the play.
   *
   * Empty if there are too many, which would take long to send; the plays can be listed then.
   */
  boards: (([number, number, number])[])[];
  /**
   * True if the page may explain, list and offer plays; false where the profile leaves it to the
   * players to find them.
   */
  explains: boolean;
  /** The only legal play, in notation; empty if there are several, or none. */
  forced: string;
  /** The reason why no play is possible, in words; empty if one is. */
  dance: string;
  /** The numbers that cannot be played, or that there is only one play; empty otherwise. */
  limits: string;
}

/** The first message of a stream. */
export interface FeedStart {
  is: "Start";
  /** The version of the feed. */
  version: number;
  /** The version of the program. */
  kibitz: string;
  language: Language;
  /** The tables of this stream. */
  tables: string[];
  /** The event after which the events begin; None in a stream of states only. */
  after: EventId | null;
}

/** The identifier of an event, a text without meaning; a stream continues after it. */
export type EventId = string;

/** Events are missing here: they are no longer stored, or are of another run of the service. */
export interface FeedGap {
  is: "Gap";
  /** The last event that the program had. */
  after: EventId;
  /** The number of events that are missing; None if that is not known. */
  missed: number | null;
}

/** A sign of life, sent when nothing else was sent for a while. */
export interface FeedBeat {
  is: "Beat";
  /** The longest silence of this stream; a longer one means that the connection is lost. */
  seconds: number;
  /** The newest event; None in a stream of states only. */
  after: EventId | null;
}

/** The answer to a request that cannot be served. */
export interface FeedProblem {
  is: "Problem";
  code: ProblemKind;
  /** The name of the field that is wrong, missing or unknown. */
  field: string;
  /** The values that are allowed there, in words. */
  allowed: string;
  words: string;
}

/** The kinds of problems with a request. */
export type ProblemKind =
  /** A field of the address has a wrong value. */
  | "wrong_field"
  | "missing_field"
  | "unknown_field"
  /** There is no such table, match, schema or address. */
  | "not_found"
  /** The feed takes no messages. */
  | "read_only"
  /** Too many programs ask at the same time. */
  | "busy"
  /** The journal cannot be read just now. */
  | "unreadable";

/** The whole state of a table. */
export interface TableShown {
  is: "State";
  table: string;
  /** The newest event that this state contains. */
  event: EventId;
  /** The number of the match in the journal. */
  match: number;
  /** The number of the game in the match, from 1. */
  game: number;
  /** Points to win; 0 for stakes. */
  length: number;
  /** True in the one game without doubling. */
  crawford: boolean;
  rulebook: string;
  profile: string;
  phase: Phase;
  /** True while the checkers are set up. */
  setting_up: boolean;
  players: { [key in Colour]: PlayerScore };
  /** The player whose turn it is; None while the checkers are set up. */
  turn: Colour | null;
  dice: DiceShown[];
  /** None if this match is played without a cube. */
  cube: CubeShown | null;
  verdict: VerdictShown;
  /** The score, the cube and the length in one sentence. */
  status: string;
  /** The places that are not empty, as the sensors report them; never a simulated truth. */
  board: { [key in Place]: LyingCheckers };
  last_move: LastMove | null;
  /** The winner of the match. */
  winner: Colour | null;
  xgid: string;
  gnu_id: string;
  /** True if the player of the light checkers sits on the far, upper side. */
  light_far: boolean;
  /** True if the home of the player on the near side is at his left. */
  home_left: boolean;
  /** True if any device of the table is simulated. */
  simulated: boolean;
}

/** The phase of a game, named by what has happened or by what is awaited. */
export type Phase =
  | "opening"
  | "to_throw"
  | "doubled"
  | "beavered"
  | "to_play"
  | "played"
  | "over";

/** One player. */
export interface PlayerScore {
  name: string;
  score: number;
  /** None where the position is not known. */
  pips: number | null;
  /** The checkers borne off. */
  off: number;
  computer: boolean;
}

/** The verdict of the referee on the board. */
export interface VerdictShown {
  code: VerdictKind;
  /** True if the referee objects. */
  alarm: boolean;
  /** The verdict, or the act that is awaited, as the page says it. */
  words: string;
  /** The rules that an illegal play breaks, the most useful first. */
  reasons: ReasonShown[];
  /** The question that waits for an answer of a player. */
  question: QuestionKind | null;
}

/** The kinds of verdicts on the board. */
export type VerdictKind =
  /** Checkers are moving, or the players are not to be told yet what the referee thinks. */
  | "moving"
  /** The board is as it was when the turn began. */
  | "unchanged"
  /** Checkers are in hand, or a legal play is not finished. */
  | "on_the_way"
  /** A complete legal play lies on the board. */
  | "complete"
  /** The board agrees with several legal plays. */
  | "ambiguous"
  /** A checker lies where it cannot lie in any legal play. */
  | "illegal"
  /** The checkers are not where they belong. */
  | "disturbed"
  /** The sensors contradict one another or the rules, or see too little. */
  | "unreadable";

/** A rule that a play breaks. */
export interface ReasonShown {
  code: ReasonKind;
  /** The reason in a sentence to the player who moved. */
  words: string;
  /** The owner of the checkers concerned. */
  colour: Colour;
  /** The place that the checker left. */
  source: Place | null;
  /** The place where it was put. */
  target: Place | null;
  /** The places that block the move, or that are wrong. */
  places: Place[];
  /** The numbers of the dice concerned. */
  numbers: number[];
  /** The number of checkers, or of numbers played; 0 where it does not apply. */
  count: number;
}

/** The kinds of broken rules, in the order in which they are most useful to a player. */
export type ReasonKind =
  /** The other side has played the mover's throw. */
  | "played_by_other_side"
  /** The other side has moved again after its turn, which stands as it was recorded. */
  | "turn_is_over"
  | "moved_before_throw"
  | "hit_checker_not_on_bar"
  | "checkers_too_many"
  | "checkers_missing"
  | "opponents_checker_moved"
  /** A checker from the bar has entered in the mover's own home. */
  | "entered_at_home"
  | "still_on_bar"
  | "wrong_direction"
  | "point_blocked"
  | "not_all_home"
  | "checker_behind"
  | "no_die"
  | "larger_die"
  | "both_dice"
  | "more_of_double"
  | "number_playable";

/** The kinds of questions. */
export type QuestionKind =
  /** One of several plays was made, and the referee cannot tell which. */
  | "which"
  /** A checker may lie where none is seen. */
  | "unseen"
  /** A checker that is reported may not exist. */
  | "phantom"
  /** The board has been hidden for long; all may be well there. */
  | "hidden"
  /** A throw that came too early may stand or not. */
  | "early_throw"
  /** A player doubles although his cube is dead. */
  | "dead_cube"
  /** The opponent says that the board is set up, against the sensors. */
  | "set_up"
  /** The opponent wants the throw on the board not to count. */
  | "void"
  /** The checkers are set up as if the players sat otherwise. */
  | "seating"
  /** Somebody wants to go on from another position. */
  | "position"
  /** Something was requested in a player's name, and only he can say if he means it. */
  | "confirm";

/** The checkers on one place, as the sensors report them. */
export interface LyingCheckers {
  light: number;
  dark: number;
  /** Checkers of unknown colour. */
  unknown: number;
}

/** The last turn of this game. */
export interface LastMove {
  colour: Colour;
  dice: number[];
  /** The play in the usual notation; empty if nothing was moved. */
  play: string;
  /** False if it broke a rule and stood. */
  legal: boolean;
  /** The checkers that were moved, while the board is as the turn left it; empty afterwards. */
  moved: MovedChecker[];
}

/** The verdict of the referee, or the act that is awaited, has changed. */
export interface VerdictChanged {
  is: "Verdict";
  /** The event, unlike any other; a stream continues after it. */
  id: EventId;
  /** The number of the event at this table, from 1 since the start of the service. */
  number: number;
  /** The time in UTC, as 2026-05-01T20:15:03.120Z. */
  time: string;
  /** The player whose turn it is. */
  colour: Colour;
  verdict: VerdictShown;
}

/** Something has happened in the match. */
export interface MatchEvent {
  is: "Event";
  id: EventId;
  number: number;
  time: string;
  code: EventCode;
  /** The player who did it; None if it was both. */
  colour: Colour | null;
  /** The numbers thrown; of an opening throw first Light's, then Dark's. */
  dice: number[];
  /** The play in the usual notation. */
  play: string;
  /** The value of the cube, or the value that is offered. */
  stake: number;
  /** The event in words; empty where a notice says it. */
  words: string;
}

/** The code of an event of a match, as `play`; docs/feed.md lists all. */
export type EventCode = string;

/** The referee has told the players something. */
export interface NoticeGiven {
  is: "Notice";
  id: EventId;
  number: number;
  time: string;
  code: NoticeCode;
  /** True if something is not as it should be. */
  objection: boolean;
  /** The player whom it concerns first; None if it concerns both. */
  colour: Colour | null;
  places: Place[];
  devices: string[];
  reasons: ReasonShown[];
  words: string;
}

/** The code of a notice of the referee, as `illegal`; docs/feed.md lists all. */
export type NoticeCode = string;

/** A game is over, and the match as well if `match_over` is true. */
export interface GameResult {
  is: "Result";
  id: EventId;
  number: number;
  time: string;
  match: number;
  game: number;
  length: number;
  winner: Colour;
  ending: Ending;
  win: Win;
  points: number;
  names: { [key in Colour]: string };
  /** The score after the game. */
  score: { [key in Colour]: number };
  match_over: boolean;
  words: string;
}

/** The way in which a game ended. */
export type Ending =
  | "borne_off"
  | "dropped"
  | "resigned";

/** The ways to win; each value is the number of stakes that it is worth. */
export type Win =
  | "single"
  | "gammon"
  | "backgammon";

/** A valid position, in every notation. */
export interface ValidPosition {
  board: string;
  turn: Colour;
  xgid: string;
  gnu_id: string;
  /** True if the text had more than a position: dice, a turned cube or a score. */
  left_out: boolean;
}

/** The reasons why a text is not a position, in words. */
export interface InvalidPosition {
  faults: string[];
}

/** A field for a text. */
export interface TextField {
  key: string;
  label: string;
  /** The explanation, which may be empty. */
  about: string;
  kind: "text";
}

/** A field that is on or off. */
export interface ToggleField {
  key: string;
  label: string;
  /** The explanation, which may be empty. */
  about: string;
  kind: "toggle";
}

/** A field with a list of values. */
export interface ChoiceField {
  key: string;
  label: string;
  /** The explanation, which may be empty. */
  about: string;
  choices: FormChoice[];
  kind: "choice";
}

/** One of the values of a field, in words. */
export interface FormChoice {
  value: string;
  words: string;
}

/** A field for a number. */
export interface NumberField {
  key: string;
  label: string;
  /** The explanation, which may be empty. */
  about: string;
  low: number;
  high: number;
  /** The choice instead of a number, if there is one. */
  absent: FormChoice | null;
  kind: "number";
}

/** An entry in the list of matches. */
export interface PastMatch {
  number: number;
  /** The start time in UTC. */
  began: string;
  /** The names of the players `one` and `two`. */
  names: { [key in string]: string };
  scores: { [key in string]: number };
  length: number;
  /** The name of the winner, if the match is over. */
  winner: string | null;
  /** True for the match that is being played. */
  under_way: boolean;
  /** Damage in the journal that affects this match, in words. */
  problem: string;
}

/** The full record of a match. */
export interface PastMatchRecord {
  number: number;
  began: string;
  names: { [key in string]: string };
  players: { [key in Colour]: string };
  /** The settings of the match in words. */
  settings: string[];
  games: GameRecord[];
  /** Damage in the journal that affects this match, in words. */
  problems: string[];
}

/** A match of the list. */
export interface MatchShown {
  /** The number of the match in the journal. */
  match: number;
  /** The start time in UTC. */
  began: string;
  names: { [key in Colour]: string };
  score: { [key in Colour]: number };
  /** Points to win; 0 for stakes. */
  length: number;
  /** The winner of the match. */
  winner: Colour | null;
  /** True for the match that is being played. */
  under_way: boolean;
  /** Damage in the journal that affects this match, in words. */
  problem: string;
}

/** The form for the settings of a new match. */
export interface AgreementForm {
  groups: FieldGroup[];
  /** The settings of a match that begins now, by the keys of their fields. */
  values: { [key in string]: Setting };
  /** The values of each preset of a group, by the key of the group. */
  presets: { [key in string]: { [key in string]: { [key in string]: Setting } } };
}

/** Fields that belong together. */
export interface FieldGroup {
  key: string;
  label: string;
  /** The explanation, which may be empty. */
  about: string;
  fields: FormField[];
}

/** The legal plays that a board on the way can still become. */
export interface PlayList {
  plays: ListedPlay[];
  /** The number of all of them; only the first are listed. */
  count: number;
}

/** A legal play in a list. */
export interface ListedPlay {
  /** The play in notation. */
  words: string;
  /** The board that it leads to, as numbered in `PlaysPart`. */
  board: number;
}

/** The reason why a checker cannot move, in words; empty if it can. */
export interface StuckChecker {
  words: string;
}
