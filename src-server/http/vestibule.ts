import { setImmediate as nextTurn } from 'node:timers/promises';
import { BatchPace } from '#db/pace';
import { isLineFull } from '#db/shed';

/** Limits of accepting connections before serving. */
const LETTING_IN = { turns: 256, ms: 100 };
/** After accepting, serving gets twice that time, and at least this. */
const SERVING = { share: 2, leastMs: 10 };
const IN_A_TURN = 32;
const FEW = 128;

/** `inRush`: more than a few were ahead, so a brief stall of the machine does not count as lateness. */
type Entering = { serve(inRush: boolean): void; turnAway(): void };
type Waiting = { request: Entering; inRush: boolean };

/**
 * Queue for requests that arrive faster than they start, to measure their wait. Node accepts one connection per turn
 * (libuv since 1.45): while each turn also serves, a thousand wait a thousand turns unseen. So while connections
 * arrive, turns only accept.
 */
export class Vestibule {
  readonly #pace = new BatchPace();
  #waiting: Waiting[] = [];
  #draining: Promise<void> | undefined;
  #takenOn = 0;
  #connections = 0;
  #calm: Promise<void> | undefined;
  #servesUntilMs = Number.NEGATIVE_INFINITY;

  /** Accepting is limited: endless opened and reset connections must not stop serving. */
  arrived(): void {
    this.#connections += 1;
    if (performance.now() >= this.#servesUntilMs) this.#calm ??= this.#letIn();
  }

  get calm(): Promise<void> | undefined {
    return this.#calm;
  }

  /** Runs once accepting pauses: an answered client asks again and would keep new ones out. */
  whenCalm(run: () => void): void {
    if (this.#calm) void this.#calm.then(run);
    else run();
  }

  /** Measured wait of a new request in ms; 0 while few wait. */
  get waitMs(): number {
    const { length } = this.#waiting;
    return length < FEW ? 0 : this.#pace.waitMs(0, length / IN_A_TURN);
  }

  enter(request: Entering): void {
    if (this.#waiting.length > 0 || this.#takenOn >= IN_A_TURN) {
      this.#waiting.push({ request, inRush: this.#waiting.length >= FEW });
      this.#draining ??= this.#drain();
      return;
    }
    if (this.#takenOn === 0) setImmediate(() => (this.#takenOn = 0));
    this.#takenOn += 1;
    request.serve(false);
  }

  async #drain(): Promise<void> {
    for (let startedAtMs = performance.now(); this.#waiting.length > 0; ) {
      await (this.#calm ?? nextTurn());
      const served = this.#waiting.splice(0, IN_A_TURN);
      for (const { request, inRush } of served) request.serve(inRush);
      const nowMs = performance.now();
      // Full batches only: the last one would seem as expensive as a full one.
      if (this.#waiting.length > 0) this.#pace.note(served.length, 0, nowMs - startedAtMs);
      startedAtMs = nowMs;
      this.#shorten();
    }
    this.#draining = undefined;
  }

  /** Refuses requests that queued before the wait was measurable and would wait too long. */
  #shorten(): void {
    while (isLineFull(this.waitMs)) this.#waiting.pop()?.request.turnAway();
  }

  async #letIn(): Promise<void> {
    // Waits for the rest of this turn and one more, in which everything already sent is read.
    await nextTurn();
    let seen = this.#connections;
    await nextTurn();
    const startedAtMs = performance.now();
    const untilMs = startedAtMs + LETTING_IN.ms;
    for (let turns = 0; turns < LETTING_IN.turns && seen !== this.#connections; turns += 1) {
      seen = this.#connections;
      await nextTurn();
      if (performance.now() > untilMs) break;
    }
    const nowMs = performance.now();
    this.#servesUntilMs = nowMs + Math.max(SERVING.leastMs, SERVING.share * (nowMs - startedAtMs));
    this.#calm = undefined;
  }
}
