import { setImmediate as nextTurn } from 'node:timers/promises';
import { BatchPace } from '#db/pace';
import { isLineFull } from '#db/shed';

/** So many turns of the event loop, and so long, may go to letting connections in before whoever is in is served. */
const LETTING_IN = { turns: 256, ms: 100 };
/** After letting in, whoever is in is served for twice as long as that took, and so long at least. */
const SERVING = { share: 2, leastMs: 10 };
/** So many requests are taken on in one turn of the event loop; the next ones when others have had theirs. */
const IN_A_TURN = 32;
/** So few who wait say nothing of a rush. */
const FEW = 128;

/**
 * What is done with a request that waits, once it is its turn, or once it turns out that this would take too long. `inRush`:
 * more than a few stood before it, so that a machine that stood still for a moment makes nobody else late.
 */
type Entering = { serve(inRush: boolean): void; turnAway(): void };
type Waiting = { request: Entering; inRush: boolean };

/**
 * Where requests wait that came faster than they can be taken on: here they are counted, and can be told how long it takes.
 * Without a rush nobody waits here.
 *
 * Node accepts one new connection in each turn of the event loop (libuv, since 1.45). While every turn also serves and writes,
 * a thousand who come at once stay outside for a thousand turns, unseen. So as long as connections come, the loop turns
 * without doing anything else.
 */
export class Vestibule {
  readonly #pace = new BatchPace();
  #waiting: Waiting[] = [];
  #draining: Promise<void> | undefined;
  #takenOn = 0;
  #connections = 0;
  #calm: Promise<void> | undefined;
  #servesUntilMs = Number.NEGATIVE_INFINITY;

  /** A connection was accepted. One that is opened and reset without end must not keep those who are in from being served. */
  arrived(): void {
    this.#connections += 1;
    if (performance.now() >= this.#servesUntilMs) this.#calm ??= this.#letIn();
  }

  /** When the connections that come are let in; undefined: none come. */
  get calm(): Promise<void> | undefined {
    return this.#calm;
  }

  /** Does something once nobody new is being let in: who is answered asks again, and would keep them outside. */
  whenCalm(run: () => void): void {
    if (this.#calm) void this.#calm.then(run);
    else run();
  }

  /** How long somebody who came now would wait here, in milliseconds, as measured; 0 while few do. */
  get waitMs(): number {
    const { length } = this.#waiting;
    return length < FEW ? 0 : this.#pace.waitMs(0, length / IN_A_TURN);
  }

  /** Serves at once, or after who came before. */
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
      // Of whole handfuls: the last one, after which nobody waits, would seem as dear as they are.
      if (this.#waiting.length > 0) this.#pace.note(served.length, 0, nowMs - startedAtMs);
      startedAtMs = nowMs;
      this.#shorten();
    }
    this.#draining = undefined;
  }

  /** Who came before it was known how long it takes, and would wait for too long, is told now. */
  #shorten(): void {
    while (isLineFull(this.waitMs)) this.#waiting.pop()?.request.turnAway();
  }

  async #letIn(): Promise<void> {
    // The rest of this turn, in which nothing more comes, and one in which all is read that has been sent already: it may be
    // long, and after it only who is new has something to say.
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
