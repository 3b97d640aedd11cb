/** @module-tag postgres */
import { expect } from 'vitest';
import { secondsAfter } from '#domain/moment';
import { newDeviceKey } from '#server/auth/testing/device-key';
import { withPasskey } from '#server/auth/testing/security-key';
import { test as bankTest } from '#server/testing/bank-test';
import { openInProduction } from '#server/testing/in-production';
import { codeOf } from '#server/testing/refusal-of';
import { newKey, sessionOf } from './testing/protected-bank.ts';

const base = bankTest.extend('env', { MONEY_RULES: 'standard' } as Record<string, string>);

/** Ana has paid Bruno; `actsOf`: what a thief with her cookie would do to have more than the session. */
const test = base.extend('scene', async ({ bank, ana, bruno }) => {
  const { passkeyId } = await withPasskey(bank, ana.user.id);
  const { db } = bank;
  const recipient = {
    id: newKey(),
    userId: ana.user.id,
    kind: 'account',
    target: bruno.accountNumber,
  } as const;
  const nothing = { document: null, nickname: null, pinnedAt: null, trustedCents: null, firstPaidAt: null };
  const lastUsedAt = bank.clock.now();
  await db.transaction(async (tx) => {
    const { recipients } = tx.tables;
    await tx.insert(recipients).values({ ...recipient, ...nothing, name: 'Bruno', lastUsedAt });
  });
  const { publicKey } = newDeviceKey();
  const { user } = await ana.call.auth.me();
  const expiresAt = secondsAfter(bank.clock.real(), 86_400).toISOString();
  const actsOf = ({ account, auth, pix }: ReturnType<typeof sessionOf>) => ({
    trust: () => account.changeRecipient({ id: recipient.id, trustedUpTo: '20000.00' }),
    forget: () => account.removeRecipient({ id: recipient.id }),
    undo: () => account.limits.changeProtection({ undoMinutes: 0 }),
    limit: () => account.limits.change({ kind: 'transfer', window: 'day', amount: '90000.00' }),
    token: () => auth.tokens.create({ name: 'Planilha', scopes: ['read'], expiresAt }),
    add: () => auth.passkeys.beginAdding(),
    device: () => auth.devices.register({ publicKey, signature: 'A'.repeat(86) }),
    remove: () => auth.passkeys.remove({ id: passkeyId }),
    thaw: () => auth.unfreeze(),
    phone: () => auth.updateProfile({ ...user, phone: '(11) 91234-5678' } as never),
    key: () => pix.keys.create({ type: 'EVP' }),
    drop: () => pix.keys.remove({ id: 'none' }),
    give: () => pix.claims.answer({ id: 'none', accept: true }),
    claim: () => pix.claims.make({ type: 'PHONE', key: '+5511912345678', kind: 'ownership' }),
  });
  return { actsOf };
});

test('a proof that the sign-in gave, or a factor turned on since, lets no thief in for longer and no money out', async ({
  bank,
  ana,
  scene: { actsOf },
}) => {
  const signedInAt = secondsAfter(bank.clock.real(), -60);
  const copied = { signedInAt, proven: signedInAt };
  for (const session of [
    sessionOf(bank, ana, copied),
    sessionOf(bank, ana, { ...copied, factorProven: bank.clock.real() }),
  ])
    for (const [name, act] of Object.entries(actsOf(session)))
      expect([name, await codeOf(act())]).toEqual([name, 'REAUTHENTICATE']);
});

test('a proof given since the sign-in is enough', async ({ bank, ana, scene: { actsOf } }) => {
  const session = sessionOf(bank, ana, { signedInAt: secondsAfter(bank.clock.real(), -60) });
  // A token also needs the session's row, which this one has not, a device its key's signature, and a PIX key an account.
  const { token: _token, device, key, drop, give, claim, thaw, ...acts } = actsOf(session);
  for (const act of Object.values(acts)) await act();
  expect(await codeOf(device())).toBe('DEVICE_NOT_PROVEN');
  expect(await codeOf(give())).toBe('NOT_FOUND');
  expect(await codeOf(thaw())).toBe('NOT_FROZEN_BY_OWNER');
  for (const act of [key, drop, claim]) expect(await codeOf(act())).toBe('ACCOUNT_NOT_APPROVED');
});

test('in production the sign-in of an administrator proves no large amount and no change of access', async () => {
  const { bank, admin, ana } = await openInProduction();
  const loan = { amount: '1000.00', termMonths: 12, purpose: 'Reforma da cozinha' };
  const { id: rejected } = await ana.call.credit.proposals.create(loan);
  const { id: reviewed } = await ana.call.credit.proposals.create(loan);
  await ana.call.credit.proposals.askReview({ id: reviewed });
  const signedInAt = secondsAfter(bank.clock.real(), -60);
  const actsOf = (call: ReturnType<typeof sessionOf>) => ({
    adjust: () => call.admin.accounts.adjust({ id: ana.accountId, amount: '1000.01', reason: 'Acerto' }),
    setting: () => call.admin.settings.update({ name: 'maxAdjustment', value: '200000.00' }),
    maximum: () =>
      call.admin.users.changeMaximum({
        ...{ id: ana.user.id, kind: 'transfer', window: 'day', amount: '90000.00', reason: 'Pedido' },
      }),
    reject: () => call.credit.proposals.reject({ id: rejected, reason: 'Renda baixa' }),
    review: () => call.credit.proposals.answerReview({ id: reviewed, text: 'A análise está certa' }),
    backup: () => call.admin.jobs.run({ name: 'backup' }),
    deactivate: () => call.admin.users.deactivate({ id: ana.user.id, reason: 'Pedido da Justiça' }),
  });
  const copied = sessionOf(bank, admin, { signedInAt, proven: signedInAt });
  for (const [name, act] of Object.entries(actsOf(copied)))
    expect([name, await codeOf(act())]).toEqual([name, 'REAUTHENTICATE']);
  for (const act of Object.values(actsOf(sessionOf(bank, admin, { signedInAt })))) await act();
});
