import { addDays, bankDate } from '#domain/date';
import { secondsAfter } from '#domain/moment';
import { amountsOn, type ChargeAmounts, type DatedCharge, lastDayOf } from '#domain/pix/dated-charge';
import type { ChargeStatus, RateMode } from './words.ts';

/** `value`: decimal text, in reais or percent. */
export type Rate = { mode: RateMode; value: string };

/** `interest`: percent a month on calendar days. `daysBefore`: the discount is given until so many days before the due date. */
export type ChargeTerms = {
  fine: Rate | null;
  interest: string | null;
  discount: (Rate & { daysBefore: number }) | null;
};

export const NO_TERMS: ChargeTerms = { fine: null, interest: null, discount: null };

/** `dueOn` null: an immediate charge, without terms. `validDays`: for how long after its due date it can be paid. */
export type Charged = { amountCents: number; dueOn: string | null; validDays: number; terms: ChargeTerms };

const modeOf = ({ mode }: Rate): 1 | 2 => (mode === 'value' ? 1 : 2);

/** As the API Pix says it. */
export function datedOf({ amountCents, dueOn, validDays, terms }: Charged & { dueOn: string }): DatedCharge {
  const { fine, interest, discount } = terms;
  return {
    originalCents: amountCents,
    dueOn,
    validDays,
    ...(fine && { fine: { mode: modeOf(fine), value: fine.value } }),
    ...(interest !== null && { interest: { mode: 3, value: interest } }),
    ...(discount && {
      discount: {
        mode: modeOf(discount),
        until: [{ on: addDays(dueOn, -discount.daysBefore), value: discount.value }],
      },
    }),
  };
}

/** What a charge costs on a day, by the rules of the API Pix. */
export function chargeAmounts({ dueOn, ...charge }: Charged, day: string): ChargeAmounts {
  if (dueOn !== null) return amountsOn(datedOf({ ...charge, dueOn }), day);
  const { amountCents } = charge;
  const nothing = { rebateCents: 0, discountCents: 0, fineCents: 0, interestCents: 0 };
  return { ...nothing, originalCents: amountCents, totalCents: amountCents };
}

export const immediateEnd = (now: Date, minutes: number): Date => secondsAfter(now, minutes * 60);

/** The last second of its last day; São Paulo has no daylight saving time. */
export const datedEnd = (dueOn: string, validDays: number): Date =>
  new Date(`${lastDayOf({ dueOn, validDays })}T23:59:59-03:00`);

/** The day whose total counts: today, or that on which it was over. */
export const countedDay = (
  { endsAt, concludedAt }: { endsAt: Date; concludedAt: Date | null },
  now: Date,
): string => bankDate(concludedAt ?? (endsAt <= now ? endsAt : now));

/** An open charge is over at its end, whether or not the bank has got to it. */
export const statusAt = (
  { status, endsAt }: { status: ChargeStatus; endsAt: Date },
  now: Date,
): ChargeStatus => ((status === 'open' || status === 'making') && endsAt <= now ? 'expired' : status);
