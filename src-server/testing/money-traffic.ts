import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { verifyAudit } from '#server/audit/verify';
import { openBank } from '#server/bank';
import { readEnv } from '#server/env';
import { verifyLedger } from '#server/ledger/verify';
import { cookieOf, joana } from './http-caller.ts';
import { makeAdminIn } from './make-admin.ts';

type Headers = Record<string, string>;
type Party = { who: Headers; number: string };
/** One payment that was asked for, until it is acknowledged. */
type Payment = { key: string; from: Party; to: Party };

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
/** Between two payments of a lane, so that a fault meets different ones. */
const PAUSE_MS = 2;
const LANES = 4;

/** Two customers of a running server who send one cent to and fro; what they were answered is kept. */
export class MoneyTraffic {
  /** The ids of the payments that were acknowledged, by their key. */
  readonly acknowledged = new Map<string, string>();
  /** How often each answer came: '201', '503 UNAVAILABLE', 'no answer'. */
  readonly answers = new Map<string, number>();
  readonly #open: Payment[] = [];
  readonly #lanes: Promise<void>[] = [];
  readonly #origin: string;
  #reader: Headers = {};
  #isOver = false;

  private constructor(origin: string) {
    this.#origin = origin;
  }

  /** Opens both accounts, fills them and begins. */
  static async begin(origin: string, dataDir: string): Promise<MoneyTraffic> {
    const traffic = new MoneyTraffic(origin);
    await makeAdminIn({ DATA_DIR: dataDir }, ADMIN);
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
      await traffic.#ask('POST', `/api/admin/accounts/${id}/adjust`, office, deposit);
      parties.push({ who, number });
    }
    const [joanas, brunos] = parties;
    if (!joanas || !brunos) throw new Error('nobody to send money');
    traffic.#reader = joanas.who;
    for (let lane = 0; lane < LANES; lane += 1)
      traffic.#lanes.push(lane % 2 === 0 ? traffic.#lane(joanas, brunos) : traffic.#lane(brunos, joanas));
    return traffic;
  }

  count = (answer: string): number => this.answers.get(answer) ?? 0;

  /** Waits until so many more payments were answered like this. */
  async more(payments: number, answer = '201'): Promise<void> {
    const until = this.count(answer) + payments;
    await expect
      .poll(() => this.count(answer), { interval: 5, timeout: 60_000 })
      .toBeGreaterThanOrEqual(until);
  }

  /** What a customer who only reads is answered. */
  async read(): Promise<string[]> {
    const paths = ['/api/auth/me', '/api/accounts', '/api/ledger?limit=5', '/api/notifications'];
    const asks = await Promise.all(paths.map((path) => this.#ask('GET', path, this.#reader)));
    return asks.map(({ said }) => said);
  }

  /** Ends the lanes, and asks again, under its key, for every payment that was not acknowledged. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#lanes);
    for (const payment of this.#open.splice(0)) await this.#send(payment);
    expect(this.#open).toEqual([]);
  }

  #lane = async (from: Party, to: Party): Promise<void> => {
    while (!this.#isOver) {
      await this.#send({ key: randomUUID(), from, to });
      await sleep(PAUSE_MS);
    }
  };

  async #send(payment: Payment): Promise<void> {
    const { key, from, to } = payment;
    const body = { accountNumber: to.number, amount: '0.01', description: 'Troco' };
    const { said, reply } = await this.#ask('POST', '/api/transfers', from.who, body, {
      'idempotency-key': key,
    });
    this.answers.set(said, this.count(said) + 1);
    if (said === '201') this.acknowledged.set(key, reply.transfer.id);
    else this.#open.push(payment);
  }

  async #signIn(path: string, body: object): Promise<Headers> {
    const answer = await fetch(this.#origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return { cookie: cookieOf(answer), 'x-requested-with': 'test' };
  }

  async #read(path: string, who: Headers) {
    const { reply } = await this.#ask('GET', path, who);
    return reply;
  }

  async #ask(method: string, path: string, who: Headers, body?: object, more: Headers = {}) {
    const answer = await fetch(this.#origin + path, {
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

/**
 * Opens the bank of a server that has stopped: every payment that was acknowledged is there once, none besides, the ledger
 * proves itself and the audit chain is whole. Answers how many there are.
 */
export async function expectAllThere(dataDir: string, { acknowledged }: MoneyTraffic): Promise<number> {
  const bank = await openBank(readEnv({ NODE_ENV: 'development', LOG_LEVEL: 'silent', DATA_DIR: dataDir }));
  try {
    const { transactions } = bank.db.tables;
    const rows = await bank.db
      .select({ id: transactions.id })
      .from(transactions)
      .where(eq(transactions.type, 'transfer'));
    expect(rows.map(({ id }) => id).sort()).toEqual([...acknowledged.values()].sort());
    expect(await verifyLedger(bank.db)).toMatchObject({ ok: true });
    expect(await verifyAudit(bank.db, bank.keys)).toMatchObject({ ok: true });
    return rows.length;
  } finally {
    await bank.db.close();
  }
}
