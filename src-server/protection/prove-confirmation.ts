import { and, eq, gt, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { TwoFactorCode } from '#domain/auth/two-factor';
import { CONFIRMATION_TRIES } from '#domain/limits';
import type { ProveConfirmationInput } from '#domain/protection/confirmation';
import { Refusal, type RefusalCode, refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { record } from '#server/audit/record';
import { countHashing, countInTransaction, refuseWhileFull } from '#server/auth/attempts';
import { givingBack } from '#server/auth/giving-back';
import { lockedRow } from '#server/auth/own-row';
import { noteAssertion, trustedPasskey, verifyAssertion } from '#server/auth/passkeys/verify-assertion';
import { verifyPassword } from '#server/auth/password';
import { queueBackupCodeMail } from '#server/auth/two-factor/backup-code-mail';
import { insideSession, proveAgain, spendProof } from '#server/auth/two-factor/proof';
import type { SessionContext } from '#server/kernel/context';
import { challengeOf } from './authorise.ts';
import { isSmallEnough, openConfirmation, wayOf } from './confirmation.ts';
import type { ConfirmationRow } from './standing-facts.ts';

/** What is kept of a proof; `spend` uses it up in the commit that keeps it. */
type Proven = { kept: Partial<ConfirmationRow>; spend: (tx: Tx) => Promise<void> };

/** What a wrong, foreign, used or expired proof of one's own confirmation is refused with. */
const AUDITED: readonly RefusalCode[] = [
  'CONFIRMATION_INVALID',
  'CONFIRMATION_WAY',
  'CONFIRMATION_CODE',
  'TWO_FACTOR_CODE',
  'PASSKEY_REFUSED',
];

/**
 * Confirms a payment, which may then be sent again for two minutes. A try is counted before it is verified; a refused proof
 * leaves an audit row. Refuses NOT_FOUND, CONFIRMATION_INVALID, CONFIRMATION_WAY (not the way that this customer must use),
 * CONFIRMATION_CODE, TWO_FACTOR_CODE, PASSKEY_REFUSED, TOO_MANY_ATTEMPTS, BUSY.
 */
export async function proveConfirmation(
  ctx: SessionContext,
  input: ProveConfirmationInput,
): Promise<{ success: true }> {
  try {
    return await prove(ctx, input);
  } catch (error) {
    if (error instanceof Refusal && AUDITED.includes(error.code))
      await ctx.db.transaction(async (tx) => {
        await countInTransaction(tx, ctx, 'refusedProof', sharerOf(ctx));
        const changes = { code: error.code };
        await record(tx, ctx, { action: 'refuse_confirmation', entityId: input.id, changes });
      });
    throw error;
  }
}

async function prove(ctx: SessionContext, input: ProveConfirmationInput): Promise<{ success: true }> {
  const row = await openConfirmation(ctx, input.id);
  const { way } = await wayOf(ctx, row);
  const given = input.passkey ? 'passkey' : input.code ? 'app' : 'email';
  if (given !== way) refuse('CONFIRMATION_WAY');
  await refuseUncounted(ctx, given);
  await countTry(ctx, row);
  const { kept, spend } = await givingBack(provenBy(ctx, row, input), () => giveBackTry(ctx, row));
  await ctx.db.transaction(async (tx) => {
    const { confirmations } = tx.tables;
    if (given === 'email') await refuseSum(tx, ctx, row);
    await spend(tx);
    const proven = await tx
      .update(confirmations)
      .set({ ...kept, method: given, provenAt: ctx.clock.real() })
      .where(and(eq(confirmations.id, row.id), isNull(confirmations.provenAt)))
      .returning({ id: confirmations.id });
    if (proven.length === 0) refuse('CONFIRMATION_INVALID');
    await replaceOlder(tx, row);
    await record(tx, ctx, { action: 'confirm_payment', entityId: row.id, changes: { method: given } });
  });
  return { success: true };
}

/** What the counts of its caller refuse writes nothing: it could be repeated without end. */
async function refuseUncounted(ctx: SessionContext, given: 'passkey' | 'app' | 'email'): Promise<void> {
  if (given === 'app') await refuseWhileFull(ctx, 'secondFactor', insideSession(ctx));
  if (given !== 'email') return;
  await refuseWhileFull(ctx, 'hashAddress', ctx.request.ip);
  await refuseWhileFull(ctx, 'hash', ctx.user.id);
}

/** Of several at once, those that together are too much are refused. */
async function refuseSum(tx: Tx, ctx: SessionContext, row: ConfirmationRow): Promise<void> {
  await lockedRow(tx, ctx.user.id);
  if (!(await isSmallEnough(tx, ctx, row))) refuse('CONFIRMATION_WAY');
}

/** Every payment under the key reads those that are proven and not used. */
async function replaceOlder(tx: Tx, { id, userId, idempotencyKey }: ConfirmationRow): Promise<void> {
  const { confirmations } = tx.tables;
  await tx
    .delete(confirmations)
    .where(
      and(
        eq(confirmations.userId, userId),
        eq(confirmations.idempotencyKey, idempotencyKey),
        ne(confirmations.id, id),
        isNotNull(confirmations.provenAt),
        isNull(confirmations.usedAt),
      ),
    );
}

/** Concurrent tries cannot exceed the limit. */
async function countTry({ db, clock }: SessionContext, { id }: ConfirmationRow): Promise<void> {
  await db.transaction(async (tx) => {
    const { confirmations } = tx.tables;
    const counted = await tx
      .update(confirmations)
      .set({ attempts: sql`${confirmations.attempts} + 1` })
      .where(
        and(
          eq(confirmations.id, id),
          lt(confirmations.attempts, CONFIRMATION_TRIES),
          gt(confirmations.expiresAt, clock.real()),
          isNull(confirmations.provenAt),
        ),
      )
      .returning({ id: confirmations.id });
    if (counted.length === 0) refuse('CONFIRMATION_INVALID');
  });
}

async function giveBackTry({ db }: SessionContext, { id }: ConfirmationRow): Promise<void> {
  await db.transaction(async (tx) => {
    const { confirmations } = tx.tables;
    const attempts = sql`${confirmations.attempts} - 1`;
    await tx.update(confirmations).set({ attempts }).where(eq(confirmations.id, id));
  });
}

async function provenBy(
  ctx: SessionContext,
  row: ConfirmationRow,
  { passkey, code, emailCode }: ProveConfirmationInput,
): Promise<Proven> {
  if (passkey) return provenByPasskey(ctx, row, passkey);
  if (code) return provenByFactor(ctx, code);
  const { counted } = await countHashing(ctx, 'hash', ctx.user.id);
  if (!row.codeHash || !emailCode || !(await verifyPassword(counted, row.codeHash, emailCode)))
    refuse('CONFIRMATION_CODE');
  return { kept: {}, spend: async () => {} };
}

async function provenByFactor(ctx: SessionContext, code: TwoFactorCode): Promise<Proven> {
  const { user, proof } = await proveAgain(ctx, code);
  const spend = async (tx: Tx) => {
    if (!(await spendProof(tx, ctx, proof))) refuse('TWO_FACTOR_CODE');
    if (proof.kind === 'backup') {
      await queueBackupCodeMail(tx, ctx, user);
      await record(tx, ctx, { action: 'use_backup_code', entityId: user.id });
    }
  };
  return { kept: {}, spend };
}

async function provenByPasskey(
  ctx: SessionContext,
  { content }: ConfirmationRow,
  response: NonNullable<ProveConfirmationInput['passkey']>,
): Promise<Proven> {
  const credential = await trustedPasskey(ctx, response.id);
  const expectedChallenge = challengeOf(content);
  const assertion = await verifyAssertion(ctx, { credential, response, expectedChallenge });
  const { passkey, clientData, authenticatorData, signature } = assertion;
  return {
    kept: {
      passkeyName: passkey.name,
      publicKey: passkey.publicKey,
      ...{ clientData, authenticatorData, signature },
    },
    spend: (tx) => noteAssertion(tx, ctx, assertion),
  };
}
