import { z } from 'zod';
import { CHARGE_MINUTES, chargeFormSchema } from '#domain/charge/input';
import type { ChargeKind, RateMode } from '#domain/charge/words';

/** As typed. A rate is a decimal with a comma; empty: none. */
export type ChargeDraft = {
  kind: ChargeKind;
  amount: string;
  description: string;
  minutes: string;
  dueDate: string;
  fine: string;
  fineMode: RateMode;
  interest: string;
  discount: string;
  discountMode: RateMode;
  daysBefore: string;
};

export const NEW_CHARGE: ChargeDraft = {
  kind: 'immediate',
  amount: '',
  description: '',
  minutes: String(CHARGE_MINUTES.usual),
  dueDate: '',
  fine: '',
  fineMode: 'percent',
  interest: '',
  discount: '',
  discountMode: 'percent',
  daysBefore: '',
};

const decimal = (typed: string): string => typed.trim().replace(',', '.');

/** What the server is sent. */
export function chargeInput(draft: ChargeDraft) {
  const { kind, amount, description, minutes, dueDate, fine, interest, discount, daysBefore } = draft;
  const what = { amount: amount === '' ? '0' : amount, description };
  if (kind === 'immediate') return { ...what, expiresInMinutes: Number(minutes) };
  return {
    ...what,
    dueDate,
    ...(fine.trim() && { fine: { mode: draft.fineMode, value: decimal(fine) } }),
    ...(interest.trim() && { interest: decimal(interest) }),
    ...(discount.trim() && {
      discount: {
        mode: draft.discountMode,
        value: decimal(discount),
        daysBefore: daysBefore.trim() === '' ? 0 : daysBefore.trim(),
      },
    }),
  };
}

/** A field of the server → of the form. */
const FIELDS: Record<string, keyof ChargeDraft> = {
  'fine.value': 'fine',
  'discount.value': 'discount',
  'discount.daysBefore': 'daysBefore',
  expiresInMinutes: 'minutes',
};

export const draftField = (field: string): string => FIELDS[field] ?? field;

export const chargeDraftSchema = z.custom<ChargeDraft>().superRefine((draft, context) => {
  if (draft.kind === 'dated' && draft.dueDate === '')
    context.addIssue({ code: 'custom', path: ['dueDate'], message: 'Informe o vencimento' });
  for (const { path, message } of chargeFormSchema.safeParse(chargeInput(draft)).error?.issues ?? [])
    context.addIssue({ code: 'custom', path: [draftField(path.join('.'))], message });
});
