import { secondsAfter } from '#domain/moment';
import { isReceived, isRefunded } from '#domain/pix/comparison';
import { pauseSeconds } from '#domain/pix/order';
import type { Bank } from '#server/kernel/context';
import type { OpenExternalAccount } from '#server/onboarding/external-account';
import type { ProviderAccount } from '#server/provider/client';
import { isTooMany, type Outcome, waitSecondsOf } from '#server/provider/outcome';
import { RefusedCallers } from '../pace.ts';
import { receive } from '../receive.ts';
import { type ChargeRow, isSame } from './charge-row.ts';

/** By customer, whose own key is used. */
const refused = new RefusedCallers();

type Removing = { charge: ChargeRow; account: ProviderAccount; external: OpenExternalAccount };

/** Removes the code of a claimed charge that is over; one that was paid before that is booked. */
export async function removeAtProvider(bank: Bank, removing: Removing): Promise<void> {
  const { charge, account } = removing;
  const planned = refused.planOf(charge.userId, bank.clock.real());
  if (planned) return planUnasked(bank, charge, planned);
  const id = charge.providerId ?? (await idAtProvider(bank, removing));
  if (id === null) return;
  const removed = await account.removeCharge(id);
  if (removed.kind === 'answered') return done(bank, charge, id);
  if (isTooMany(removed)) return later(bank, charge, removed);
  const found = await account.payment(id);
  if (found.kind === 'refused' && found.status === 404) return done(bank, charge, id);
  if (found.kind !== 'answered') return later(bank, charge, found);
  // What was booked before has nothing left to do.
  if (isReceived(found.value.status))
    return (await receive(bank, removing.external, found.value)) ? undefined : done(bank, charge, id);
  // What was paid and refunded before it was booked cannot be paid again.
  await (found.value.isDeleted || isRefunded(found.value.status)
    ? done(bank, charge, id)
    : later(bank, charge, found));
}

/** Of a charge whose making had no answer; null: there is nothing to remove, or the provider does not say. */
async function idAtProvider(bank: Bank, { charge, account }: Removing): Promise<string | null> {
  const found = await account.chargeByReference(charge.id);
  if (found.kind !== 'answered') await later(bank, charge, found);
  else if (!found.value || found.value.isDeleted) await done(bank, charge, found.value?.id ?? null);
  else return found.value.id;
  return null;
}

async function done(bank: Bank, charge: ChargeRow, providerId: string | null): Promise<void> {
  const id = charge.providerId ?? providerId;
  await bank.db.transaction(async (tx) => {
    await tx
      .update(tx.tables.charges)
      .set({ nextLookAt: null, ...(id !== null && { providerId: id }) })
      .where(isSame(tx, charge));
  });
}

async function later(bank: Bank, charge: ChargeRow, outcome: Outcome<unknown>): Promise<void> {
  const now = bank.clock.real();
  const waitSeconds = waitSecondsOf(outcome);
  if (waitSeconds !== null) refused.note(charge.userId, now, waitSeconds);
  const planned = refused.planOf(charge.userId, now);
  if (planned) await planUnasked(bank, charge, planned);
  else await lookAt(bank, charge, { nextLookAt: secondsAfter(now, pauseSeconds(charge.attempts ** 4)) });
}

/** The claim is not a try: the provider said nothing of the charge. */
const planUnasked = (bank: Bank, charge: ChargeRow, nextLookAt: Date): Promise<void> =>
  lookAt(bank, charge, { nextLookAt, attempts: charge.attempts - 1 });

async function lookAt(
  bank: Bank,
  charge: ChargeRow,
  change: Pick<ChargeRow, 'nextLookAt'> & Partial<Pick<ChargeRow, 'attempts'>>,
): Promise<void> {
  await bank.db.transaction(async (tx) => {
    await tx.update(tx.tables.charges).set(change).where(isSame(tx, charge));
  });
}
