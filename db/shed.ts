import { BusyError } from '#db/scope';

/** How long a request waits at most for its turn to write. */
export const TURN_AFTER_MS = 2_000;

/**
 * Of that, how long the line may be, as measured, for one more to stand in it: what the machine did in the last second it may
 * not do in the next, and who is refused should be told at once and not in the end.
 */
const LINE_SHARE = 0.5;

/** Whether a line is too long for one more, of whom each waits so long at most. */
export const isLineFull = (waitMs: number, turnAfterMs = TURN_AFTER_MS): boolean =>
  waitMs > turnAfterMs * LINE_SHARE;

/**
 * Why the work of a request was not begun: the line was too long when it came; its turn came too late; or its client had
 * hung up by then.
 */
export type ShedReason = 'line' | 'late' | 'left';

/** So many requests were shed since the database was opened. */
export type ShedCounts = Record<ShedReason, number>;

const TEXTS: Record<ShedReason, string> = {
  line: 'more requests wait to write than can be served in time',
  late: 'the turn of this request came too late',
  left: 'the client hung up before its turn came',
};

/** A transaction that was not begun, so that nothing of it was done. */
export class ShedError extends BusyError {
  override readonly name = 'ShedError';
  constructor(reason: ShedReason) {
    super(TEXTS[reason]);
  }
}

/**
 * One request, as the line of those who write knows it. Its transactions may be shed until something of it has begun –
 * a commit, or a call to another house –, and never after that: what is begun is brought to its end.
 */
export class Asker {
  #hasBegun = false;
  readonly #hasLeft: () => boolean;

  /** `hasLeft` says whether the client has hung up. */
  constructor(hasLeft: () => boolean = () => false) {
    this.#hasLeft = hasLeft;
  }

  get mayBeShed(): boolean {
    return !this.#hasBegun;
  }

  get hasLeft(): boolean {
    return this.#hasLeft();
  }

  begin(): void {
    this.#hasBegun = true;
  }
}

/** What a request that waits had before it, and for how long; `inTurn`: its turn came as soon as it could. */
type Wait = { asker: Asker; waitedMs: number; inTurn: boolean; turnAfterMs: number };

/** Why a request whose turn has come is not begun; null: it is. */
export function shedAtItsTurn({ asker, waitedMs, inTurn, turnAfterMs }: Wait): ShedReason | null {
  if (!asker.mayBeShed) return null;
  if (asker.hasLeft) return 'left';
  return !inTurn && waitedMs > turnAfterMs ? 'late' : null;
}
