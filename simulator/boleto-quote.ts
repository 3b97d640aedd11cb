import { type Boleto, readBoleto } from '#domain/account/boleto';
import { isBusinessDay, nextBusinessDay } from '#domain/calendar';
import { daysLate, lateCharge } from '#domain/credit/late';
import { addDays, bankDayAndTime } from '#domain/date';
import { dayOf, type SimulatorClock } from './moment.ts';
import { badRequest } from './provider-error.ts';
import { type Body, centsOf, textOf, toNumber } from './request.ts';
import type { Simulator } from './simulator.ts';

/** Invented companies with valid numbers. */
const BENEFICIARIES = [
  { name: 'Condomínio Edifício Aurora', document: '31415926000171' },
  { name: 'Escola Caminho do Saber Ltda', document: '27182818000129' },
  { name: 'Clínica Vida Serena Ltda', document: '16180339000157' },
  { name: 'Móveis Jatobá Comércio Ltda', document: '14142135000104' },
  { name: 'Academia Movimento Ltda', document: '17320508000170' },
  { name: 'Seguros Horizonte S.A.', document: '22360679000162' },
];
/** By segment of a utility boleto. */
const UTILITIES = [
  ...['Órgão arrecadador', 'Prefeitura Municipal', 'Companhia de Saneamento', 'Companhia de Energia'],
  ...[
    'Operadora de Telecomunicações',
    'Órgão do Governo',
    'Carnês e Assemelhados',
    'Departamento de Trânsito',
  ],
];
/** Boletos of this bank are not registered. */
const UNREGISTERED_BANK = '999';
/** Same-day cut-off times; utilities and large boletos have the earlier one. */
const CUT_OFF = { usual: '18:00', early: '16:00', largeCents: 25_000_000 };
const OPEN_STATUSES = ['PENDING', 'BANK_PROCESSING', 'PAID'];

/** What paying a boleto costs today, with fine and interest. */
export type BoletoQuote = {
  boleto: Boleto;
  companyName: string;
  document: string | null;
  amountCents: number | null;
  fineCents: number;
  interestCents: number;
  isOverdue: boolean;
  payableFrom: string;
};

/** The boleto of a line or bar code. Throws 400 if invalid, unregistered or paid. */
export function quoteOf({ store, clock, switches }: Simulator, body: Body): BoletoQuote {
  const text = textOf(body, 'identificationField') ?? textOf(body, 'barCode');
  if (!text) throw badRequest('invalid_identificationField', 'A linha digitável deve ser informada.');
  const today = dayOf(clock);
  const reading = readBoleto(text, today);
  if (!reading.ok) throw badRequest('invalid_identificationField', 'A linha digitável informada é inválida.');
  const { boleto } = reading;
  if (boleto.kind === 'bank' && boleto.bankCode === UNREGISTERED_BANK)
    throw badRequest('unregistered_bank_slip', 'Boleto não registrado na base centralizada.');
  const isTaken = store
    .list('bill', { name: boleto.barcode })
    .some(({ status }) => OPEN_STATUSES.includes(status));
  if (isTaken) throw badRequest('invalid_action', 'Este boleto já foi pago ou está em pagamento.');
  return {
    ...priced(boleto, today),
    ...beneficiaryOf(boleto),
    ...(switches.beneficiary !== null && { companyName: switches.beneficiary, document: null }),
    boleto,
    payableFrom: payableFrom(boleto, clock),
  };
}

function priced(boleto: Boleto, today: string) {
  const none = { fineCents: 0, interestCents: 0, isOverdue: false };
  if (boleto.kind === 'utility')
    return { ...none, amountCents: boleto.hasEffectiveValue ? boleto.amountCents : null };
  const days = boleto.dueOn ? daysLate(boleto.dueOn, today) : 0;
  return {
    ...lateCharge(boleto.amountCents, days),
    isOverdue: days > 0,
    amountCents: boleto.amountCents || null,
  };
}

function beneficiaryOf(boleto: Boleto): { companyName: string; document: string | null } {
  if (boleto.kind === 'utility')
    return { companyName: UTILITIES[boleto.segment] ?? 'Órgão arrecadador', document: null };
  // By the free field, which identifies the beneficiary.
  const place = Number(boleto.barcode.slice(19, 26)) % BENEFICIARIES.length;
  const { name, document } = BENEFICIARIES[place] ?? { name: 'Beneficiário', document: null };
  return { companyName: name, document };
}

/** Today before the cut-off, otherwise the next business day. */
function payableFrom(boleto: Boleto, clock: SimulatorClock): string {
  const { day, time } = bankDayAndTime(clock.now());
  const isEarly = boleto.kind === 'utility' || boleto.amountCents > CUT_OFF.largeCents;
  const isInTime = time < (isEarly ? CUT_OFF.early : CUT_OFF.usual);
  return isBusinessDay(day) && isInTime ? day : nextBusinessDay(addDays(day, 1));
}

/** The total, or the payer's amount if the boleto has none. Throws 400 if they differ or both are missing. */
export function totalOf({ amountCents, fineCents, interestCents }: BoletoQuote, body: Body): number {
  const given = centsOf(body, 'value');
  if (amountCents === null) {
    if (given === null) throw badRequest('invalid_value', 'O campo value deve ser informado.');
    return given;
  }
  const total = amountCents + fineCents + interestCents;
  if (given !== null && given !== total)
    throw badRequest('invalid_value', 'O valor informado difere do valor atualizado da conta.');
  return total;
}

export function simulationOf(quote: BoletoQuote) {
  const { boleto, companyName, document, amountCents, fineCents, interestCents, isOverdue } = quote;
  const total = amountCents === null ? null : toNumber(amountCents + fineCents + interestCents);
  const isBank = boleto.kind === 'bank';
  return {
    minimumScheduleDate: quote.payableFrom,
    fee: 0,
    bankSlipInfo: {
      identificationField: boleto.line,
      value: total,
      dueDate: isBank ? boleto.dueOn : null,
      companyName,
      bank: isBank ? boleto.bankCode : null,
      beneficiaryCpfCnpj: document,
      beneficiaryName: isBank ? companyName : null,
      allowChangeValue: amountCents === null,
      minValue: null,
      maxValue: null,
      discountValue: 0,
      interestValue: toNumber(interestCents),
      fineValue: toNumber(fineCents),
      originalValue: amountCents === null ? null : toNumber(amountCents),
      totalDiscountValue: 0,
      totalAdditionalValue: toNumber(fineCents + interestCents),
      isOverdue,
    },
  };
}
