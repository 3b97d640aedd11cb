import { COST_LABELS } from '#domain/account/cost';
import { OWN_ACCOUNT_NAMES } from '#domain/account/movement-text';
import { MOVEMENT_KIND_LABELS, NEUTRAL_FLOW_LABELS } from '#domain/ledger/flow';
import { TRANSACTION_LABELS } from '#domain/ledger/words';
import { isKind, type StatementSearch } from './search.ts';

export const ACCOUNT_LABELS: Record<NonNullable<StatementSearch['conta']>, string> = {
  corrente: OWN_ACCOUNT_NAMES.checking,
  externa: OWN_ACCOUNT_NAMES.external,
  investimentos: OWN_ACCOUNT_NAMES.investment,
};

export const kindLabel = (tipo: NonNullable<StatementSearch['tipo']>): string =>
  isKind(tipo) ? MOVEMENT_KIND_LABELS[tipo] : TRANSACTION_LABELS[tipo];

const EFFECT_LABELS: Record<NonNullable<StatementSearch['efeito']>, string> = {
  contam: 'Entradas e saídas',
  proprias: NEUTRAL_FLOW_LABELS.own,
  credito: NEUTRAL_FLOW_LABELS.loan,
  devolvidas: NEUTRAL_FLOW_LABELS.undone,
};
/** Null where the direction says it already. */
export const effectLabel = ({ efeito, sentido }: StatementSearch): string | null =>
  efeito === undefined || (efeito === 'contam' && sentido) ? null : EFFECT_LABELS[efeito];

const COST_CHOICES: Record<NonNullable<StatementSearch['custo']>, string> = {
  todos: 'Custos',
  atraso: COST_LABELS.late,
  imposto: COST_LABELS.tax,
  tarifa: COST_LABELS.fee,
};
export const costLabel = (custo: NonNullable<StatementSearch['custo']>): string => COST_CHOICES[custo];
