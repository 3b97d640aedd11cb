import { describe, expect } from 'vitest';
import { DEVICE_TRUST_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { alteredByte, type SecurityKey, withPasskey } from '#server/auth/testing/security-key';
import { balanceOf } from '#server/ledger/statement';
import { auditedChanges } from '#server/payments/testing/scene';
import { test as base } from '#server/testing/bank-test';
import { callerOf } from '#server/testing/people';
import { codeOf, refusalOf, settledCodes } from '#server/testing/refusal-of';
import { challengeOf } from './authorise.ts';
import { letterTo, newKey, sessionOf } from './testing/protected-bank.ts';

const test = base
  .extend('env', { MONEY_RULES: 'standard' } as Record<string, string>)
  .extend('own', ({ bank, ana }) => sessionOf(bank, ana))
  .extend('payment', ({ bruno }) => ({
    accountNumber: bruno.accountNumber,
    amount: '40.00',
    description: 'Aluguel',
    idempotencyKey: newKey(),
  }));

type Call = ReturnType<typeof sessionOf>;
type Payment = Parameters<Call['account']['transfer']>[0];

/** The id of what the payment must be confirmed with. */
async function asked(call: Call, payment: Payment): Promise<string> {
  const refused = await refusalOf(call.account.transfer(payment));
  expect(refused).toMatchObject({ status: 403, code: 'CONFIRMATION_REQUIRED' });
  return (refused as { confirmationId?: string }).confirmationId ?? 'none';
}

async function signed(call: Call, id: string, key: SecurityKey) {
  const { passkey } = await call.account.confirmations.get({ id });
  return key.get({ challenge: passkey?.challenge ?? '' });
}

describe('a payment to somebody not paid before', () => {
  test('has one proven confirmation under its key, whatever was proven before', async ({
    bank,
    ana,
    own,
    payment,
  }) => {
    const key = await withPasskey(bank, ana.user.id);
    for (const amount of ['38.00', '39.00']) {
      const id = await asked(own, { ...payment, amount });
      await own.account.confirmations.prove({ id, passkey: await signed(own, id, key) });
    }
    const id = await asked(own, payment);
    await own.account.confirmations.prove({ id, passkey: await signed(own, id, key) });
    const { confirmations } = bank.db.tables;
    expect(await bank.db.select().from(confirmations)).toMatchObject([{ id }]);
    expect((await own.account.transfer(payment)).status).toBe('done');
  });

  test('is confirmed with a passkey that signs exactly what is paid, and is paid once', async ({
    bank,
    ana,
    bruno,
    own,
    payment,
  }) => {
    const key = await withPasskey(bank, ana.user.id);
    const id = await asked(own, payment);
    const shown = await own.account.confirmations.get({ id });
    expect(shown).toMatchObject({
      kind: 'transfer',
      target: bruno.accountNumber,
      payee: 'Bruno Nogueira',
      // As the account's lookup shows it: together with other digits it would tell the whole CPF.
      document: '***.159.265-**',
      amount: '40.00',
      day: '2026-03-10',
      reasons: ['new_payee'],
      ways: ['passkey'],
      passkey: { rpId: 'localhost', credentials: [{ id: key.id }] },
    });
    await own.account.confirmations.prove({ id, passkey: await signed(own, id, key) });
    const paid = await own.account.transfer(payment);
    expect(await own.account.transfer(payment)).toEqual(paid);
    expect(await balanceOf(bank.db, ana.accountId)).toBe(6_000);

    const { paymentIntents, confirmations } = bank.db.tables;
    const [kept] = await bank.db.select().from(paymentIntents);
    expect(kept).toMatchObject({ transactionId: paid.id, method: 'passkey', confirmationId: id });
    const [confirmation] = await bank.db.select().from(confirmations);
    expect(confirmation).toMatchObject({ passkeyName: 'Notebook', publicKey: key.publicKey });
    expect(challengeOf(confirmation?.content ?? '')).toBe(shown.passkey?.challenge);
    // Known now.
    await own.account.transfer({ ...payment, idempotencyKey: newKey() });
  });

  test('without a passkey is confirmed with the code of the app; without both, by e-mail, for small amounts', async ({
    bank,
    own,
    payment,
  }) => {
    const small = await asked(own, payment);
    const { users } = bank.db.tables;
    const confirmed = (emailConfirmedAt: Date | null) =>
      bank.db.transaction((tx) => tx.update(users).set({ emailConfirmedAt }));
    await confirmed(null);
    expect(await own.account.confirmations.get({ id: small })).toMatchObject({ ways: [], sentTo: null });
    expect(await codeOf(own.account.confirmations.sendCode({ id: small }))).toBe('CONFIRMATION_WAY');
    await confirmed(bank.clock.real());
    expect(await own.account.confirmations.get({ id: small })).toMatchObject({ ways: ['email'] });
    await own.account.confirmations.sendCode({ id: small });
    const letter = await letterTo(bank, 'payment_code');
    expect(letter).toContain('Valor: R$ 40,00');
    const [code = ''] = /^\d{6}$/m.exec(letter) ?? [];
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await codeOf(own.account.confirmations.prove({ id: small, emailCode: wrong }))).toBe(
      'CONFIRMATION_CODE',
    );
    await own.account.confirmations.prove({ id: small, emailCode: code });
    expect((await own.account.transfer(payment)).status).toBe('done');
    expect(await letterTo(bank, 'new_payee_paid')).toContain('Transferência de R$ 40,00 para Bruno Nogueira');
    // The code opens as much as it confirmed; a passkey or an app R$ 500,00.
    await own.account.transfer({ ...payment, amount: '39.99', idempotencyKey: newKey() });
    await asked(own, { ...payment, amount: '0.02', idempotencyKey: newKey() });
    expect(await codeOf(own.account.confirmations.sendCode({ id: small }))).toBe('CONFIRMATION_INVALID');
    expect(await codeOf(own.account.confirmations.prove({ id: small, emailCode: code }))).toBe(
      'CONFIRMATION_INVALID',
    );
    // A refused proof leaves one audit row each.
    expect(await auditedChanges(bank, 'refuse_confirmation')).toEqual([
      { code: 'CONFIRMATION_CODE' },
      { code: 'CONFIRMATION_INVALID' },
    ]);
  });

  test('is confirmed by e-mail up to R$ 1.000,00 in 24 hours, also of several that are proven at once', async ({
    bank,
    own,
    payment,
  }) => {
    const { users } = bank.db.tables;
    const emailConfirmedAt = bank.clock.real();
    await bank.db.transaction((tx) => tx.update(users).set({ emailConfirmedAt }));
    // Asked for before any is paid: the payee is new to each.
    const ids: string[] = [];
    for (const amount of ['400.00', '400.00', '400.00', '200.00'])
      ids.push(await asked(own, { ...payment, amount, idempotencyKey: newKey() }));
    const codes: string[] = [];
    for (const id of ids) {
      await own.account.confirmations.sendCode({ id });
      codes.push(/^\d{6}$/m.exec(await letterTo(bank, 'payment_code'))?.[0] ?? '');
    }
    const prove = (place: number) =>
      own.account.confirmations.prove({ id: ids[place] ?? '', emailCode: codes[place] });
    const outcomes = await settledCodes([0, 1, 2].map(prove));
    expect(outcomes.sort()).toEqual(['CONFIRMATION_WAY', 'done', 'done']);
    expect(await settledCodes([prove(3)])).toEqual(['done']);
    const waysFor = async () => {
      const id = await asked(own, { ...payment, amount: '0.01', idempotencyKey: newKey() });
      return (await own.account.confirmations.get({ id })).ways;
    };
    expect(await waysFor()).toEqual([]);
    bank.clock.passSeconds(86_400);
    expect(await waysFor()).toEqual(['email']);
  });

  test('is not confirmed with a passkey or an app that was added in the last 24 hours', async ({
    bank,
    ana,
    own,
    payment,
  }) => {
    await withPasskey(bank, ana.user.id);
    const { passkeys, twoFactorUndos, users } = bank.db.tables;
    const now = bank.clock.real();
    const at = (seconds: number) => secondsAfter(now, seconds - DEVICE_TRUST_SECONDS);
    const waysFor = async (amount: string) => {
      const id = await asked(own, { ...payment, amount, idempotencyKey: newKey() });
      return (await own.account.confirmations.get({ id })).ways;
    };
    const undo = { id: newKey(), userId: ana.user.id, createdAt: at(1), expiresAt: at(9e5), usedAt: null };
    await bank.db.transaction(async (tx) => {
      await tx.update(users).set({ totpSecret: 'sealed', emailConfirmedAt: now });
      await tx.insert(twoFactorUndos).values(undo);
    });
    expect(await waysFor('60.00')).toEqual(['passkey']);
    await bank.db.transaction((tx) => tx.update(passkeys).set({ createdAt: at(1) }));
    expect(await waysFor('60.00')).toEqual(['email']);
    await bank.db.transaction((tx) => tx.update(twoFactorUndos).set({ createdAt: at(-1) }));
    expect(await waysFor('60.00')).toEqual(['app']);
  });

  test('is not confirmed with a new passkey beside one that counts', async ({ bank, ana, own, payment }) => {
    await withPasskey(bank, ana.user.id);
    const added = await withPasskey(bank, ana.user.id, 60);
    const id = await asked(own, payment);
    const passkey = await signed(own, id, added);
    expect(await codeOf(own.account.confirmations.prove({ id, passkey }))).toBe('PASSKEY_REFUSED');
    expect(await codeOf(own.account.transfer(payment))).toBe('CONFIRMATION_REQUIRED');
  });

  test('is refused with a signature that is altered, foreign, of another payment, replayed or expired', async ({
    bank,
    ana,
    bruno,
    own,
    payment,
  }) => {
    const key = await withPasskey(bank, ana.user.id);
    const foreign = await withPasskey(bank, bruno.user.id);
    const first = await asked(own, payment);
    const good = await signed(own, first, key);
    const altered = { ...good, signature: alteredByte(good.signature) };
    const prove = (id: string, passkey: typeof good) => own.account.confirmations.prove({ id, passkey });
    expect(await codeOf(prove(first, altered))).toBe('PASSKEY_REFUSED');
    expect(await codeOf(prove(first, await signed(own, first, foreign)))).toBe('PASSKEY_REFUSED');

    const other = await asked(own, { ...payment, amount: '41.00', idempotencyKey: newKey() });
    expect(await codeOf(prove(first, await signed(own, other, key)))).toBe('PASSKEY_REFUSED');
    await prove(first, await signed(own, first, key));
    // Another amount, payee or key than signed.
    expect(await codeOf(own.account.transfer({ ...payment, amount: '40.01' }))).toBe('CONFIRMATION_REQUIRED');
    expect(await codeOf(own.account.transfer({ ...payment, idempotencyKey: newKey() }))).toBe(
      'CONFIRMATION_REQUIRED',
    );
    // Another session of the same customer.
    expect(await codeOf(sessionOf(bank, ana).account.transfer(payment))).toBe('CONFIRMATION_REQUIRED');
    bank.clock.passSeconds(121);
    expect(await codeOf(own.account.transfer(payment))).toBe('CONFIRMATION_REQUIRED');
    expect(await codeOf(prove(other, await signed(own, first, key).catch(() => good)))).toBe(
      'CONFIRMATION_INVALID',
    );
    expect(await balanceOf(bank.db, ana.accountId)).toBe(10_000);
  });

  test('is not confirmed by another customer, another session, a token, or after five tries', async ({
    bank,
    ana,
    bruno,
    own,
    payment,
  }) => {
    const key = await withPasskey(bank, ana.user.id);
    const id = await asked(own, payment);
    const good = await signed(own, id, key);
    for (const call of [sessionOf(bank, ana), sessionOf(bank, bruno)]) {
      expect(await codeOf(call.account.confirmations.get({ id }))).toBe('NOT_FOUND');
      expect(await codeOf(call.account.confirmations.prove({ id, passkey: good }))).toBe('NOT_FOUND');
    }
    const altered = { ...good, signature: alteredByte(good.signature) };
    const wrong = () => own.account.confirmations.prove({ id, passkey: altered });
    const codes = await settledCodes(Array.from({ length: 8 }, wrong));
    expect(codes.filter((code) => code === 'PASSKEY_REFUSED')).toHaveLength(5);
    expect(await codeOf(own.account.confirmations.prove({ id, passkey: good }))).toBe('CONFIRMATION_INVALID');
  });

  test('sent twice is paid with either of the two confirmations', async ({ bank, ana, own, payment }) => {
    const key = await withPasskey(bank, ana.user.id);
    const first = await asked(own, payment);
    const second = await asked(own, payment);
    await own.account.confirmations.prove({ id: first, passkey: await signed(own, first, key) });
    expect((await own.account.transfer(payment)).status).toBe('done');
    await own.account.confirmations.prove({ id: second, passkey: await signed(own, second, key) });
    await own.account.transfer(payment);
    expect(await balanceOf(bank.db, ana.accountId)).toBe(6_000);
  });

  test('confirmed once pays one of 16 that are sent at once', async ({ bank, ana, own, payment }) => {
    const key = await withPasskey(bank, ana.user.id);
    const id = await asked(own, payment);
    const proofs = Array.from({ length: 4 }, () => signed(own, id, key));
    const calls = (await Promise.all(proofs)).map((passkey) =>
      own.account.confirmations.prove({ id, passkey }),
    );
    expect((await settledCodes(calls)).filter((code) => code === 'done')).toHaveLength(1);
    const paid = Array.from({ length: 16 }, () => own.account.transfer(payment));
    expect(new Set((await Promise.all(paid)).map((answer) => answer.id)).size).toBe(1);
    expect(await balanceOf(bank.db, ana.accountId)).toBe(6_000);
  });

  test('from a script with an access token needs no confirmation, within its ceiling', async ({
    bank,
    ana,
    payment,
  }) => {
    const token = { id: newKey(), mayMoveMoney: true, perCallCents: 4_000, perDayCents: 5_000 };
    const script = callerOf(bank, ana.user, { session: null, token });
    await script.account.transfer(payment);
    const again = { ...payment, amount: '10.01', idempotencyKey: newKey() };
    expect(await codeOf(script.account.transfer(again))).toBe('TOKEN_CEILING');
  });
});
