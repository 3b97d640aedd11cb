import { formatDay } from '#domain/date';
import { movedDueDay } from './dated-charge.ts';

/** What the provider says of a code, in cents. Documents may be masked. `totalCents` null: the payer chooses. */
export type CodeSaid = {
  originalCents: number | null;
  totalCents: number | null;
  fineCents: number;
  interestCents: number;
  discountCents: number;
  dueOn: string | null;
  expiresAt: Date | null;
  finality: string | null;
  isAmountFree: boolean;
  isPayable: boolean;
  whyNot: string | null;
  payerDocument: string | null;
  /** Of who receives. */
  document: string | null;
};

/** `document`: of who pays, whole. `day`: the bank's. */
export type Paying = { now: Date; day: string; document: string };

const NOT_OFFERED: Record<string, string> = {
  WITHDRAWAL: 'Este código é de PIX Saque, que este banco ainda não oferece',
  CHANGE: 'Este código é de PIX Troco, que este banco ainda não oferece',
};

const ASK_FOR_ANOTHER = 'peça outro a quem vai receber';

/** Why a code cannot be paid, in Portuguese; null: it can. */
export function whyNotPayable(code: CodeSaid, { now, day, document }: Paying): string | null {
  if (code.finality)
    return NOT_OFFERED[code.finality] ?? `Este código PIX não pode ser pago por aqui: ${ASK_FOR_ANOTHER}`;
  if (!code.isPayable) return code.whyNot ?? `Este código PIX não pode mais ser pago: ${ASK_FOR_ANOTHER}`;
  // How long a dated charge can be paid after its due date the provider knows.
  if (code.dueOn === null && code.expiresAt && code.expiresAt <= now)
    return `Este código PIX expirou: ${ASK_FOR_ANOTHER}`;
  if (isForAnother(code, document))
    return 'Este código PIX é de outra pessoa: só quem foi cobrado pode pagá-lo';
  if (!code.totalCents && !code.isAmountFree)
    return `Este código PIX não diz quanto cobra: ${ASK_FOR_ANOTHER}`;
  return isSound(code, day) ? null : mismatch(code);
}

/**
 * What the rules of a dated charge say whatever its terms are: the total is the sum of its parts, less a rebate that the provider
 * does not tell; no fine or interest until the due date, no discount after it.
 */
function isSound(code: CodeSaid, day: string): boolean {
  const { originalCents, totalCents, fineCents, interestCents, discountCents, dueOn } = code;
  if (originalCents === null || totalCents === null) return true;
  const sumCents = originalCents + fineCents + interestCents - discountCents;
  if (dueOn === null) return totalCents === sumCents;
  const isLate = day > movedDueDay({ dueOn });
  return totalCents <= sumCents && (isLate ? discountCents === 0 : fineCents + interestCents === 0);
}

const mismatch = ({ dueOn }: CodeSaid): string =>
  dueOn === null
    ? `O valor deste código PIX não confere: ${ASK_FOR_ANOTHER}`
    : `O valor deste código PIX não confere com o vencimento em ${formatDay(dueOn)}: ${ASK_FOR_ANOTHER}`;

/** A code that names its own receiver as its payer is for whoever has it: the provider wants a payer for each charge. */
const isForAnother = ({ payerDocument, document: receiver }: CodeSaid, payer: string): boolean =>
  payerDocument !== null && payerDocument !== receiver && !isSameDocument(payerDocument, payer);

const letters = (text: string): string => text.replace(/[^0-9A-Za-z*]/g, '').toUpperCase();

/** Compares what a mask leaves readable. */
function isSameDocument(shown: string, whole: string): boolean {
  const [masked, full] = [letters(shown), letters(whole)];
  return (
    masked.length === full.length && [...masked].every((one, place) => one === '*' || one === full[place])
  );
}
