import { connect, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { requestText, wholeAnswer } from './load.ts';
import { PAID_NEXT } from './payees.ts';
import type { Customer } from './people.ts';

/**
 * Without `perSecond` each connection sends its next request as soon as it is answered. With it, requests start at that
 * rate, over more connections if all are busy.
 */
export type Pressure = { connections: number; perSecond?: number };

export type OverloadPlan = {
  port: number;
  customers: Pick<Customer, 'accountNumber' | 'sessionToken'>[];
  pressure: Pressure;
  seconds: number;
  run: string;
};

/** Outcome of the transfers; times in milliseconds, from first byte sent to last received. */
export type OverloadTally = {
  sent: number;
  acceptedMs: number[];
  refusedMs: number[];
  /** Answers that are neither 201 nor 503 with Retry-After. */
  unexpected: string[];
  timedOut: number;
  /** Connections closed without an answer. */
  broken: number;
  /** Not sent, because the limit of connections was reached. */
  unsent: number;
  accepted: string[];
  refused: string[];
  /** This process's own delay at the 99th percentile, part of the measured times. */
  ownDelayMs: number;
};

const TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 4_000;
const TICK_MS = 5;

class Load {
  readonly tally: OverloadTally = {
    sent: 0,
    acceptedMs: [],
    refusedMs: [],
    unexpected: [],
    timedOut: 0,
    broken: 0,
    unsent: 0,
    accepted: [],
    refused: [],
    ownDelayMs: 0,
  };
  readonly plan: OverloadPlan;
  readonly #idle: Wire[] = [];
  readonly #wires = new Set<Wire>();
  isOver = false;

  constructor(plan: OverloadPlan) {
    this.plan = plan;
  }

  async run(): Promise<OverloadTally> {
    const { seconds } = this.plan;
    const { connections, perSecond } = this.plan.pressure;
    const sweeping = setInterval(() => this.#sweep(), 250);
    const wires = Array.from({ length: connections }, () => this.#open());
    if (perSecond !== undefined) await Promise.all(wires.map((wire) => wire.open()));
    const delay = monitorEventLoopDelay();
    delay.enable();
    const beganAtMs = performance.now();
    if (perSecond === undefined) for (const wire of wires) wire.ask();
    await new Promise<void>((resolve) => {
      const ticking = setInterval(() => {
        const passedMs = performance.now() - beganAtMs;
        if (passedMs >= seconds * 1000) {
          clearInterval(ticking);
          return resolve();
        }
        if (perSecond !== undefined) this.#catchUp((passedMs / 1000) * perSecond);
      }, TICK_MS);
    });
    this.isOver = true;
    this.tally.ownDelayMs = delay.percentile(99) / 1e6;
    while ([...this.#wires].some((wire) => wire.isAsking)) await new Promise((next) => setTimeout(next, 20));
    clearInterval(sweeping);
    for (const wire of this.#wires) wire.end();
    return this.tally;
  }

  get #asksAgain(): boolean {
    return !this.isOver && this.plan.pressure.perSecond === undefined;
  }

  #catchUp(due: number): void {
    const { tally } = this;
    while (tally.sent + tally.unsent < due) {
      const wire = this.#idle.pop() ?? (this.#wires.size < MAX_CONNECTIONS ? this.#open() : null);
      if (wire) wire.ask();
      else tally.unsent += 1;
    }
  }

  #open(): Wire {
    const wire: Wire = new Wire(this, {
      isFree: () => {
        if (this.#asksAgain) wire.ask();
        else this.#idle.push(wire);
      },
      hasEnded: () => {
        this.#wires.delete(wire);
        const place = this.#idle.indexOf(wire);
        if (place >= 0) this.#idle.splice(place, 1);
        if (this.#asksAgain) this.#open().ask();
      },
    });
    this.#wires.add(wire);
    return wire;
  }

  #sweep(): void {
    for (const wire of this.#wires) wire.giveUpAfter(TIMEOUT_MS);
  }
}

class Wire {
  readonly #load: Load;
  readonly #listener: { isFree(): void; hasEnded(): void };
  readonly #socket: Socket;
  #received = '';
  #asking: { key: string; atMs: number } | null = null;
  #resolveOpen: (() => void) | null = null;

  constructor(load: Load, listener: { isFree(): void; hasEnded(): void }) {
    this.#load = load;
    this.#listener = listener;
    this.#socket = connect({ port: load.plan.port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (chunk) => this.#take(chunk.toString('latin1')));
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      this.#resolveOpen?.();
      if (this.#asking) load.tally.broken += 1;
      this.#asking = null;
      listener.hasEnded();
    });
  }

  get isAsking(): boolean {
    return this.#asking !== null;
  }

  /** Resolves once the server has accepted the connection and answered over it. */
  open(): Promise<void> {
    this.#socket.write(requestText('GET', '/healthz', {}));
    return new Promise((resolve) => {
      this.#resolveOpen = resolve;
    });
  }

  ask(): void {
    const { plan, tally } = this.#load;
    const n = tally.sent++;
    const { customers, run } = plan;
    const from = customers[n % customers.length];
    const to = customers[(n + 1 + (Math.floor(n / customers.length) % PAID_NEXT)) % customers.length];
    if (!from || !to) throw new Error(`transfer ${n}: two customers required, got ${customers.length}`);
    const key = `${run}-${n}`;
    this.#asking = { key, atMs: performance.now() };
    this.#socket.write(
      requestText(
        'POST',
        '/api/transfers',
        {
          Cookie: `__Host-session=${from.sessionToken}`,
          'X-Requested-With': 'proof',
          'Idempotency-Key': key,
        },
        { accountNumber: to.accountNumber, amount: '0.01', description: 'Prova' },
      ),
    );
  }

  giveUpAfter(ms: number): void {
    if (!this.#asking || performance.now() - this.#asking.atMs < ms) return;
    this.#load.tally.timedOut += 1;
    this.#asking = null;
    this.#socket.destroy();
  }

  end(): void {
    this.#socket.destroy();
  }

  #take(text: string): void {
    this.#received += text;
    const answer = wholeAnswer(this.#received);
    if (!answer) return;
    if (this.#resolveOpen) {
      this.#received = '';
      this.#resolveOpen();
      this.#resolveOpen = null;
      this.#listener.isFree();
    }
    if (!this.#asking) return;
    const received = this.#received;
    const { key, atMs } = this.#asking;
    this.#received = '';
    this.#asking = null;
    this.#note(answer.status, { key, ms: performance.now() - atMs, received });
    if (answer.closes) this.#socket.destroy();
    else this.#listener.isFree();
  }

  #note(status: number, { key, ms, received }: { key: string; ms: number; received: string }): void {
    const { tally } = this.#load;
    if (status === 201) {
      tally.acceptedMs.push(ms);
      tally.accepted.push(key);
    } else if (status === 503 && /\r\nretry-after: \d/i.test(received)) {
      tally.refusedMs.push(ms);
      tally.refused.push(key);
    } else if (tally.unexpected.length < 10) tally.unexpected.push(received.slice(0, 1000));
  }
}

process.on('message', (plan: OverloadPlan) => {
  new Load(plan).run().then(
    (tally) => process.send?.(tally, () => process.exit(0)),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
