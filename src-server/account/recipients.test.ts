/** @module-tag postgresInCi */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { MAX_NICKNAME_LENGTH, MAX_RECIPIENTS } from '#domain/limits';
import { PASSWORD } from '#server/auth/testing/browser';
import { profileScene } from '#server/auth/testing/profile-scene';
import { pdfText } from '#server/document/testing/pdf-text';
import { newId } from '#server/kernel/id';
import { sessionOf } from '#server/protection/testing/protected-bank';
import { test as base } from '#server/testing/bank-test';
import { callerOf, freeze, makeCustomer, type openBankWithTwo, tokenCallerOf } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { type Paid, rememberRecipient } from './remember-recipient.ts';

type Two = Awaited<ReturnType<typeof openBankWithTwo>>;

const pay = ({ ana, bruno }: Two, more: object = {}) =>
  ana.call.account.transfer({
    accountNumber: bruno.accountNumber,
    amount: '1.00',
    description: 'Teste',
    ...more,
  });

/** The only recipient of Ana, who has paid Bruno once. */
const test = base.extend('bia', async ({ setup }) => {
  await pay(setup);
  const [one] = await setup.ana.call.account.recipients();
  if (!one) throw new Error('a payment was not remembered');
  return one;
});

const remember = ({ db }: TestBank, paid: Paid) => db.transaction((tx) => rememberRecipient(tx, paid));

const rowsOf = ({ bank, ana }: Two) => {
  const { recipients } = bank.db.tables;
  return bank.db.select().from(recipients).where(eq(recipients.userId, ana.user.id));
};

describe('refused changes of a recipient', () => {
  test('a change of a recipient is refused without a sign-in, to administrators and other customers, and for an unknown id', async ({
    setup,
    bia,
  }) => {
    const { bank, ana, bruno, admin } = setup;
    const change = { id: bia.id, nickname: 'Bia' };
    const callers = [
      [callerOf(bank, null), 'UNAUTHENTICATED'],
      [admin.call, 'FORBIDDEN'],
      [bruno.call, 'NOT_FOUND'],
    ] as const;
    for (const [call, code] of callers) {
      expect(await codeOf(call.account.changeRecipient(change))).toBe(code);
      expect(await codeOf(call.account.removeRecipient({ id: bia.id }))).toBe(code);
    }
    expect(await codeOf(ana.call.account.changeRecipient({ ...change, id: newId() }))).toBe('NOT_FOUND');
    expect(await ana.call.account.recipients()).toEqual([bia]);
  });

  test('a change of a recipient is refused without any field, and with a nickname that is too long', async ({
    ana,
    bia,
  }) => {
    const change = ana.call.account.changeRecipient;
    expect(await codeOf(change({ id: bia.id }))).toBe('VALIDATION');
    const nickname = 'x'.repeat(MAX_NICKNAME_LENGTH + 1);
    expect(await refusalOf(change({ id: bia.id, nickname }))).toMatchObject({
      status: 400,
      fields: { nickname: 'Deve ter no máximo 40 caracteres' },
    });
    expect(await ana.call.account.recipients()).toEqual([bia]);
  });

  test('one of two concurrent removals of a recipient succeeds', race(), async ({ ana, bia }) => {
    const removals = await Promise.allSettled(
      [1, 2].map(() => ana.call.account.removeRecipient({ id: bia.id })),
    );
    expect(removals.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await codeOf(ana.call.account.removeRecipient({ id: bia.id }))).toBe('NOT_FOUND');
  });
});

describe('a recipient', () => {
  test('a recipient is remembered with the transfer, once, and not with a refused one', async ({ setup }) => {
    const { bank, ana, bruno } = setup;
    expect(await codeOf(pay(setup, { amount: '100.01' }))).toBe('INSUFFICIENT_FUNDS');
    expect(await rowsOf(setup)).toEqual([]);
    await pay(setup, { idempotencyKey: 'um' });
    bank.clock.passSeconds(60);
    await pay(setup, { idempotencyKey: 'um' });
    const [once] = await rowsOf(setup);
    expect(once).toMatchObject({
      kind: 'account',
      target: bruno.accountNumber,
      name: 'Bruno Nogueira',
      lastUsedAt: new Date('2026-03-10T12:00:00-03:00'),
    });
    await pay(setup);
    expect(await rowsOf(setup)).toEqual([{ ...once, lastUsedAt: bank.clock.now() }]);
    expect(await ana.call.account.recipients({ kind: 'pix' })).toEqual([]);
  });

  test('a new recipient of concurrent payments is kept once', race(), async ({ setup }) => {
    await Promise.all([pay(setup), pay(setup), pay(setup)]);
    expect(await rowsOf(setup)).toHaveLength(1);
  });

  test('a recipient keeps nickname and pin through payments, and shows the real name beside it', async ({
    setup,
    bia,
  }) => {
    const { bank, ana, bruno } = setup;
    const { id } = bia;
    expect(
      await ana.call.account.changeRecipient({ id, nickname: '  Bia \u202e da   loja ', isPinned: true }),
    ).toEqual({
      success: true,
    });
    const carla = await makeCustomer(bank, { fullName: 'Carla Tavares' });
    bank.clock.passSeconds(1);
    await pay(setup, { accountNumber: carla.accountNumber });
    const named = {
      id,
      name: 'Bruno Nogueira',
      document: '***.159.265-**',
      accountNumber: bruno.accountNumber,
    };
    expect(await ana.call.account.recipients()).toMatchObject([
      { ...named, nickname: 'Bia da loja', isPinned: true },
      { name: 'Carla Tavares', nickname: null, isPinned: false },
    ]);
    bank.clock.passSeconds(1);
    await pay(setup);
    await ana.call.account.changeRecipient({ id, isPinned: false });
    expect((await ana.call.account.recipients())[0]).toMatchObject({
      nickname: 'Bia da loja',
      isPinned: false,
    });
    await ana.call.account.changeRecipient({ id, nickname: '' });
    expect((await ana.call.account.recipients())[0]).toMatchObject({ nickname: null });
  });

  test('a recipient that cannot receive is hidden until it can', async ({ setup, bia }) => {
    const { bank, ana, bruno, admin } = setup;
    await freeze(bank, bruno.accountId);
    expect(await ana.call.account.recipients()).toEqual([]);
    await admin.call.admin.accounts.unfreeze({ id: bruno.accountId, reason: 'Engano' });
    expect(await ana.call.account.recipients()).toEqual([bia]);
  });

  test('a removed recipient returns with the next payment, without nickname', async ({ setup, bia }) => {
    const { ana } = setup;
    await ana.call.account.changeRecipient({ id: bia.id, nickname: 'Bia' });
    await ana.call.account.removeRecipient({ id: bia.id });
    expect(await ana.call.account.recipients()).toEqual([]);
    await pay(setup);
    expect(await ana.call.account.recipients()).toMatchObject([{ name: 'Bruno Nogueira', nickname: null }]);
  });

  test.for([
    ['pinned', { isPinned: true }],
    ['trusted', { trustedUpTo: '10.00' }],
  ] as const)(
    'beyond the limit of its kind the recipient paid longest ago is deleted, unless %s',
    async ([, kept], { setup, bia }) => {
      const { bank, ana } = setup;
      await sessionOf(bank, ana).account.changeRecipient({ id: bia.id, ...kept });
      for (let turn = 1; turn <= MAX_RECIPIENTS; turn += 1)
        for (const kind of ['account', 'pix'] as const)
          await remember(bank, {
            userId: ana.user.id,
            kind,
            target: `alvo-${String(turn).padStart(2, '0')}`,
            name: null,
            document: null,
            lastUsedAt: new Date(bank.clock.now().getTime() + turn * 1000),
          });
      const rows = await rowsOf(setup);
      const keptOf = (kind: string) => rows.filter((row) => row.kind === kind).map(({ target }) => target);
      expect(keptOf('pix')).toHaveLength(MAX_RECIPIENTS);
      expect(keptOf('account')).toHaveLength(MAX_RECIPIENTS);
      expect(keptOf('account')).toContain(bia.accountNumber);
      expect(keptOf('account')).not.toContain('alvo-01');
    },
  );
});

test('payments by a token push out nobody: beyond the limit their new payees are not kept', async ({
  setup,
}) => {
  const { bank, ana } = setup;
  const paid = { userId: ana.user.id, name: null, document: null };
  const targets = Array.from({ length: MAX_RECIPIENTS }, (_, place) => `alvo-${place}`);
  for (const [place, target] of targets.entries())
    for (const kind of ['account', 'pix'] as const) {
      // The last place is filled by a token.
      const isByToken = place === MAX_RECIPIENTS - 1;
      await remember(bank, { ...paid, kind, target, lastUsedAt: bank.clock.now(), isByToken });
    }
  bank.clock.passSeconds(60);
  await pay({ ...setup, ana: { ...ana, call: tokenCallerOf(bank, ana.user) } });
  await remember(bank, { ...paid, kind: 'pix', target: 'x', lastUsedAt: bank.clock.now(), isByToken: true });
  const rows = await rowsOf(setup);
  for (const kind of ['account', 'pix']) {
    const kept = rows.filter((row) => row.kind === kind).map(({ target }) => target);
    expect(new Set(kept)).toEqual(new Set(targets));
  }
  await pay(setup);
  const { accountNumber } = setup.bruno;
  expect((await rowsOf(setup)).map(({ target }) => target)).toContain(accountNumber);
});

test('the copy of a customer’s data has the recipients, with CPFs masked, and closing the account deletes them', async ({
  bank,
}) => {
  const { browser, user } = await profileScene(bank);
  const paid = {
    userId: user.id,
    name: 'Bruno Nogueira',
    document: '31415926590',
    lastUsedAt: bank.clock.now(),
  };
  await remember(bank, { ...paid, kind: 'pix', target: '31415926590' });
  const { recipients } = bank.db.tables;
  await bank.db.transaction(async (tx) => {
    await tx.update(recipients).set({ nickname: 'Bruno da banda' });
  });
  const { bytes } = await browser.ask((asked) => asked.exportData());
  const text = await new Response(bytes as ReadableStream).text();
  expect(JSON.parse(text).recipients).toMatchObject([
    {
      kind: 'pix',
      target: '***.159.265-**',
      document: '***.159.265-**',
      name: 'Bruno Nogueira',
      nickname: 'Bruno da banda',
      pinnedAt: null,
    },
  ]);
  expect(text).not.toContain('31415926590');
  const paper = await browser.ask((asked) => asked.exportDataPdf());
  expect(await pdfText(paper.bytes as Uint8Array, 1)).toContain('Bruno da banda');
  await browser.ask((asked) => asked.closeAccount({ password: PASSWORD, confirmation: 'ENCERRAR' }));
  expect(await bank.db.$count(recipients)).toBe(0);
});
