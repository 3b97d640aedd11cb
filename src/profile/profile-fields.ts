import { formatCep } from '#domain/cep';
import { formatBrl, parseDecimal } from '#domain/money';
import { formatPhone } from '#domain/phone-format';
import { ADDRESS_LABELS } from '../shared-address/address-labels.ts';
import type { RouterOutputs } from '../trpc.ts';

export type Holder = RouterOutputs['auth']['me']['user'];

const LABELS = {
  email: 'E-mail',
  phone: 'Telefone',
  ...ADDRESS_LABELS,
  monthlyIncome: 'Renda mensal',
};

export type ProfileField = keyof typeof LABELS;

/** Editable fields as typed, masks included; the income is decimal text. */
export type ProfileValues = Record<ProfileField, string>;

export function profileLabel(field: ProfileField, isCompany: boolean): string {
  return field === 'monthlyIncome' && isCompany ? 'Faturamento mensal' : LABELS[field];
}

const FIELDS = Object.keys(LABELS) as ProfileField[];

/** An unconfirmed new e-mail replaces the current one: sending the current one would cancel the change. */
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

/** Formats a value so that equal inputs compare equal; '' if there is none. */
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

/** A changed field, formatted; `from` or `to` is '' if there is no value. */
export type ProfileChange = { field: ProfileField; from: string; to: string };

export function changesBetween(before: ProfileValues, after: ProfileValues): ProfileChange[] {
  return FIELDS.map((field) => ({
    field,
    from: inWords(field, before[field]),
    to: inWords(field, after[field]),
  })).filter(({ from, to }) => from !== to);
}

/** As sent: phone and postal code as digits, the state in capitals. */
export function toSend(values: ProfileValues): ProfileValues {
  return {
    ...values,
    phone: values.phone.replace(/\D/g, ''),
    zipCode: values.zipCode.replace(/\D/g, ''),
    state: values.state.trim().toUpperCase(),
  };
}
