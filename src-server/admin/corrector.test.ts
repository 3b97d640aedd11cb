import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { test as creditTest } from '#server/credit/testing/credit-test';
import { callerOf, makeAdmin } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';

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
