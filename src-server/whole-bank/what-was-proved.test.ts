import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { newBankBoleto } from '#domain/account/new-boleto';
import { totpStepOf } from '#domain/auth/two-factor';
import { addDays } from '#domain/date';
import { declaredProcedures } from '#server/access/trpc';
import { withPasskey } from '#server/auth/testing/security-key';
import { codeOfStep, encryptSecret, newTotpSecret } from '#server/auth/two-factor/totp';
import { test as orderTest } from '#server/payments/orders/testing/order-test';
import { newKey, sessionOf } from '#server/protection/testing/protected-bank';
import { knowPayee, turnRulesOn } from '#server/protection/testing/rules';
import { appRouter } from '#server/router';
import type { callerOf } from '#server/testing/people';
import { refusalOf, settledCodes } from '#server/testing/refusal-of';
import { WHO_MAY } from '#server/testing/who-may';

// The rules for money hold for Ana, who has an authenticator app. Expectations come from `testing/who-may.ts` and the tables here.

/** What her session has proved in the last minutes: nothing but its cookie, the password, password and second factor. */
const PROVED = ['session', 'password', 'whole'] as const;
type Proved = (typeof PROVED)[number];

/** What is asked for beyond the access rule, for these inputs. */
const WHOLE_FOR: Record<string, object> = {
  'auth.updateProfile': { phone: '(11) 91234-5678' },
  'auth.devices.end': { id: 'x' },
  'account.changeRecipient': { trustedUpTo: '50.00' },
  'account.limits.change': { kind: 'transfer', window: 'night', amount: '1500.00' },
  'pix.createSubaccount': {},
  'pix.keys.create': { type: 'EVP' },
  'pix.keys.remove': { id: 'x' },
  'pix.claims.make': { type: 'CPF', key: '52998224725', kind: 'portability' },
  'pix.claims.answer': { id: 'x', accept: false },
  'pix.claims.cancel': { id: 'x' },
  // Last: the rules hold until then.
  'account.limits.changeProtection': { hasRules: false },
};

/** For newer sessions than the caller's own: `src-server/auth/newer-sessions.test.ts`. */
const ENDS_SESSIONS = ['auth.sessions.end', 'auth.sessions.endOthers'];

/** Payments to somebody not paid before. */
const paymentsOf = (accountNumber: string, today: string): Record<string, object> => ({
  'account.transfer': { accountNumber, amount: '10.00', description: 'Aluguel' },
  'account.boleto.pay': { line: newBankBoleto(1_000, addDays(today, 2), 1).line },
  'pix.transfer': { pixKey: 'maria@correio.example', amount: '10.00' },
  'account.cover.pay': {
    cover: '300.00',
    transfer: { accountNumber, amount: '1200.00', description: 'Aluguel' },
  },
});

/** Money that stays with the customer. */
const STAYS = ['pix.move', 'investment.create', 'investment.redeem', 'account.waiting.undo'];
/** Money that can only reach who paid it before. */
const GOES_BACK = ['pix.giveBack'];
/** What brings money in. */
const COMES_IN = ['charge.create', 'charge.cancel'];
const INSTALMENTS = ['credit.payInstallment', 'credit.payInstallments'];

const PROFILE = {
  ...{ email: 'ana@correio.example', street: 'Rua A', number: '1', complement: '', neighborhood: 'Centro' },
  ...{ city: 'São Paulo', state: 'SP', zipCode: '01001-000', monthlyIncome: '7800.00' },
};

type Call = ReturnType<typeof callerOf>;

function ask(call: Call, path: string, input: object): Promise<unknown> {
  const found = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], call);
  return (found as (given: object) => Promise<unknown>)(input);
}

const test = orderTest.extend('own', async ({ bank, ana, bruno }) => {
  await turnRulesOn(bank, ana.user);
  const secret = newTotpSecret();
  const { users, recipients } = bank.db.tables;
  await bank.db.transaction((tx) =>
    tx
      .update(users)
      .set({ totpSecret: encryptSecret(bank.keys, secret, 'users', ana.user.id) })
      .where(eq(users.id, ana.user.id)),
  );
  await knowPayee(bank, ana.user, { kind: 'account', target: '1111-1111' });
  const [known] = await bank.db.select().from(recipients);
  return {
    recipientId: known?.id ?? 'none',
    payments: paymentsOf(bruno.accountNumber, bank.clock.today()),
    code: () => {
      bank.clock.passSeconds(30);
      return codeOfStep(secret, totpStepOf(bank.clock.real()));
    },
    withProof(proved: Proved) {
      const now = bank.clock.real();
      const proven = proved === 'session' ? null : now;
      return sessionOf(bank, ana, { proven, factorProven: proved === 'whole' ? now : null });
    },
  };
});

const refusalUnless = (needed: 'password' | 'whole', proved: Proved): boolean =>
  needed === 'whole' ? proved !== 'whole' : proved === 'session';

describe('what a session has proved decides what it may do', () => {
  test('every procedure that needs a fresh proof is refused with less, and reached with it', async ({
    own,
  }) => {
    let cells = 0;
    for (const { path } of declaredProcedures(appRouter)) {
      const { who, freshProof } = WHO_MAY[path] ?? {};
      if (who === 'admin' || !freshProof || freshProof === 'forSome') continue;
      for (const proved of PROVED) {
        const [code] = await settledCodes([ask(own.withProof(proved), path, {})]);
        expect([path, proved, code === 'REAUTHENTICATE']).toEqual([
          path,
          proved,
          refusalUnless(freshProof, proved),
        ]);
        cells += 1;
      }
    }
    expect(cells).toBeGreaterThan(15);
  });

  test('contacts, trust, limits and PIX keys are weakened with a whole proof only', async ({ own }) => {
    const conditional = Object.entries(WHO_MAY).flatMap(([path, rule]) =>
      rule?.freshProof === 'forSome' && rule.who !== 'admin' ? [path] : [],
    );
    expect(conditional.filter((path) => !(path in WHOLE_FOR || ENDS_SESSIONS.includes(path)))).toEqual([]);
    for (const [path, change] of Object.entries(WHOLE_FOR)) {
      const input =
        path === 'auth.updateProfile'
          ? { ...PROFILE, ...change }
          : path === 'account.changeRecipient'
            ? { id: own.recipientId, ...change }
            : change;
      for (const proved of PROVED) {
        const [code] = await settledCodes([ask(own.withProof(proved), path, input)]);
        expect([path, proved, code === 'REAUTHENTICATE']).toEqual([path, proved, proved !== 'whole']);
      }
    }
  });

  test('every payment to somebody not paid before needs a code or signature for it, whatever the session has proved', async ({
    own,
  }) => {
    const moving = Object.entries(WHO_MAY).flatMap(([path, rule]) =>
      rule?.token === 'money' && rule.who === 'customer' ? [path] : [],
    );
    expect(moving.sort()).toEqual(
      [...Object.keys(own.payments), ...STAYS, ...GOES_BACK, ...COMES_IN, ...INSTALMENTS].sort(),
    );
    for (const [path, payment] of Object.entries(own.payments))
      for (const proved of PROVED) {
        const idempotencyKey = newKey();
        const [code] = await settledCodes([ask(own.withProof(proved), path, { ...payment, idempotencyKey })]);
        expect([path, proved, code]).toEqual([path, proved, 'CONFIRMATION_REQUIRED']);
      }
  });

  test.for(['code', 'passkey'] as const)(
    'a payment is made once with a %s over it, in a session that has proved nothing else',
    async (way, { bank, ana, own }) => {
      const key = way === 'passkey' ? await withPasskey(bank, ana.user.id) : null;
      const call = own.withProof('session');
      for (const [path, payment] of Object.entries(own.payments)) {
        await bank.db.transaction((tx) => tx.delete(tx.tables.recipients));
        const asked = { ...payment, idempotencyKey: newKey() };
        const { confirmationId: id = '' } = (await refusalOf(ask(call, path, asked))) as {
          confirmationId?: string;
        };
        const { passkey } = await call.account.confirmations.get({ id });
        const proof = key
          ? { passkey: key.get({ challenge: passkey?.challenge ?? '' }) }
          : { code: own.code() };
        await call.account.confirmations.prove({ id, ...proof });
        const [paid] = await settledCodes([ask(call, path, asked)]);
        expect([path, paid]).toEqual([path, 'done']);
      }
    },
  );
});
