/** @module-tag prove */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate, open } from '#db/open';
import { verifyAudit } from '#server/audit/verify';
import { loadOrCreateKeys } from '#server/kernel/keys';
import { verifyLedger } from '#server/ledger/verify';
import { createAdmin } from './admin.ts';
import { type RunningBank, startBank } from './bank.ts';
import { engines } from './engines.ts';
import { ADMIN, caio, joana, type Person } from './people.ts';
import { type Answer, newScript, type Script } from './script.ts';

const postgres = engines().filter(({ name }) => name === 'PostgreSQL');
const ROUNDS = 8;
const AT_ONCE = 32;

describe.each(postgres)('two servers on one $name', ({ open: openEngine }: (typeof postgres)[number]) => {
  let closeEngine: () => Promise<void>;
  let banks: RunningBank[];
  let url: string;
  let senders: Script[];
  let admin: Script;
  let from: { id: string; accountNumber: string };
  let to: { accountNumber: string };

  beforeAll(async () => {
    const engine = await openEngine();
    closeEngine = engine.close;
    url = engine.env.DATABASE_URL ?? '';
    const first = await startBank(engine.env);
    // The second process gets the first one's keys.
    const second = await startBank({ ...engine.env, DATA_DIR: first.dataDir });
    banks = [first, second];
    await createAdmin(engine.env, first.dataDir);
    await signUp(first, joana);
    await signUp(first, caio);
    senders = await Promise.all(banks.map((bank) => signIn(bank, joana.cpf, joana.password)));
    admin = await signIn(second, ADMIN.cpf, ADMIN.password);
    from = await accountOf(senders[0]);
    to = await accountOf(await signIn(second, caio.cpf, caio.password));
  });
  afterAll(async () => {
    for (const bank of banks ?? []) await bank.stop();
    await closeEngine?.();
  });

  const signUp = async (bank: RunningBank, person: Person) => {
    const { status } = await newScript(bank.origin).call('POST', '/api/auth/register', {
      ...person,
      acceptedTerms: true,
    });
    expect(status).toBe(201);
  };
  const signIn = async (bank: RunningBank, document: string, password: string) => {
    const script = newScript(bank.origin);
    expect((await script.call('POST', '/api/auth/login', { document, password })).status).toBe(200);
    return script;
  };
  const accountOf = async (script: Script | undefined) => {
    if (!script) throw new Error('no session');
    const { body } = await script.call('GET', '/api/accounts');
    const [account] = body.accounts;
    if (!account) throw new Error('no account');
    return account;
  };
  const fund = async (amount: string) => {
    const { status } = await admin.call('POST', `/api/admin/accounts/${from.id}/adjust`, {
      amount,
      reason: 'Para a prova',
    });
    expect(status).toBe(201);
  };
  /** Concurrently, alternating between the servers. */
  const sendAtOnce = (
    amount: string,
    headers: (place: number) => Record<string, string>,
  ): Promise<Answer[]> =>
    Promise.all(
      Array.from({ length: AT_ONCE }, (_, place) => {
        const order = { accountNumber: to.accountNumber, amount, description: 'Tudo de uma vez' };
        const sender = senders[place % senders.length];
        if (!sender) throw new Error('no sender');
        return sender.call('POST', '/api/transfers', order, headers(place));
      }),
    );
  const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();

  test('of many concurrent spends of the whole balance through two servers, exactly one succeeds each time', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await fund('100.00');
      const answers = await sendAtOnce('100.00', () => ({}));
      expect(statuses(answers)).toEqual([201, ...Array<number>(AT_ONCE - 1).fill(409)]);
    }
    expect(await accountOf(senders[0])).toMatchObject({ balance: '0.00' });
  });

  test('one idempotency key through two servers moves money once, and every answer is the first one', async () => {
    await fund('100.00');
    const answers = await sendAtOnce('10.00', () => ({ 'Idempotency-Key': 'prova-1' }));
    expect(statuses(answers)).toEqual(Array<number>(AT_ONCE).fill(201));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await accountOf(senders[1])).toMatchObject({ balance: '90.00' });
  });

  test('the ledger and the audit chain verify after two servers wrote them', async () => {
    const db = await open(url);
    await migrate(db);
    expect(await verifyLedger(db)).toMatchObject({ ok: true, differences: [] });
    expect(await verifyAudit(db, loadOrCreateKeys(banks[0]?.dataDir ?? ''))).toMatchObject({ ok: true });
    await db.close();
  });
});
