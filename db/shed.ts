import { BusyError } from '#db/scope';

export const TURN_AFTER_MS = 2_000;

/** Expected wait at which the queue is full, as a share of `turnAfterMs`: below 1, since the pace may drop. */
const LINE_SHARE = 0.5;

export const isLineFull = (waitMs: number, turnAfterMs = TURN_AFTER_MS): boolean =>
  waitMs > turnAfterMs * LINE_SHARE;

/** line: queue too long; late: turn too late; left: client gone. */
export type ShedReason = 'line' | 'late' | 'left';

export type ShedCounts = Record<ShedReason, number>;

const TEXTS: Record<ShedReason, string> = {
  line: 'more requests wait to write than can be served in time',
  late: 'the turn of this request came too late',
  left: 'the client hung up before its turn came',
};

/** The transaction was not begun: nothing was done. */
export class ShedError extends BusyError {
  override readonly name = 'ShedError';
  constructor(reason: ShedReason) {
    super(TEXTS[reason]);
  }
}

/** A request in the write queue. Its transactions may be shed until it has committed or called an external service. */
export class Asker {
  #hasBegun = false;
  readonly #hasLeft: () => boolean;

  /** `hasLeft`: the client has hung up. */
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

/** `inTurn`: no other batch ran since the request came. */
type Wait = { asker: Asker; waitedMs: number; inTurn: boolean; turnAfterMs: number };

/** Null: the transaction may begin. */
export function shedAtItsTurn({ asker, waitedMs, inTurn, turnAfterMs }: Wait): ShedReason | null {
  if (!asker.mayBeShed) return null;
  if (asker.hasLeft) return 'left';
  return !inTurn && waitedMs > turnAfterMs ? 'late' : null;
}
