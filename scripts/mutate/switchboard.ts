/** More passes through faults than this many times those without one: the fault made a loop that does not end. */
const LOOP_FACTOR = 50;
const LOOP_MINIMUM = 200_000;
/** A test without a fault that passes more faults than this is too long to be asked about each of them. */
const LONG_TEST = 20_000_000;

type Board = { active: number; passed: number; limit: number; looped: boolean; hits: Set<number> };

/** The mutants that were passed while modules were loaded: to try one, what holds it is loaded anew. */
export const passedAtLoad = new Set<number>();

const board: Board = { active: -1, passed: 0, limit: Infinity, looped: false, hits: passedAtLoad };

/** What each planted fault asks: whether it is the one that holds now. */
function isActive(number: number): boolean {
  board.hits.add(number);
  board.passed += 1;
  if (board.passed > board.limit) {
    board.looped = true;
    throw new Error('too many faults were passed: a loop without end, or a test that is too long');
  }
  return number === board.active;
}

Object.assign(globalThis, { __mutant: isActive });

/** From now on this fault holds (-1: none); `usualPasses` is how often faults are passed without one. */
export function activate(number: number, usualPasses = Infinity): void {
  board.active = number;
  board.passed = 0;
  board.looped = false;
  board.limit = Math.max(LOOP_MINIMUM, usualPasses * LOOP_FACTOR);
}

/** A test begins without a fault: when it passes too many faults it is broken off. */
export function beginLongTest(): void {
  board.passed = 0;
  board.looped = false;
  board.limit = LONG_TEST;
}

/** Where the faults that are passed are noted from now on. */
export function noteIn(hits: Set<number>): void {
  board.hits = hits;
}

/** How often faults were passed since `activate` or `beginLongTest`, and whether that was too often. */
export const passes = (): { count: number; looped: boolean } => ({
  count: board.passed,
  looped: board.looped,
});
