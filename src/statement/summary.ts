import { formatDay, formatMonth } from '../ui/date.ts';
import { ACCOUNT_LABELS, costLabel, effectLabel, kindLabel } from './labels.ts';
import { periodOf, type StatementSearch } from './search.ts';

export function summaryOf(search: StatementSearch, today: string): string {
  return [
    periodText(search, today),
    search.sentido && (search.sentido === 'entradas' ? 'só entradas' : 'só saídas'),
    effectLabel(search),
    search.tipo && kindLabel(search.tipo),
    search.custo && costLabel(search.custo),
    search.pessoa,
    search.movimento && 'uma movimentação',
    search.conta && ACCOUNT_LABELS[search.conta].toLowerCase(),
    search.busca && `com “${search.busca}”`,
  ]
    .filter(Boolean)
    .join(', ');
}

function periodText(search: StatementSearch, today: string): string {
  const period = periodOf(search);
  if (period === 'tudo') return 'todo o período';
  if (period === 'mes') return formatMonth(today.slice(0, 7));
  if (period !== 'outro') return `últimos ${period} dias`;
  return [search.de && `de ${formatDay(search.de)}`, search.ate && `até ${formatDay(search.ate)}`]
    .filter(Boolean)
    .join(' ');
}
