import { formatCep } from '#domain/cep';
import { formatBrl, parseDecimal } from '#domain/money';
import { formatPhone } from '#domain/phone-format';
import type { RouterOutputs } from '../trpc.ts';
import { ADDRESS_LABELS } from '../ui/address-labels.ts';

/** Who is signed in, as the bank has it. */
export type Holder = RouterOutputs['auth']['me']['user'];

/** What a customer may change, as the form has it: masks and all, the income as decimal text. */
export type ProfileValues = Record<
  | 'email'
  | 'phone'
  | 'zipCode'
  | 'street'
  | 'number'
  | 'complement'
  | 'neighborhood'
  | 'city'
  | 'state'
  | 'monthlyIncome',
  string
>;

export type ProfileField = keyof ProfileValues;

const LABELS: Record<ProfileField, string> = {
  email: 'E-mail',
  phone: 'Telefone',
  ...ADDRESS_LABELS,
  monthlyIncome: 'Renda mensal',
};

/** What a field is called; a company has revenue. */
export function profileLabel(field: ProfileField, isCompany: boolean): string {
  return field === 'monthlyIncome' && isCompany ? 'Faturamento mensal' : LABELS[field];
}

/** The fields in the order of the screen. */
const FIELDS = Object.keys(LABELS) as ProfileField[];

/**
 * The form as it opens. An e-mail that waits for its link stands in the place of the present one: sending the present one
 * would take the wish back.
 */
export function valuesOf(holder: Holder): ProfileValues {
  return {
    email: holder.pendingEmail ?? holder.email,
    phone: formatPhone(holder.phone ?? ''),
    zipCode: formatCep(holder.zipCode ?? ''),
    street: holder.street ?? '',
    number: holder.number ?? '',
    complement: holder.complement ?? '',
    neighborhood: holder.neighborhood ?? '',
    city: holder.city ?? '',
    state: holder.state ?? '',
    monthlyIncome: holder.monthlyIncome ?? '',
  };
}

/** A value as it is told, so that two ways to type the same compare equal; empty when there is none. */
function inWords(field: ProfileField, typed: string): string {
  const text = typed.trim().replace(/\s+/g, ' ');
  if (field === 'email') return text.toLowerCase();
  if (field === 'state') return text.toUpperCase();
  if (field === 'phone') return formatPhone(text.replace(/\D/g, ''));
  if (field === 'zipCode') return formatCep(text.replace(/\D/g, ''));
  if (field !== 'monthlyIncome') return text;
  const cents = parseDecimal(text);
  return cents === null ? text : formatBrl(cents);
}

/** One field that would change, in words; `from` or `to` is empty where there is nothing. */
export type ProfileChange = { field: ProfileField; from: string; to: string };

/** What saving would change, in the order of the screen. */
export function changesBetween(before: ProfileValues, after: ProfileValues): ProfileChange[] {
  return FIELDS.map((field) => ({
    field,
    from: inWords(field, before[field]),
    to: inWords(field, after[field]),
  })).filter(({ from, to }) => from !== to);
}

/** What is sent: phone and postal code as digits, the state in capitals (section 7 of the specification). */
export function toSend(values: ProfileValues): ProfileValues {
  return {
    ...values,
    phone: values.phone.replace(/\D/g, ''),
    zipCode: values.zipCode.replace(/\D/g, ''),
    state: values.state.trim().toUpperCase(),
  };
}
