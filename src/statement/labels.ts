import { OWN_ACCOUNT_NAMES } from '#domain/account/movement-text';
import { MOVEMENT_KIND_LABELS } from '#domain/ledger/flow';
import { TRANSACTION_LABELS } from '#domain/ledger/words';
import { isKind, type StatementSearch } from './search.ts';

export const ACCOUNT_LABELS: Record<NonNullable<StatementSearch['conta']>, string> = {
  corrente: OWN_ACCOUNT_NAMES.checking,
  externa: OWN_ACCOUNT_NAMES.external,
  investimentos: OWN_ACCOUNT_NAMES.investment,
};

export const kindLabel = (tipo: NonNullable<StatementSearch['tipo']>): string =>
  isKind(tipo) ? MOVEMENT_KIND_LABELS[tipo] : TRANSACTION_LABELS[tipo];
