import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { newBankBoleto } from '#domain/account/new-boleto';
import { ATTEMPT_LIMITS, type AttemptKind } from '#domain/limits';
import type { SharedKind } from '#domain/sessions-in-limits';
import { alone } from '#server/access/caller-share';
import { ownerContext } from '#server/audit/owner-context';
import { countAttempt } from '#server/auth/attempts';
import type { RequestInfo, SignedInContext } from '#server/kernel/context';
import { sharedNetworkOf } from '#server/kernel/network';
import { countBankCalls } from '#server/onboarding/count-bank-calls';
import { callerOf, makeAdmin, makeCustomer } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { settleOrders } from './orders/order-worker.ts';
import { atProvider, rowOf } from './orders/testing/order-scene.ts';
import { test } from './orders/testing/order-test.ts';
import { processEvents } from './process-events.ts';
import { callsOf } from './testing/provider-calls.ts';

const { line } = newBankBoleto(10_000, '2026-03-20', 1);
const DAY = 24 * 3600;
const HALF_A_DAY = DAY / 2;

async function usedOf({ db }: TestBank, kind: AttemptKind, who = 'bank'): Promise<number> {
  const { attempts } = db.tables;
  const [row] = await db
    .select()
    .from(attempts)
    .where(eq(attempts.bucket, `${kind}:${who}`));
  return row?.count ?? 0;
}

/** Uses up all but `left`. */
async function leave(
  bank: TestBank,
  left: number,
  kind: Exclude<AttemptKind, SharedKind>,
  who = 'bank',
): Promise<void> {
  const used = await usedOf(bank, kind, who);
  await countAttempt(bank, kind, who, ATTEMPT_LIMITS[kind].max - used - left);
}

/** A new customer with so many cents, at an address. */
async function newcomer(bank: TestBank, ip: string, cents: number) {
  const { user, accountId } = await makeCustomer(bank);
  const { call } = await makeAdmin(bank);
  if (cents > 0)
    await call.admin.accounts.adjust({ id: accountId, amount: `0.0${cents}`, reason: 'Depósito' });
  return callerOf(bank, user, { request: { ip, userAgent: 'vitest', bearerToken: null } as RequestInfo });
}

const HOME = '2001:db8:1:a';
const addressIn = (place: number): string => `${HOME}${place.toString(16)}::${place}`;

describe('the many customers of one home', () => {
  test('who has less money than a boleto or a move needs does not ask the provider, and others pay', async ({
    bank,
    ana,
  }) => {
    await leave(bank, 2, 'bankOrders');
    const penniless = async () => {
      for (let place = 1; place <= 4; place += 1) {
        const { account } = await newcomer(bank, '198.51.100.9', 0);
        expect(await codeOf(account.boleto.pay({ line }))).toBe('INSUFFICIENT_FUNDS');
      }
      const { account } = await newcomer(bank, '198.51.100.9', 1);
      expect(await codeOf(account.boleto.pay({ line, amount: '100.00' }))).toBe('INSUFFICIENT_FUNDS');
      for (const [direction, amount] of [
        ['in', '1000.01'],
        ['out', '500.01'],
      ] as const)
        expect(await codeOf(ana.call.pix.move({ direction, amount }))).toBe('INSUFFICIENT_FUNDS');
    };
    expect(await callsOf(bank, penniless)).toBe(0);
    expect(await ana.call.account.boleto.pay({ line })).toMatchObject({ status: 'done' });
    expect(await ana.call.pix.move({ direction: 'in', amount: '1.00' })).toMatchObject({ status: 'done' });
  });

  test('they use up what their home may ask for in a day, not what all customers may', async ({
    bank,
    ana,
  }) => {
    await leave(bank, 6, 'bankOrders');
    await leave(bank, 3, 'bankOrdersOfNetwork', sharedNetworkOf(addressIn(1)));
    const codes: string[] = [];
    for (let place = 1; place <= 7; place += 1) {
      const { account } = await newcomer(bank, addressIn(place), 1);
      codes.push(await codeOf(account.boleto.pay({ line })));
    }
    expect(codes).toEqual([...Array(3).fill('INSUFFICIENT_FUNDS'), ...Array(4).fill('TOO_MANY_ATTEMPTS')]);
    const { account } = await newcomer(bank, addressIn(8), 1);
    expect(await refusalOf(account.boleto.pay({ line }))).toMatchObject({ retryAfterSeconds: DAY });
    const approved = callerOf(bank, ana.user, {
      request: { ip: addressIn(9), userAgent: 'vitest', bearerToken: null } as RequestInfo,
    });
    expect(await approved.pix.move({ direction: 'in', amount: '1.00' })).toMatchObject({ status: 'done' });
    expect(await ana.call.account.boleto.pay({ line })).toMatchObject({ status: 'done' });
    expect(await ana.call.pix.move({ direction: 'in', amount: '1.00' })).toMatchObject({ status: 'done' });
  });

  test('beyond its look-ups boletos are shown by their line, activations wait, and others are not affected', async ({
    bank,
    ana,
  }) => {
    await leave(bank, 1, 'bankLookupsOfNetwork', sharedNetworkOf(addressIn(1)));
    const { account, pix } = await newcomer(bank, addressIn(1), 0);
    expect(await account.boleto.preview({ line })).toMatchObject({ isConfirmed: true });
    const more = async () => {
      expect(await account.boleto.preview({ line })).toMatchObject({ amount: '100.00', isConfirmed: false });
      expect(await refusalOf(pix.createSubaccount())).toMatchObject({
        code: 'TOO_MANY_ATTEMPTS',
        retryAfterSeconds: DAY,
      });
    };
    expect(await callsOf(bank, more)).toBe(0);
    expect(await ana.call.account.boleto.preview({ line })).toMatchObject({ isConfirmed: true });
  });
});

/** Stores an event of the bank's own account and handles it. */
async function told(bank: TestBank, event: string, objectId: string): Promise<void> {
  const at = bank.clock.real();
  const row = { id: `evt_${event}`, event, objectId, receivedAt: at, attempts: 0, nextAttemptAt: at };
  await bank.db.transaction(async (tx) => {
    await tx.insert(tx.tables.providerEvents).values(row);
  });
  await processEvents(bank);
}

test('a boleto that stays open takes seven of the bank’s calls in 12 hours, and its event ends it', async ({
  scene,
  bank,
  ana,
  simulator,
}) => {
  simulator.simulator.switches.settleMs = 600_000;
  let id = '';
  const halfADay = async () => {
    const paid = await ana.call.account.boleto.pay({ line });
    expect(paid).toMatchObject({ status: 'processing' });
    id = paid.id;
    const objectId = (await rowOf(bank, id)).providerId ?? '';
    for (const event of ['BILL_CREATED', 'BILL_PENDING', 'BILL_BANK_PROCESSING'])
      await told(bank, event, objectId);
    for (let passed = 0; passed < HALF_A_DAY; passed += 60) {
      bank.clock.passSeconds(60);
      await settleOrders(bank);
    }
  };
  const calls = await callsOf(bank, halfADay);
  // One before it, its own, one at once, and four look-ups.
  expect(calls).toBe(7);
  expect(await rowOf(bank, id)).toMatchObject({ status: 'processing' });
  await simulator.settle();
  expect(atProvider(scene, id)).toMatchObject([{ status: 'PAID' }]);
  await told(bank, 'BILL_PAID', (await rowOf(bank, id)).providerId ?? '');
  expect(await rowOf(bank, id)).toMatchObject({ status: 'done' });
});

test('what is refused for one share uses up no other that customers share', async ({ bank, ana }) => {
  const network = '203.0.113.7';
  const pay = () => codeOf(ana.call.account.boleto.pay({ line }));
  const shares = async () => [
    await usedOf(bank, 'bankOrdersOfNetwork', network),
    await usedOf(bank, 'bankOrdersOften'),
    await usedOf(bank, 'bankOrders'),
  ];
  const { bankOrders, bankOrdersOfNetwork } = ATTEMPT_LIMITS;
  const before = await shares();
  await leave(bank, 0, 'bankOrders');
  await countAttempt(bank, 'bankOrderDay', alone(ana.user.id), 100);
  expect(await pay()).toBe('PROVIDER_BUSY');
  expect(await shares()).toEqual([before[0], before[1], bankOrders.max]);
  bank.clock.passSeconds(HALF_A_DAY);
  await leave(bank, 0, 'bankOrdersOfNetwork', network);
  expect(await pay()).toBe('TOO_MANY_ATTEMPTS');
  expect(await shares()).toEqual([bankOrdersOfNetwork.max, before[1], bankOrders.max]);
});

test('the bank’s own work, and what comes from its machine, is not counted by network', async ({
  bank,
  ana,
}) => {
  const work = await ownerContext(bank, ana.user.id);
  for (const ip of ['', '127.0.0.1', '::1']) {
    await leave(bank, 0, 'bankOrdersOfNetwork', ip);
    const ctx: SignedInContext = { ...work, request: { ...work.request, ip } };
    expect(await countBankCalls(ctx, 'order')).toBeNull();
  }
});

test('a boleto that only a cover can pay is asked for before the cover is moved', async ({
  ana,
  balances,
}) => {
  const { line: dear } = newBankBoleto(120_000, '2026-03-20', 2);
  const before = await balances();
  const boleto = { line: dear, amount: '1100.00' };
  expect(await codeOf(ana.call.account.cover.pay({ cover: '100.00', boleto }))).toBe('BOLETO_CHANGED');
  expect(await balances()).toEqual(before);
});
