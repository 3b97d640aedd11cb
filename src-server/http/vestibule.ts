import { setImmediate as nextTurn } from 'node:timers/promises';
import { BatchPace } from '#db/pace';
import { isLineFull } from '#db/shed';

/** Limits of accepting connections before serving. */
const ACCEPTING = { turns: 256, ms: 100 };
/** Serving then gets `share` times as long as accepting took, and at least `leastMs`. */
const SERVING = { share: 2, leastMs: 10 };
const SERVED_PER_TURN = 32;
/** A shorter queue is not measured. */
const FEW = 128;

/** `inRush`: more than a few were ahead, so a brief stall of the machine does not count as lateness. */
type Entering = { serve(inRush: boolean): void; turnAway(): void };
type Waiting = { request: Entering; inRush: boolean };

/**
 * Queue for requests that arrive faster than they start, to measure their wait. Node accepts one connection per turn
 * (libuv since 1.45): while each turn also serves, a thousand new connections wait unseen for a thousand turns. So
 * while connections arrive, turns only accept.
 */
export class Vestibule {
  readonly #pace = new BatchPace();
  #waiting: Waiting[] = [];
  #draining: Promise<void> | undefined;
  #takenOn = 0;
  #connections = 0;
  #untilCalm: Promise<void> | undefined;
  #servesUntilMs = Number.NEGATIVE_INFINITY;

  /** Accepting is limited: endless opened and reset connections must not stop serving. */
  arrived(): void {
    this.#connections += 1;
    if (performance.now() >= this.#servesUntilMs) this.#untilCalm ??= this.#accept();
  }

  /** Set while connections are being accepted; resolves when serving continues. */
  get untilCalm(): Promise<void> | undefined {
    return this.#untilCalm;
  }

  /** Runs once accepting pauses: otherwise answered clients that ask again would keep new ones out. */
  whenCalm(run: () => void): void {
    if (this.#untilCalm) void this.#untilCalm.then(run);
    else run();
  }

  /** Measured wait of a new request in ms; 0 while few wait. */
  get waitMs(): number {
    const { length } = this.#waiting;
    return length < FEW ? 0 : this.#pace.waitMs(0, length / SERVED_PER_TURN);
  }

  enter(request: Entering): void {
    if (this.#waiting.length > 0 || this.#takenOn >= SERVED_PER_TURN) {
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
      await (this.#untilCalm ?? nextTurn());
      const served = this.#waiting.splice(0, SERVED_PER_TURN);
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

  async #accept(): Promise<void> {
    // Waits for the rest of this turn and one more, in which everything already sent is read.
    await nextTurn();
    let seen = this.#connections;
    await nextTurn();
    const startedAtMs = performance.now();
    const untilMs = startedAtMs + ACCEPTING.ms;
    for (let turns = 0; turns < ACCEPTING.turns && seen !== this.#connections; turns += 1) {
      seen = this.#connections;
      await nextTurn();
      if (performance.now() > untilMs) break;
    }
    const nowMs = performance.now();
    this.#servesUntilMs = nowMs + Math.max(SERVING.leastMs, SERVING.share * (nowMs - startedAtMs));
    this.#untilCalm = undefined;
  }
}
