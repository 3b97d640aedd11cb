import { parseDecimal } from '#domain/money';
import type { RouterOutputs } from '../trpc.ts';
import { costLabel, effectLabel, kindLabel } from './labels.ts';
import { FIGURE_FILTERS, type StatementSearch } from './search.ts';

type Total = RouterOutputs['account']['statementTotal'];

/** Whether the rows belong to one figure. A text search has no total: the server would have to read every row. */
export const hasFigure = (search: StatementSearch): boolean =>
  !search.busca && FIGURE_FILTERS.some((name) => search[name]);

/** 'Saídas, PIX' */
export function figureName(search: StatementSearch): string {
  const { sentido, tipo, custo, pessoa, movimento } = search;
  const names = [
    sentido && (sentido === 'entradas' ? 'Entradas' : 'Saídas'),
    effectLabel(search),
    tipo && kindLabel(tipo),
    custo && costLabel(custo),
    pessoa,
    movimento && 'uma movimentação',
  ];
  return names.filter(Boolean).join(', ');
}

/** In cents. Income and expense are set against each other; what counts as neither is added up. */
export function figureCents({ sentido, efeito }: StatementSearch, { credits, debits }: Total): number {
  const [creditCents, debitCents] = [parseDecimal(credits) ?? 0, parseDecimal(debits) ?? 0];
  const isNet = efeito === 'contam' && !sentido;
  return isNet ? creditCents - debitCents : creditCents + debitCents;
}
