import { like } from 'drizzle-orm';
import { expect } from 'vitest';
import { ATTEMPT_LIMITS, type AttemptKind } from '#domain/limits';
import { nameOfCaller } from '#server/access/caller-line';
import { fund } from '#server/protection/testing/protected-bank';
import type { callerOf } from '#server/testing/people';
import { tokenCallerOf } from '#server/testing/people';
import { settledCodes } from '#server/testing/refusal-of';
import { ASKED, test } from './charges/testing/charge-test.ts';

type Call = ReturnType<typeof callerOf>;

test('what a token uses up of charges, applications, receipts, files and searches keeps its owner out of none', async ({
  bank,
  admin,
  owner,
  scene,
}) => {
  const { id: productId } = await admin.call.investment.products.create({
    name: 'CDB Vale 90',
    description: 'Renda fixa com prazo de 90 dias',
    minAmount: '1.00',
    annualRate: '12.00',
    termDays: 90,
  });
  await fund(admin, owner, '100.00');
  const unpaid = await owner.call.charge.create(ASKED);
  const withoutReceipt: string[] = [];
  for (let payment = 0; payment < 6; payment += 1) {
    const { accountNumber } = scene.bruno;
    const paid = await owner.call.account.transfer({ accountNumber, amount: '1.00', description: 'Pão' });
    withoutReceipt.push(paid.id);
  }
  const newReceipt = ({ account }: Call) => account.receipt({ id: withoutReceipt.pop() ?? '' });

  const acts: Partial<Record<AttemptKind, (call: Call) => Promise<unknown>>> = {
    charge: ({ charge }) => charge.create(ASKED),
    chargeDay: ({ charge }) => charge.create(ASKED),
    chargeCheck: ({ charge }) => charge.check({ id: unpaid.id }),
    investment: ({ investment }) => investment.create({ productId, amount: '1.00' }),
    receipt: newReceipt,
    receiptDay: newReceipt,
    statementSearch: ({ account }) => account.ledger({ q: 'Pão' }),
    export: ({ account }) => account.calendar(),
    pdfLines: ({ account }) => account.exportLedger({ format: 'pdf' }),
    monthReview: ({ account }) => account.monthReview({}),
    creditFacts: ({ credit }) => credit.simulate({ amount: '100.00', termMonths: 2 }),
  };
  const script = tokenCallerOf(bank, owner.user);
  const usedUp: Record<string, string> = {};
  for (const [kind, act] of Object.entries(acts)) {
    await bank.db.transaction(async (tx) => {
      await tx.delete(tx.tables.attempts);
    });
    await act(script);
    await bank.db.transaction(async (tx) => {
      const { attempts } = tx.tables;
      const { max: count } = ATTEMPT_LIMITS[kind as AttemptKind];
      await tx
        .update(attempts)
        .set({ count })
        .where(like(attempts.bucket, `${kind}:%`));
    });
    const [ofToken] = await settledCodes([act(script)]);
    const [ofOwner] = await settledCodes([act(owner.call)]);
    usedUp[kind] = `${ofToken}, the owner: ${ofOwner}`;
  }
  expect(usedUp).toEqual(
    Object.fromEntries(Object.keys(acts).map((kind) => [kind, 'TOO_MANY_ATTEMPTS, the owner: done'])),
  );
});

test('what the bank goes on with for a token is counted as the token’s', () => {
  const asking = { user: { id: 'ana', fullName: '', role: 'cliente' as const }, token: null };
  const request = { ip: '203.0.113.7' };
  const after = (askedBy: 'token' | 'session') =>
    nameOfCaller({ ...asking, request, askedBefore: { askedBy, accessId: null } });
  expect([after('token'), after('session')]).toEqual(['ana/tokens', 'ana']);
});
