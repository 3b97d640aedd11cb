import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { addDays } from '#domain/date';
import { verifyAudit } from '#server/audit/verify';
import { openBank } from '#server/bank';
import { readEnv } from '#server/kernel/env';
import { verifyLedger } from '#server/ledger/verify';
import { cookieOf, joana } from './http-caller.ts';
import { makeAdminIn } from './make-admin.ts';

type Headers = Record<string, string>;
type Place = { DATA_DIR: string; DATABASE_URL?: string; APP_KEYS?: string };
/** `token`: of the program that pays for them, as programs do. */
type Party = { who: Headers; token: Headers; number: string };
type Payment = { key: string; from: Party; to: Party; origin: string };

const ADMIN = {
  fullName: 'Helena Siqueira',
  email: 'helena@banco.example',
  cpf: '111.444.777-35',
  password: 'vale-admin-2026',
};
const BRUNO = {
  ...joana,
  username: 'bruno.reis',
  email: 'bruno.reis@exemplo.com.br',
  fullName: 'Bruno Reis',
  cpf: '529.982.247-25',
};
/** Pause between payments of a lane, so that a fault hits different ones. */
const PAUSE_MS = 2;
const LANES = 4;

/** Makes the administrator who funds the accounts; `begin` calls this itself if it is given a place. */
export const makeFunder = (place: Place): Promise<void> => makeAdminIn(place, ADMIN);

/** Two customers of running servers send one cent back and forth; answers are recorded. */
export class MoneyTraffic {
  readonly acknowledged = new Map<string, string>();
  /** Count per answer: '201', '503 UNAVAILABLE', 'no answer'. */
  readonly answers = new Map<string, number>();
  readonly #open: Payment[] = [];
  readonly #lanes: Promise<void>[] = [];
  readonly #paidAtMs: number[] = Array(LANES).fill(0);
  readonly #origins: string[];
  #reader: Headers = {};
  #isOver = false;

  private constructor(origins: string[]) {
    this.#origins = origins;
  }

  /** Registers and funds both customers, then starts to send at every server. `place`: null if `makeFunder` was called before. */
  static async begin(origins: string[], place: Place | null): Promise<MoneyTraffic> {
    const traffic = new MoneyTraffic(origins);
    if (place) await makeFunder(place);
    const office = await traffic.#signIn('/api/auth/login', {
      document: ADMIN.cpf,
      password: ADMIN.password,
    });
    const parties: Party[] = [];
    for (const person of [joana, BRUNO]) {
      const who = await traffic.#signIn('/api/auth/register', person);
      const { accounts } = await traffic.#read('/api/accounts', who);
      const { id, accountNumber: number } = accounts[0];
      const deposit = { amount: '1000.00', reason: 'Depósito inicial' };
      await traffic.#ask('POST', `/api/admin/accounts/${id}/adjust`, office, { body: deposit });
      parties.push({ who, token: await traffic.#tokenOf(who), number });
    }
    const [joanas, brunos] = parties;
    if (!joanas || !brunos) throw new Error('customers have no accounts');
    traffic.#reader = joanas.who;
    const ways = [
      [joanas, brunos],
      [brunos, joanas],
    ] as const;
    for (let lane = 0; lane < LANES; lane += 1) {
      const [from, to] = ways[lane % 2] ?? ways[0];
      traffic.#lanes.push(traffic.#lane(lane, from, to));
    }
    return traffic;
  }

  count = (answer: string): number => this.answers.get(answer) ?? 0;

  /** Waits for so many more payments with this answer. */
  async more(payments: number, answer = '201'): Promise<void> {
    const until = this.count(answer) + payments;
    await expect
      .poll(() => this.count(answer), { interval: 5, timeout: 300_000 })
      .toBeGreaterThanOrEqual(until);
  }

  /** Waits until each lane has paid something requested from now on; returns the longest time. */
  async backMs(): Promise<number> {
    const fromMs = performance.now();
    await expect
      .poll(() => this.#paidAtMs.every((atMs) => atMs >= fromMs), { interval: 5, timeout: 300_000 })
      .toBe(true);
    return Math.round(performance.now() - fromMs);
  }

  async read(): Promise<string[]> {
    const paths = ['/api/auth/me', '/api/accounts', '/api/ledger?limit=5', '/api/notifications'];
    const asks = await Promise.all(paths.map((path) => this.#ask('GET', path, this.#reader)));
    return asks.map(({ said }) => said);
  }

  /**
   * Stops the lanes and repeats every unacknowledged payment under its key, at another server if possible, until it is
   * acknowledged: as its client would after a 503.
   */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#lanes);
    for (const payment of this.#open.splice(0)) {
      const other = this.#origins.find((origin) => origin !== payment.origin);
      const repeated = { ...payment, origin: other ?? payment.origin };
      await expect
        .poll(() => this.#send(repeated), {
          interval: 500,
          timeout: 60_000,
          message: `${payment.key} repeated`,
        })
        .toBe(true);
    }
  }

  #lane = async (lane: number, from: Party, to: Party): Promise<void> => {
    const origin = this.#origins[Math.floor(lane / 2) % this.#origins.length] ?? '';
    while (!this.#isOver) {
      const beganAtMs = performance.now();
      const payment = { key: randomUUID(), from, to, origin };
      if (await this.#send(payment)) this.#paidAtMs[lane] = beganAtMs;
      else this.#open.push(payment);
      await sleep(PAUSE_MS);
    }
  };

  async #send({ key, from, to, origin }: Payment): Promise<boolean> {
    const body = { accountNumber: to.number, amount: '0.01', description: 'Troco' };
    const more = { 'idempotency-key': key };
    const { said, reply } = await this.#ask('POST', '/api/transfers', from.token, { body, more, origin });
    this.answers.set(said, this.count(said) + 1);
    if (said === '201') this.acknowledged.set(key, reply.transfer.id);
    return said === '201';
  }

  async #signIn(path: string, body: object): Promise<Headers> {
    const answer = await fetch(this.#origins[0] + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return { cookie: cookieOf(answer), 'x-requested-with': 'test' };
  }

  async #tokenOf(who: Headers): Promise<Headers> {
    const { today } = await this.#read('/api/auth/me', who);
    const wanted = { name: 'Troco', scopes: ['read', 'money'], expiresAt: addDays(today, 30) };
    const { reply } = await this.#ask('POST', '/api/auth/tokens', who, { body: wanted });
    return { authorization: `Bearer ${reply.token.secret}` };
  }

  async #read(path: string, who: Headers) {
    const { reply } = await this.#ask('GET', path, who);
    return reply;
  }

  async #ask(
    method: string,
    path: string,
    who: Headers,
    { body, more = {}, origin = this.#origins[0] }: { body?: object; more?: Headers; origin?: string } = {},
  ) {
    const answer = await fetch(origin + path, {
      method,
      headers: { ...who, ...more, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => null);
    if (!answer) return { said: 'no answer', reply: null };
    const text = await answer.text().catch(() => '');
    const reply = answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : {};
    return { said: answer.ok ? String(answer.status) : `${answer.status} ${reply.code}`, reply };
  }
}

/** A stopped server's transfers, and the verdict on ledger and audit chain. */
export async function lookInto(place: Place) {
  const bank = await openBank(readEnv({ NODE_ENV: 'development', LOG_LEVEL: 'silent', ...place }));
  try {
    const { transactions } = bank.db.tables;
    const rows = await bank.db
      .select({ id: transactions.id })
      .from(transactions)
      .where(eq(transactions.type, 'transfer'));
    return {
      transfers: rows.map(({ id }) => id).sort(),
      ledger: await verifyLedger(bank.db),
      audit: await verifyAudit(bank.db, bank.keys),
    };
  } finally {
    await bank.db.close();
  }
}

/** Exactly the acknowledged payments are stored, and ledger and audit chain are intact. Returns the count. */
export async function expectAllThere(place: Place, { acknowledged }: MoneyTraffic): Promise<number> {
  const { transfers, ledger, audit } = await lookInto(place);
  expect(transfers).toEqual([...acknowledged.values()].sort());
  expect(ledger).toMatchObject({ ok: true });
  expect(audit).toMatchObject({ ok: true });
  return transfers.length;
}
