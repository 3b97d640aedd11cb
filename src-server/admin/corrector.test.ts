/** @module-tag postgresInCi */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { linger } from '#db/testing/scratch';
import { isStandIn, testEngine } from '#db/testing/test-db';
import { withPasskey } from '#server/auth/testing/security-key';
import { test as creditTest } from '#server/credit/testing/credit-test';
import { callerOf, makeAdmin } from '#server/testing/people';
import { codeOf, refusalOf, settledCodes } from '#server/testing/refusal-of';

const REASON = 'Identificada por vídeo';

/** The customer's e-mail was corrected by an administrator a day ago while the customer was deactivated. `calls`: in a session of now. */
const test = creditTest.extend('corrected', async ({ bank, admin, ana, propose }) => {
  const proposal = await propose();
  const { users } = callerOf(bank, admin.user).admin;
  const { id } = ana.user;
  await users.deactivate({ id, reason: REASON });
  await users.correctEmail({ id, email: 'outra@correio.example', reason: REASON });
  bank.clock.passSeconds(86_400);
  return { id, proposal, calls: (by: typeof admin) => callerOf(bank, by.user) };
});

test('who corrected a customer’s e-mail neither activates the customer nor approves their credit while another administrator can', async ({
  bank,
  admin,
  corrected: { id, proposal, calls },
}) => {
  const other = await makeAdmin(bank);
  const activate = (by: typeof admin) => calls(by).admin.users.activate({ id, reason: REASON });
  const approve = (by: typeof admin) => calls(by).credit.proposals.approve({ id: proposal.id });
  expect(await refusalOf(activate(admin))).toMatchObject({ status: 409, code: 'CORRECTED_BY_YOU' });
  expect(await codeOf(approve(admin))).toBe('CORRECTED_BY_YOU');
  expect(await activate(other)).toMatchObject({ isActive: true });
  expect(await codeOf(approve(admin))).toBe('CORRECTED_BY_YOU');
  expect(await approve(other)).toMatchObject({ status: 'approved' });
});

test('nor lifts the customer’s freeze, ends their second factors or asks for their document', async ({
  bank,
  admin,
  corrected: { id, calls },
}) => {
  const other = await makeAdmin(bank);
  await withPasskey(bank, id, 30 * 86_400);
  const given = { id, reason: REASON };
  const { unfreeze, endFactors, askDocumentFree } = calls(admin).admin.users;
  expect(await settledCodes([unfreeze(given), endFactors(given), askDocumentFree(given)])).toEqual([
    'CORRECTED_BY_YOU',
    'CORRECTED_BY_YOU',
    'CORRECTED_BY_YOU',
  ]);
  await calls(other).admin.users.endFactors(given);
  await calls(other).admin.users.askDocumentFree(given);
  expect(await codeOf(calls(other).admin.users.unfreeze(given))).toBe('NOT_FROZEN_BY_OWNER');
});

test('thirty days later they may', async ({ bank, admin, corrected: { id, calls } }) => {
  await makeAdmin(bank);
  bank.clock.passSeconds(29 * 86_400);
  expect(await calls(admin).admin.users.activate({ id, reason: REASON })).toMatchObject({ isActive: true });
});

test('the only active administrator may: nobody else could', async ({
  bank,
  admin,
  corrected: { id, calls },
}) => {
  const { user } = await makeAdmin(bank);
  const { users } = bank.db.tables;
  await bank.db.transaction((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, user.id)));
  expect(await calls(admin).admin.users.activate({ id, reason: REASON })).toMatchObject({ isActive: true });
});

test('who ended the other administrator’s access for a moment does not act alone meanwhile', async ({
  bank,
  admin,
  corrected: { id, proposal, calls },
}) => {
  const { user: other } = await makeAdmin(bank);
  await calls(admin).admin.users.deactivate({ id: other.id, reason: REASON });
  expect(await codeOf(calls(admin).admin.users.activate({ id, reason: REASON }))).toBe('CORRECTED_BY_YOU');
  expect(await codeOf(calls(admin).credit.proposals.approve({ id: proposal.id }))).toBe('CORRECTED_BY_YOU');
});

const correct = (call: ReturnType<typeof callerOf>, id: string) =>
  call.admin.users.correctEmail({ id, email: 'outra@correio.example', reason: REASON });

creditTest(
  'who approved a customer’s credit does not correct the e-mail before it is signed: another administrator does',
  async ({ bank, admin, ana, propose }) => {
    const other = await makeAdmin(bank);
    const proposal = await propose();
    await callerOf(bank, admin.user).credit.proposals.approve({ id: proposal.id });
    expect(await refusalOf(correct(callerOf(bank, admin.user), ana.user.id))).toMatchObject({
      status: 409,
      code: 'APPROVED_BY_YOU',
    });
    expect(await correct(callerOf(bank, other.user), ana.user.id)).toMatchObject({ id: ana.user.id });
  },
);

creditTest(
  'who asked for the end of a customer’s second factors does not correct the e-mail: another administrator does',
  async ({ bank, admin, ana }) => {
    const other = await makeAdmin(bank);
    const { id } = ana.user;
    await withPasskey(bank, id, 30 * 86_400);
    await callerOf(bank, admin.user).admin.users.endFactors({ id, reason: REASON });
    expect(await codeOf(correct(callerOf(bank, admin.user), id))).toBe('FACTORS_ENDED_BY_YOU');
    expect(await correct(callerOf(bank, other.user), id)).toMatchObject({ id });
  },
);

test('nor unfreezes an account of the customer’s', async ({ bank, admin, ana, corrected: { calls } }) => {
  const other = await makeAdmin(bank);
  const given = { id: ana.accountId, reason: REASON };
  await calls(other).admin.accounts.freeze(given);
  expect(await codeOf(calls(admin).admin.accounts.unfreeze(given))).toBe('CORRECTED_BY_YOU');
  expect(await calls(other).admin.accounts.unfreeze(given)).toMatchObject({ isActive: true });
});

const maximum = { kind: 'transfer', window: 'day', reason: REASON } as const;

test('nor raises up to what the customer may choose a limit', async ({
  bank,
  admin,
  corrected: { id, calls },
}) => {
  const other = await makeAdmin(bank);
  const raised = { ...maximum, id, amount: '900000.00' };
  expect(await codeOf(calls(admin).admin.users.changeMaximum(raised))).toBe('CORRECTED_BY_YOU');
  await calls(admin).admin.users.changeMaximum({ ...raised, amount: '1.00' });
  expect(await calls(other).admin.users.changeMaximum(raised)).toMatchObject({ limits: expect.anything() });
});

creditTest.for([
  'raised a maximum of a customer’s',
  'lifted a customer’s freeze',
  'unfroze an account of a customer’s',
  'gave a customer the access back',
] as const)(
  'who %s does not correct the e-mail: another administrator does',
  async (act, { bank, admin, ana }) => {
    const other = await makeAdmin(bank);
    const { id } = ana.user;
    const { users, accounts } = callerOf(bank, admin.user).admin;
    const acts = {
      'raised a maximum of a customer’s': () => users.changeMaximum({ ...maximum, id, amount: '900000.00' }),
      'lifted a customer’s freeze': async () => {
        await callerOf(bank, ana.user).auth.freeze();
        await users.unfreeze({ id, reason: REASON });
      },
      'unfroze an account of a customer’s': async () => {
        await accounts.freeze({ id: ana.accountId, reason: REASON });
        await accounts.unfreeze({ id: ana.accountId, reason: REASON });
      },
      'gave a customer the access back': async () => {
        await users.deactivate({ id, reason: REASON });
        await users.activate({ id, reason: REASON });
      },
    };
    await acts[act]();
    expect(await refusalOf(correct(callerOf(bank, admin.user), id))).toMatchObject({
      status: 409,
      code: 'LET_IN_BY_YOU',
    });
    expect(await correct(callerOf(bank, other.user), id)).toMatchObject({ id });
  },
);

creditTest('the only administrator does both', async ({ bank, admin, ana, propose }) => {
  const proposal = await propose();
  await callerOf(bank, admin.user).credit.proposals.approve({ id: proposal.id });
  expect(await correct(callerOf(bank, admin.user), ana.user.id)).toMatchObject({ id: ana.user.id });
});

creditTest(
  'of a correction and an unfrozen account at once one is refused',
  race(),
  async ({ bank, admin, ana }) => {
    await makeAdmin(bank);
    const call = callerOf(bank, admin.user);
    const given = { id: ana.accountId, reason: REASON };
    await call.admin.accounts.freeze(given);
    const codes = await settledCodes([call.admin.accounts.unfreeze(given), correct(call, ana.user.id)]);
    expect(codes.filter((code) => code !== 'done')).toHaveLength(1);
    expect(['LET_IN_BY_YOU', 'CORRECTED_BY_YOU']).toContain(codes.find((code) => code !== 'done'));
  },
);

creditTest(
  'no account is unfrozen whose holder closes the relation at that moment',
  // SQLite has one writer.
  { ...race(), skip: testEngine() === 'sqlite' || isStandIn() },
  async ({ bank, admin, ana }) => {
    const call = callerOf(bank, admin.user);
    const given = { id: ana.accountId, reason: REASON };
    await call.admin.accounts.freeze(given);
    let isLocked = false;
    const closing = bank.db.transaction(async (tx) => {
      const { users } = tx.tables;
      await tx
        .update(users)
        .set({ isActive: false, closedAt: bank.clock.now() })
        .where(eq(users.id, ana.user.id));
      isLocked = true;
      await linger(tx, 0.3);
    });
    await expect.poll(() => isLocked).toBe(true);
    expect(await codeOf(call.admin.accounts.unfreeze(given))).toBe('USER_CLOSED');
    await closing;
  },
);

creditTest('of both acts at once one is refused', race(), async ({ bank, admin, ana, propose }) => {
  await makeAdmin(bank);
  const proposal = await propose();
  const codes = await settledCodes([
    callerOf(bank, admin.user).credit.proposals.approve({ id: proposal.id }),
    correct(callerOf(bank, admin.user), ana.user.id),
  ]);
  expect(codes.filter((code) => code !== 'done')).toHaveLength(1);
  expect(['APPROVED_BY_YOU', 'CORRECTED_BY_YOU']).toContain(codes.find((code) => code !== 'done'));
});
