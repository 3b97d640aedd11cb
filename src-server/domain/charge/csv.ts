import { type CsvColumns, csvCell, csvMoney, DAY_AND_TIME, headOf, rowsOf } from '#domain/account/csv';
import { addDays, bankDayAndTime, formatDay } from '#domain/date';
import type { ChargeTerms, Rate } from './terms.ts';
import { CHARGE_KIND_LABELS, CHARGE_STATUS_LABELS, type ChargeKind, type ChargeStatus } from './words.ts';

/** `status`: as of now. `url`: of its public page. */
export type ChargeCsvRow = {
  createdAt: Date;
  kind: ChargeKind;
  status: ChargeStatus;
  description: string;
  amountCents: number;
  dueOn: string | null;
  endsAt: Date;
  terms: ChargeTerms;
  paid: { amountCents: number; returnedCents: number; payerName: string | null; createdAt: Date } | null;
  url: string;
  id: string;
};

const moment = (at: Date): string => {
  const { day, time } = bankDayAndTime(at);
  return `${formatDay(day)} ${time}`;
};

const comma = (decimal: string): string => decimal.replace('.', ',');

const rate = (of: Rate | null): string =>
  of === null ? '' : of.mode === 'percent' ? `${comma(of.value)}%` : comma(of.value);

const discountDay = (dueOn: string | null, { discount }: ChargeTerms): string =>
  dueOn === null || discount === null ? '' : formatDay(addDays(dueOn, -discount.daysBefore));

const COLUMNS: CsvColumns<ChargeCsvRow> = [
  ...DAY_AND_TIME,
  ['Tipo', ({ kind }) => csvCell(CHARGE_KIND_LABELS[kind])],
  ['Situação', ({ status }) => csvCell(CHARGE_STATUS_LABELS[status])],
  ['Descrição', ({ description }) => csvCell(description)],
  ['Valor', ({ amountCents }) => csvMoney(amountCents)],
  ['Vencimento', ({ dueOn }) => (dueOn === null ? '' : formatDay(dueOn))],
  ['Vale até', ({ endsAt }) => moment(endsAt)],
  ['Multa', ({ terms }) => rate(terms.fine)],
  ['Juros ao mês', ({ terms }) => (terms.interest === null ? '' : `${comma(terms.interest)}%`)],
  ['Desconto', ({ terms }) => rate(terms.discount)],
  ['Desconto até', ({ dueOn, terms }) => discountDay(dueOn, terms)],
  ['Valor pago', ({ paid }) => (paid === null ? '' : csvMoney(paid.amountCents))],
  ['Devolvido', ({ paid }) => (paid === null ? '' : csvMoney(paid.returnedCents))],
  ['Paga em', ({ paid }) => (paid === null ? '' : moment(paid.createdAt))],
  ['Paga por', ({ paid }) => csvCell(paid?.payerName ?? '')],
  ['Link', ({ url }) => csvCell(url)],
  ['Identificador', ({ id }) => csvCell(id)],
];

export const chargeCsvHead = (): string => headOf(COLUMNS);
export const chargeCsvRows = (rows: readonly ChargeCsvRow[]): string => rowsOf(COLUMNS, rows);
