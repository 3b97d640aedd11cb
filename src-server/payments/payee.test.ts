/** @module-tag postgresInCi */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { spendAll } from '#server/auth/testing/spend-all';
import { newKey, sessionOf } from '#server/protection/testing/protected-bank';
import { knowPayee, turnRulesOn } from '#server/protection/testing/rules';
import { tokenCallerOf } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { test } from './orders/testing/order-test.ts';

const OUTSIDE = { key: 'joana@correio.example', name: 'Joana Prado', document: '11144477735' };

const bellsOf = async (bank: { db: import('#db/db').Db }, kind: string) => {
  const { notifications } = bank.db.tables;
  return bank.db.select().from(notifications).where(eq(notifications.kind, kind));
};

describe('whose a PIX key is, before money', () => {
  test('a customer of the bank is told from its own records, without asking the provider', async ({
    ana,
    bruno,
    bank,
    simulator,
  }) => {
    const { key } = await bruno.call.pix.keys.create({ type: 'CPF', key: '11144477735' });
    simulator.simulator.switches.keyLookups = 0;
    expect(await ana.call.pix.payee({ pixKey: '111.444.777-35' })).toEqual({
      key,
      keyType: 'CPF',
      name: 'Bruno Nogueira',
      document: '***.444.777-**',
      institution: bank.env.BRAND_NAME,
      source: 'bank',
      nameBefore: null,
    });
  });

  test('a key that left the bank is asked of the provider, and so is a record that is old', async ({
    ana,
    bruno,
    bank,
    simulator,
  }) => {
    const { id } = await bruno.call.pix.keys.create({ type: 'CPF', key: '11144477735' });
    bank.clock.passSeconds(49 * 3600);
    expect(await ana.call.pix.payee({ pixKey: '11144477735' })).toMatchObject({
      name: 'Bruno Nogueira',
      source: 'provider',
    });
    await bruno.call.pix.keys.remove({ id });
    await simulator.control('POST', '/simulator/keys', { ...OUTSIDE, key: '11144477735' });
    expect(await ana.call.pix.payee({ pixKey: '11144477735' })).toMatchObject({
      name: 'Joana Prado',
      institution: 'ITAÚ UNIBANCO S.A.',
      source: 'provider',
    });
  });

  test('after a hundred numbers that nobody has, no number’s holder is told: a masked CPF hides three digits', async ({
    ana,
    bank,
    bruno,
  }) => {
    await bruno.call.pix.keys.create({ type: 'CPF', key: '11144477735' });
    const { windowSeconds } = ATTEMPT_LIMITS.lookupMiss;
    await spendAll(bank, 'lookupMiss', ana.user.id, 1);
    const ask = (pixKey: string) => ana.call.pix.payee({ pixKey });
    expect(await ask('111.444.777-35')).toMatchObject({ name: 'Bruno Nogueira' });
    expect(await ask('123.456.789-09')).toMatchObject({ name: null });
    expect(await ask('111.444.777-35')).toMatchObject({ name: null, document: null, source: null });
    expect(await tokenCallerOf(bank, ana.user).pix.payee({ pixKey: '11144477735' })).toMatchObject({
      source: 'bank',
    });
    await knowPayee(bank, ana.user, { kind: 'pix', target: '11144477735', name: 'Bruno Nogueira' });
    expect(await ask('111.444.777-35')).toMatchObject({ name: 'Bruno Nogueira' });
    await bank.db.transaction((tx) => tx.delete(tx.tables.recipients));
    bank.clock.passSeconds(windowSeconds);
    expect(await ask('111.444.777-35')).toMatchObject({ name: 'Bruno Nogueira' });
  });

  test('after a hundred numbers paid without a name no other is: a cent tells whose one is, too', async ({
    ana,
    bank,
    simulator,
  }) => {
    const { windowSeconds } = ATTEMPT_LIMITS.unnamedPayee;
    await spendAll(bank, 'unnamedPayee', ana.user.id, 2);
    const cent = (pixKey: string) => ({ pixKey, amount: '0.01', idempotencyKey: newKey() });
    const pay = (asked: ReturnType<typeof cent>, { pix } = ana.call) => pix.transfer(asked);
    const [nobodys, phone, unpaid] = [cent('123.456.789-09'), cent('(11) 98765-4321'), cent('11144477735')];
    simulator.simulator.switches.failNext = 1;
    for (const _ of ['asked', 'repeated']) expect(await pay(nobodys)).toMatchObject({ status: 'failed' });
    expect(await pay(phone)).toMatchObject({ status: 'done' });
    expect(await refusalOf(pay(unpaid))).toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
      retryAfterSeconds: windowSeconds,
    });
    const more = { ...phone, idempotencyKey: newKey(), amount: '0.02' };
    for (const one of [phone, more, cent(OUTSIDE.key)])
      expect(await pay(one)).toMatchObject({ status: 'done' });
    expect(await pay(cent('52998224725'), tokenCallerOf(bank, ana.user))).toMatchObject({ status: 'done' });
    await simulator.control('POST', '/simulator/keys', { ...OUTSIDE, key: '11144477735' });
    await ana.call.pix.payee({ pixKey: '11144477735' });
    expect(await pay(unpaid)).toMatchObject({ status: 'done', to: { name: 'Joana Prado' } });
  });

  test('a key of which the provider tells nothing, or cannot be asked, is answered without a name', async ({
    ana,
    simulator,
  }) => {
    const unknown = { name: null, document: null, institution: null, source: null };
    expect(await ana.call.pix.payee({ pixKey: 'loja@correio.example' })).toMatchObject(unknown);
    await simulator.control('POST', '/simulator/keys', OUTSIDE);
    simulator.simulator.switches.keyLookups = 0;
    expect(await ana.call.pix.payee({ pixKey: OUTSIDE.key })).toMatchObject(unknown);
    simulator.simulator.switches.keyLookups = null;
    simulator.simulator.faults.down = true;
    expect(await ana.call.pix.payee({ pixKey: OUTSIDE.key })).toMatchObject(unknown);
  });

  test('an unknown key, an own one, one that is none, and others than a customer are refused', async ({
    ana,
    admin,
    nobody,
  }) => {
    const { key } = await ana.call.pix.keys.create({ type: 'EVP' });
    const ask = (pixKey: string, by = ana.call) => refusalOf(by.pix.payee({ pixKey }));
    expect(await ask('unknown@correio.example')).toMatchObject({ status: 404, code: 'KEY_NOT_FOUND' });
    expect(await ask(key ?? '')).toMatchObject({ code: 'SAME_ACCOUNT' });
    expect(await ask('x')).toMatchObject({ fields: { pixKey: 'Chave PIX inválida' } });
    expect(await ask(OUTSIDE.key, admin.call)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await ask(OUTSIDE.key, nobody)).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('look-ups of keys and of accounts share one limit', async ({ ana, bruno }) => {
    for (let asked = 0; asked < 29; asked += 1)
      await ana.call.account.lookup({ accountNumber: bruno.accountNumber });
    await ana.call.pix.payee({ pixKey: OUTSIDE.key });
    expect(await codeOf(ana.call.pix.payee({ pixKey: OUTSIDE.key }))).toBe('TOO_MANY_ATTEMPTS');
    expect(await codeOf(ana.call.account.lookup({ accountNumber: bruno.accountNumber }))).toBe(
      'TOO_MANY_ATTEMPTS',
    );
  });

  test('the confirmation of a payment names whom the customer was told, and a company counts as one', async ({
    bank,
    ana,
    simulator,
  }) => {
    await turnRulesOn(bank, ana.user);
    await simulator.control('POST', '/simulator/keys', { ...OUTSIDE, document: '11222333000181' });
    const own = sessionOf(bank, ana);
    const confirmationOf = async () => {
      const asked = { pixKey: OUTSIDE.key, amount: '19.00', idempotencyKey: newKey() };
      const refused = await refusalOf(own.pix.transfer(asked));
      const { confirmationId: id = '' } = refused as { confirmationId?: string };
      return own.account.confirmations.get({ id });
    };
    expect(await confirmationOf()).toMatchObject({ payee: null, kind: 'pix_person' });
    await own.pix.payee({ pixKey: OUTSIDE.key });
    expect(await confirmationOf()).toMatchObject({
      payee: 'Joana Prado',
      document: '11.222.333/0001-81',
      kind: 'pix_company',
    });
    bank.clock.passSeconds(31 * 60);
    expect(await confirmationOf()).toMatchObject({ payee: null });
  });
});

describe('the name of a known PIX key has changed', () => {
  test('the old name is shown before the payment, and then nothing more is told', async ({
    ana,
    bank,
    simulator,
  }) => {
    const pay = () => ana.call.pix.transfer({ pixKey: OUTSIDE.key, amount: '1.00' });
    await simulator.control('POST', '/simulator/keys', OUTSIDE);
    await pay();
    expect(await ana.call.pix.payee({ pixKey: OUTSIDE.key })).toMatchObject({ nameBefore: null });
    await simulator.control('POST', '/simulator/keys', { ...OUTSIDE, name: 'JOANA  PRADO' });
    expect(await ana.call.pix.payee({ pixKey: OUTSIDE.key })).toMatchObject({ nameBefore: null });
    await simulator.control('POST', '/simulator/keys', { ...OUTSIDE, name: 'Outra Pessoa' });
    expect(await ana.call.pix.payee({ pixKey: OUTSIDE.key })).toMatchObject({
      name: 'Outra Pessoa',
      nameBefore: 'Joana Prado',
    });
    await pay();
    expect(await bellsOf(bank, 'payee_renamed')).toEqual([]);
    expect(await ana.call.pix.payee({ pixKey: OUTSIDE.key })).toMatchObject({ nameBefore: null });
  });

  test('who paid without having been told gets a notification', async ({ ana, bank, simulator }) => {
    const pay = () => ana.call.pix.transfer({ pixKey: OUTSIDE.key, amount: '1.00' });
    await simulator.control('POST', '/simulator/keys', OUTSIDE);
    await pay();
    await simulator.control('POST', '/simulator/keys', { ...OUTSIDE, name: 'Outra Pessoa' });
    await pay();
    expect(await bellsOf(bank, 'payee_renamed')).toMatchObject([
      {
        userId: ana.user.id,
        title: 'O nome mudou desde a última vez',
        text: expect.stringContaining(
          'é agora de Outra Pessoa. Da última vez que você pagou, era de Joana Prado',
        ),
      },
    ]);
    await pay();
    expect(await bellsOf(bank, 'payee_renamed')).toHaveLength(1);
  });

  test('between the look-up and the first payment, the payer gets a notification if it is somebody else', async ({
    ana,
    bank,
    simulator,
  }) => {
    const holds = (name: string, document: string, key = OUTSIDE.key) =>
      simulator.control('POST', '/simulator/keys', { ...OUTSIDE, key, name, document });
    await holds('Joana Prado', OUTSIDE.document);
    await ana.call.pix.payee({ pixKey: OUTSIDE.key });
    await holds('Joana P. Filho', OUTSIDE.document);
    await ana.call.pix.transfer({ pixKey: OUTSIDE.key, amount: '1.00' });
    expect(await bellsOf(bank, 'payee_renamed')).toEqual([]);
    const other = 'outra@exemplo.com';
    await holds('Joana Prado', OUTSIDE.document, other);
    await ana.call.pix.payee({ pixKey: other });
    await holds('Outra Pessoa', '52998224725', other);
    for (const amount of ['1.00', '2.00']) await ana.call.pix.transfer({ pixKey: other, amount });
    expect(await bellsOf(bank, 'payee_renamed')).toMatchObject([
      {
        userId: ana.user.id,
        title: 'O nome mudou desde a consulta',
        text: expect.stringContaining('é agora de Outra Pessoa. Quando você consultou, era de Joana Prado'),
      },
    ]);
  });

  test('whoever is told to have the key now is somebody new: no trust holds, and the payment is confirmed', async ({
    ana,
    bank,
    simulator,
  }) => {
    await turnRulesOn(bank, ana.user);
    const { key: target, name } = OUTSIDE;
    const payee = { target, name, document: '***.444.777-**', trustedCents: 100_000 };
    await knowPayee(bank, ana.user, { kind: 'pix', ...payee });
    const own = sessionOf(bank, ana);
    const pay = () => own.pix.transfer({ pixKey: target, amount: '9.00', idempotencyKey: newKey() });
    const askedOf = async (other: { name?: string; document?: string }) => {
      await simulator.control('POST', '/simulator/keys', { ...OUTSIDE, ...other });
      await own.pix.payee({ pixKey: target });
      const { confirmationId: id = '' } = (await refusalOf(pay())) as { confirmationId?: string };
      return own.account.confirmations.get({ id });
    };
    await simulator.control('POST', '/simulator/keys', OUTSIDE);
    await own.pix.payee({ pixKey: target });
    expect(await pay()).toMatchObject({ status: 'done' });
    expect(await askedOf({ document: '52998224725' })).toMatchObject({
      document: '***.982.247-**',
      reasons: ['new_payee'],
    });
    const { recipients } = bank.db.tables;
    await bank.db.transaction((tx) => tx.update(recipients).set({ document: null }));
    expect(await askedOf({ name: 'Outra Pessoa' })).toMatchObject({ reasons: ['new_payee'] });
    // Told by name alone: the document of whom was paid before is not theirs.
    const { keyLookups } = bank.db.tables;
    await bank.db.transaction(async (tx) => {
      await tx.update(recipients).set({ document: '***.444.777-**' });
      await tx.update(keyLookups).set({ name: 'Outra Pessoa', document: null });
    });
    expect(await refusalOf(pay())).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
  });
});
