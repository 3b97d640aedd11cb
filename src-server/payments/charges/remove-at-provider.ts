import { secondsAfter } from '#domain/moment';
import { isReceived, isRefunded } from '#domain/pix/comparison';
import { pauseSeconds } from '#domain/pix/order';
import type { Bank } from '#server/kernel/context';
import type { OpenExternalAccount } from '#server/onboarding/external-account';
import type { ProviderAccount } from '#server/provider/client';
import { receive } from '../receive.ts';
import { type ChargeRow, isSame } from './charge-row.ts';

type Removing = { charge: ChargeRow; account: ProviderAccount; external: OpenExternalAccount };

/** Removes the code of a claimed charge that is over; one that was paid before that is booked. */
export async function removeAtProvider(bank: Bank, removing: Removing): Promise<void> {
  const { charge, account } = removing;
  const id = charge.providerId ?? (await idAtProvider(bank, removing));
  if (id === null) return;
  const removed = await account.removeCharge(id);
  if (removed.kind === 'answered') return done(bank, charge, id);
  const found = await account.payment(id);
  if (found.kind === 'refused' && found.status === 404) return done(bank, charge, id);
  if (found.kind !== 'answered') return later(bank, charge);
  // What was booked before has nothing left to do.
  if (isReceived(found.value.status))
    return (await receive(bank, removing.external, found.value)) ? undefined : done(bank, charge, id);
  // What was paid and refunded before it was booked cannot be paid again.
  await (found.value.isDeleted || isRefunded(found.value.status)
    ? done(bank, charge, id)
    : later(bank, charge));
}

/** Of a charge whose making had no answer; null: there is nothing to remove, or the provider does not say. */
async function idAtProvider(bank: Bank, { charge, account }: Removing): Promise<string | null> {
  const found = await account.chargeByReference(charge.id);
  if (found.kind !== 'answered') await later(bank, charge);
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

async function later(bank: Bank, charge: ChargeRow): Promise<void> {
  const nextLookAt = secondsAfter(bank.clock.real(), pauseSeconds(charge.attempts ** 2));
  await bank.db.transaction(async (tx) => {
    await tx.update(tx.tables.charges).set({ nextLookAt }).where(isSame(tx, charge));
  });
}
