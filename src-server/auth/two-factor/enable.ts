import { and, eq, gt, isNull } from 'drizzle-orm';
import { toDataURL } from 'qrcode';
import { z } from 'zod';
import type { Tx } from '#db/db';
import { formatBackupCode, type VerifyTwoFactorInput } from '#domain/auth/two-factor';
import { TWO_FACTOR_SETUP_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { hasTrustedPasskey } from '#server/access/required-two-factor';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { countAttempt, countInTransaction, forgiveAttempt, refuseWhileFull } from '../attempts.ts';
import { countAtAddress } from '../count-in-session.ts';
import { rememberDevice } from '../device.ts';
import { trustedEmail } from '../email-hold.ts';
import { endFactorsRequest } from '../lost-factors/factors-end.ts';
import { ownRow } from '../own-row.ts';
import { requireConfirmedEmail } from '../require-confirmed-email.ts';
import { endAllAccess } from '../revoke.ts';
import { newRenewal, setRenewedCookie } from '../session.ts';
import { replaceBackupCodes } from './backup-codes.ts';
import { countTry, insideSession, newHashedCodes, queueLastTryMail } from './proof.ts';
import { appKey, decryptSecret, encryptSecret, matchingStep, newTotpSecret } from './totp.ts';
import { openUndoLink } from './undo-link.ts';

/** QR code as a PNG data URL, and the secret in base32 for typing. */
export const setupAnswerSchema = z.object({
  qrCode: z.string().startsWith('data:image/png;base64,'),
  secret: z.string(),
});

/** Ten codes XXXX-XXXX-XXXX-XXXX, shown only here. */
export const backupCodesSchema = z.object({ backupCodes: z.array(z.string()) });

/** Drawing a QR code takes 9 ms of the thread that all share, a hash some of others: 24 a minute of an address. */
const DRAWING_IN_HASHES = 5;

/** The secret takes effect after its first code. Refuses TWO_FACTOR_ALREADY_ENABLED, CONTACT_NOT_CONFIRMED, TOO_MANY_ATTEMPTS. */
export async function setUpTwoFactor(ctx: SessionContext): Promise<z.output<typeof setupAnswerSchema>> {
  const user = await ownRow(ctx.db, ctx.user.id);
  if (user.totpSecret !== null) refuse('TWO_FACTOR_ALREADY_ENABLED');
  await requireConfirmedEmail(ctx, user);
  await refuseWhileFull(ctx, 'hashAddress', ctx.request.ip);
  await countAttempt(ctx, 'twoFactorSetup', user.id);
  await countAtAddress(ctx, DRAWING_IN_HASHES);
  const secret = newTotpSecret();
  const shown = appKey(ctx.env.BRAND_NAME, user.email, secret);
  const pending = {
    secret: encryptSecret(ctx.keys, secret, 'two_factor_setups', user.id),
    expiresAt: secondsAfter(ctx.clock.real(), TWO_FACTOR_SETUP_SECONDS),
  };
  const qrCode = await toDataURL(shown.uri, { errorCorrectionLevel: 'M', margin: 2, width: 264 });
  await ctx.db.transaction(async (tx) => {
    const { twoFactorSetups } = tx.tables;
    await tx
      .insert(twoFactorSetups)
      .values({ userId: user.id, ...pending })
      .onConflictDoUpdate({ target: twoFactorSetups.userId, set: pending });
  });
  return { qrCode, secret: shown.secret };
}

/**
 * Ends other sessions and all tokens; mails an undo link, except to administrators. Refuses UNAUTHENTICATED,
 * TWO_FACTOR_ALREADY_ENABLED, TWO_FACTOR_SETUP_EXPIRED, TWO_FACTOR_CODE, TOO_MANY_ATTEMPTS, BUSY.
 */
export async function enableTwoFactor(
  ctx: SessionContext,
  { token }: VerifyTwoFactorInput,
): Promise<z.output<typeof backupCodesSchema>> {
  const user = await ownRow(ctx.db, ctx.user.id);
  if (user.totpSecret !== null) refuse('TWO_FACTOR_ALREADY_ENABLED');
  const pending = await pendingSecret(ctx);
  if (!pending) refuse('TWO_FACTOR_SETUP_EXPIRED');
  await refuseWhileFull(ctx, 'twoFactorOn', sharerOf(ctx));
  const countedAs = insideSession(ctx);
  const { isLast } = await countTry(ctx, countedAs);
  const secret = decryptSecret(ctx.keys, pending, 'two_factor_setups', user.id);
  const step = matchingStep(secret, token, ctx.clock.real());
  if (step === null) {
    if (isLast) await queueLastTryMail(ctx, user);
    refuse('TWO_FACTOR_CODE');
  }

  const { codes, hashed } = await newHashedCodes(ctx, countedAs);
  const totpSecret = encryptSecret(ctx.keys, secret, 'users', user.id);
  const at = ctx.clock.real();
  // A new app is no proof of an owner who has a passkey: whoever copied the cookie may have turned on their own.
  const isProof = !(await hasTrustedPasskey(ctx.db, user.id, at));
  const renewal = { ...newRenewal(ctx.session), ...(isProof && { proven: { factorProvenAt: at } }) };
  await ctx.db.transaction(async (tx) => {
    await setSecret(tx, user.id, { totpSecret, totpLastStep: step });
    await claimPending(tx, user.id, pending);
    await countInTransaction(tx, ctx, 'twoFactorOn', sharerOf(ctx));
    await forgiveAttempt(tx, 'secondFactor', countedAs);
    await replaceBackupCodes(tx, ctx, user.id, hashed);
    const request = await endFactorsRequest(tx, user.id);
    const ended = await endAllAccess(tx, user.id, { at, except: renewal });
    // An administrator gets no undo link: access to the mail would be enough to remove the required factor.
    const undo = user.role === 'admin' ? null : await openUndoLink(tx, ctx, user.id);
    const { until, ...trusted } = await trustedEmail(tx, user, ctx.clock.real());
    await queueMessage(
      tx,
      ctx,
      'two_factor_enabled',
      { ...user, ...trusted },
      { undo, request: ctx.request },
    );
    if (until) await queueMessage(tx, ctx, 'two_factor_enabled_elsewhere', user, ctx);
    await record(tx, ctx, {
      action: 'enable_two_factor',
      entityId: user.id,
      changes: { ...ended, ...request },
    });
  });
  setRenewedCookie(ctx, renewal);
  rememberDevice(ctx, user, { byFactor: true });
  return { backupCodes: codes.map(formatBackupCode) };
}

async function pendingSecret({ db, clock, user }: SessionContext): Promise<string | null> {
  const { twoFactorSetups } = db.tables;
  const [pending] = await db
    .select({ secret: twoFactorSetups.secret })
    .from(twoFactorSetups)
    .where(and(eq(twoFactorSetups.userId, user.id), gt(twoFactorSetups.expiresAt, clock.real())));
  return pending?.secret ?? null;
}

async function setSecret(
  tx: Tx,
  userId: string,
  factor: { totpSecret: string; totpLastStep: number },
): Promise<void> {
  const { users } = tx.tables;
  const changed = await tx
    .update(users)
    .set(factor)
    .where(and(eq(users.id, userId), isNull(users.totpSecret)))
    .returning({ id: users.id });
  if (changed.length === 0) refuse('TWO_FACTOR_ALREADY_ENABLED');
}

async function claimPending(tx: Tx, userId: string, secret: string): Promise<void> {
  const { twoFactorSetups } = tx.tables;
  const claimed = await tx
    .delete(twoFactorSetups)
    .where(and(eq(twoFactorSetups.userId, userId), eq(twoFactorSetups.secret, secret)))
    .returning({ userId: twoFactorSetups.userId });
  if (claimed.length === 0) refuse('TWO_FACTOR_SETUP_EXPIRED');
}
