import { expect } from 'vitest';
import { test } from './testing/credit-test.ts';
import { audited } from './testing/scene.ts';

test('a rejection decides one proposal and no other', async ({ scene, admin, propose, own }) => {
  const [one, other] = [await propose(), await propose()];
  await admin.call.credit.proposals.reject({ id: one.id, reason: 'Renda baixa' });
  expect(await own(one.id)).toMatchObject({ status: 'rejected', decisionReason: 'Renda baixa' });
  expect(await own(other.id)).toMatchObject({ status: 'pending', decisionReason: null });
  expect(await audited(scene, one.id)).toEqual(['create_credit', 'reject_credit']);
});
