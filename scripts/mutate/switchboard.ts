/** A run with this many times the usual mutant checks is an endless loop. */
const LOOP_FACTOR = 50;
const LOOP_MINIMUM = 200_000;
/** A test with more mutant checks is too long to be tried for each of them. */
const LONG_TEST = 20_000_000;

type Board = { active: number; passed: number; limit: number; looped: boolean; hits: Set<number> };

/** Mutants that run while modules load: to try one, its module is loaded again. */
export const passedAtLoad = new Set<number>();

const board: Board = { active: -1, passed: 0, limit: Infinity, looped: false, hits: passedAtLoad };

function isActive(number: number): boolean {
  board.hits.add(number);
  board.passed += 1;
  if (board.passed > board.limit) {
    board.looped = true;
    throw new Error('too many mutant checks: an endless loop, or a test that is too long');
  }
  return number === board.active;
}

Object.assign(globalThis, { __mutant: isActive });

/** -1: none. `usualPasses`: number of checks without a mutant. */
export function activate(number: number, usualPasses = Infinity): void {
  board.active = number;
  board.passed = 0;
  board.looped = false;
  board.limit = Math.max(LOOP_MINIMUM, usualPasses * LOOP_FACTOR);
}

/** Limits the checks of a test without a mutant. */
export function beginLongTest(): void {
  board.passed = 0;
  board.looped = false;
  board.limit = LONG_TEST;
}

export function noteIn(hits: Set<number>): void {
  board.hits = hits;
}

/** Checks since `activate` or `beginLongTest`, and whether they exceeded the limit. */
export const passes = (): { count: number; looped: boolean } => ({
  count: board.passed,
  looped: board.looped,
});
