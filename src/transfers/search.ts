import { parseAccountNumber } from '#domain/account/number';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { parseDecimal, toDecimal } from '#domain/money';
import { cleanText } from '#domain/text';

/** The tabs of the screen; the first one is what an address without `aba` opens. */
export const TABS = ['transferir', 'receber', 'boleto'] as const;
export type Tab = (typeof TABS)[number];

/** What the address of the transfers screen may carry: the open tab, and what a Receber link fills in. */
export type TransfersSearch = {
  aba?: Tab;
  /** Account number, `0000-0000`. */
  conta?: string;
  /** Decimal text above zero, `"250.00"`. */
  valor?: string;
  descricao?: string;
};

/** What somebody asks to be paid, and into which account; `amountCents` is above zero. */
export type Charge = { accountNumber: string; amountCents: number; description: string };

/** A search value as text: the router hands over `250` for `valor=250.00`, since it reads values as JSON. */
function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Reads the address's search; what is not usable is dropped, since a link may come from anywhere. */
export function parseTransfersSearch(search: Record<string, unknown>): TransfersSearch {
  const parsed: TransfersSearch = {};
  const tab = TABS.find((name) => name === search.aba);
  if (tab && tab !== 'transferir') parsed.aba = tab;
  const accountNumber = parseAccountNumber(text(search.conta));
  if (accountNumber) parsed.conta = accountNumber;
  const amountCents = parseDecimal(text(search.valor));
  if (amountCents !== null && amountCents > 0) parsed.valor = toDecimal(amountCents);
  const description = cleanText(text(search.descricao)).slice(0, MAX_DESCRIPTION_LENGTH);
  if (description) parsed.descricao = description;
  return parsed;
}

/** The description as one search value: what would read as JSON (`2026`, `true`) is quoted, so that it stays text. */
function asSearchText(description: string): string {
  try {
    JSON.parse(description);
    return JSON.stringify(description);
  } catch {
    return description;
  }
}

/** The link that a Receber QR holds: the transfer form at `origin`, filled in. Any phone camera opens it. */
export function receiveLink(origin: string, charge: Charge): string {
  const search = new URLSearchParams({
    conta: charge.accountNumber,
    valor: toDecimal(charge.amountCents),
    descricao: asSearchText(charge.description),
  });
  return `${origin}/client/transfers?${search}`;
}
