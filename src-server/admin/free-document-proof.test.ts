import { expect, test } from 'vitest';
import { FRESH_PROOF_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { sessionOf } from '#server/protection/testing/protected-bank';
import { openInProduction } from '#server/testing/in-production';
import { settledCodes } from '#server/testing/refusal-of';

const REASON = 'Titular identificada na agência';

test('in production a document is freed with a proof given since the sign-in only', async () => {
  const { bank, admin, ana } = await openInProduction();
  const sent = { id: ana.user.id, reason: REASON };
  await admin.call.admin.users.deactivate(sent);
  const signedInAt = secondsAfter(bank.clock.real(), -60);
  const copied = sessionOf(bank, admin, { signedInAt, proven: signedInAt }).admin.users;
  const early = [copied.askDocumentFree(sent), copied.freeDocument(sent), copied.keepDocument(sent)];
  expect(new Set(await settledCodes(early))).toEqual(new Set(['REAUTHENTICATE']));
  const { users } = admin.call.admin;
  await users.askDocumentFree(sent);
  bank.clock.passSeconds(FRESH_PROOF_SECONDS + 1);
  const stale = [users.askDocumentFree(sent), users.freeDocument(sent), users.keepDocument(sent)];
  expect(new Set(await settledCodes(stale))).toEqual(new Set(['REAUTHENTICATE']));
});
