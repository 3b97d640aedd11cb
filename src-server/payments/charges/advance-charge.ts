import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { secondsAfter, secondsSince } from '#domain/moment';
import { FAIL_REASONS, pauseSeconds } from '#domain/pix/order';
import { maskDocument } from '#domain/tax-id';
import type { Bank } from '#server/kernel/context';
import { logFailure } from '#server/kernel/log-failure';
import { findExternal, isOpen, providerAccountOf } from '#server/onboarding/external-account';
import type { ProviderAccount } from '#server/provider/client';
import type { DecodedQr } from '#server/provider/code-shapes';
import { isTooMany, type Outcome } from '#server/provider/outcome';
import { claim } from '#server/work/queue';
import { type ChargeRow, isSame } from './charge-row.ts';
import { createAtProvider } from './create-at-provider.ts';
import { recordEnds } from './record-ends.ts';
import { removeAtProvider } from './remove-at-provider.ts';

/**
 * Takes a charge one step further with the provider: makes its code, or removes that of one that is over. Does nothing if another process is at it.
 * A claim is committed before each call; without a known outcome the provider is asked after the grace, and nothing is sent blindly.
 */
export async function advanceCharge(bank: Bank, id: string): Promise<void> {
  const charge = await claimCharge(bank, id);
  if (!charge) return;
  try {
    const external = await findExternal(bank.db, charge.userId);
    if (!isOpen(external)) throw new Error(`user ${charge.userId} has no open external account`);
    const account = providerAccountOf(bank, external);
    if (charge.status !== 'making') await removeAtProvider(bank, { charge, account, external });
    else if (charge.endsAt <= bank.clock.now()) await endUnmade(bank, charge);
    else await make(bank, charge, account);
  } catch (error) {
    logFailure(bank.log, error, 'a charge could not be taken further', { charge: id });
  }
}

function claimCharge({ db, clock, provider }: Bank, id: string): Promise<ChargeRow | null> {
  const now = clock.real();
  const { charges } = db.tables;
  return claim(db, (tx) =>
    tx
      .update(charges)
      .set({
        attempts: sql`${charges.attempts} + 1`,
        sentAt: now,
        nextLookAt: secondsAfter(now, provider.graceSeconds),
      })
      .where(and(eq(charges.id, id), lte(charges.nextLookAt, now)))
      .returning(),
  );
}

/** Its code may still come to be at the provider: it is looked for, and removed, after the grace. */
async function endUnmade(bank: Bank, charge: ChargeRow): Promise<void> {
  await bank.db.transaction(async (tx) => {
    const { charges } = tx.tables;
    const ended = await tx
      .update(charges)
      .set({ status: 'expired', concludedAt: charge.endsAt })
      .where(isSame(tx, charge))
      .returning({ id: charges.id });
    await recordEnds(tx, bank, ended, { status: 'expired' });
  });
}

async function make(bank: Bank, charge: ChargeRow, account: ProviderAccount): Promise<void> {
  const made = await createdId(bank, charge, account);
  if (made === null) return;
  const payload = await account.chargeCode(made);
  if (payload.kind !== 'answered') return keepId(bank, charge, made);
  const said = await account.decodeQr(payload.value);
  if (said.kind !== 'answered') return keepId(bank, charge, made);
  // What its public page says must be what the code asks for.
  if (said.value.originalCents !== charge.amountCents) {
    bank.log.error({ charge: charge.id }, 'the provider charges another amount than it was asked to');
    return fail(bank, charge, { reason: FAIL_REASONS.failed, providerId: made });
  }
  await open(bank, charge, { providerId: made, payload: payload.value, said: said.value });
}

/** The charge's id at the provider; null: it has none yet, and what follows is written. */
async function createdId(bank: Bank, charge: ChargeRow, account: ProviderAccount): Promise<string | null> {
  if (charge.providerId !== null) return charge.providerId;
  if (charge.attempts > 1) {
    const found = await account.chargeByReference(charge.id);
    if (found.kind === 'answered' && found.value) return found.value.id;
    if (found.kind !== 'answered') {
      await later(bank, charge, { isCounted: true });
      return null;
    }
  }
  // After a pause between claim and call (a sleeping machine) another process may have taken over.
  const { sentAt } = charge;
  if (sentAt && secondsSince(sentAt, bank.clock.real()) > bank.provider.graceSeconds / 2) return null;
  const { outcome, isSent } = await createAtProvider(bank, charge, account);
  if (outcome.kind === 'answered') return outcome.value;
  await afterFailure(bank, charge, { outcome, isSent });
  return null;
}

type Failed = { outcome: Exclude<Outcome<string>, { kind: 'answered' }>; isSent: boolean };

async function afterFailure(bank: Bank, charge: ChargeRow, { outcome, isSent }: Failed): Promise<void> {
  if (outcome.kind === 'unreached' || isTooMany(outcome) || (outcome.kind === 'unknown' && !isSent))
    return later(bank, charge, { isCounted: false });
  if (outcome.kind === 'unknown') {
    bank.log.warn({ charge: charge.id, cause: outcome.cause }, 'a charge was sent; outcome unknown');
    return;
  }
  if (outcome.kind !== 'refused') return;
  const reason = outcome.errors[0]?.description ?? FAIL_REASONS.refused;
  bank.log.warn({ charge: charge.id, status: outcome.status }, 'the provider refused a charge');
  await fail(bank, charge, { reason, providerId: null });
}

/** A try without a call that could have made it does not count. */
async function later(bank: Bank, charge: ChargeRow, { isCounted }: { isCounted: boolean }): Promise<void> {
  const age = secondsSince(charge.createdAt, bank.clock.now());
  const nextLookAt = secondsAfter(bank.clock.real(), pauseSeconds(age));
  const attempts = isCounted ? charge.attempts : charge.attempts - 1;
  await bank.db.transaction(async (tx) => {
    await tx.update(tx.tables.charges).set({ attempts, nextLookAt }).where(isSame(tx, charge));
  });
}

/** Whatever has become of the charge meanwhile. */
async function writeId(tx: Tx, { id }: ChargeRow, providerId: string): Promise<void> {
  const { charges } = tx.tables;
  await tx
    .update(charges)
    .set({ providerId })
    .where(and(eq(charges.id, id), isNull(charges.providerId)));
}

async function keepId(bank: Bank, charge: ChargeRow, providerId: string): Promise<void> {
  await bank.db.transaction((tx) => writeId(tx, charge, providerId));
  await later(bank, charge, { isCounted: true });
}

type Code = { providerId: string; payload: string; said: DecodedQr };

async function open(bank: Bank, charge: ChargeRow, { providerId, payload, said }: Code): Promise<void> {
  await bank.db.transaction(async (tx) => {
    const { charges } = tx.tables;
    await writeId(tx, charge, providerId);
    await tx
      .update(charges)
      .set({
        payload,
        txid: said.txid,
        payeeName: said.name,
        payeeDocument: said.document && maskDocument(said.document),
        institution: said.institution,
      })
      .where(and(eq(charges.id, charge.id), isNull(charges.payload)));
    await tx
      .update(charges)
      .set({ status: 'open', nextLookAt: null })
      .where(and(eq(charges.id, charge.id), inArray(charges.status, ['making'])));
  });
}

type Failure = { reason: string; providerId: string | null };

/** What there is of it at the provider is removed. */
async function fail(bank: Bank, charge: ChargeRow, { reason, providerId }: Failure): Promise<void> {
  await bank.db.transaction(async (tx) => {
    if (providerId !== null) await writeId(tx, charge, providerId);
    const { charges } = tx.tables;
    const failed = await tx
      .update(charges)
      .set({
        status: 'failed',
        failReason: reason,
        concludedAt: bank.clock.now(),
        nextLookAt: providerId === null ? null : bank.clock.real(),
      })
      .where(isSame(tx, charge))
      .returning({ id: charges.id });
    await recordEnds(tx, bank, failed, { status: 'failed', reason });
  });
}
