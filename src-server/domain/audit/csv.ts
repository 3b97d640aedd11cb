import { type CsvColumns, csvCell, DAY_AND_TIME, headOf, rowsOf } from '#domain/account/csv';
import { AUDIT_ACTION_LABELS, AUDIT_ENTITY_LABELS } from '#domain/audit/words';

/** Includes the chain hashes, so that an exported file can prove a later truncation of the log. */
export type AuditCsvRow = {
  seq: number;
  id: string;
  userId: string | null;
  userName: string | null;
  action: string;
  entityType: string;
  entityId: string | null;
  changes: string | null;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: Date;
  previousHash: string;
  hash: string;
};

const labelOf = (labels: Record<string, string>, word: string): string => labels[word] ?? word;

const COLUMNS: CsvColumns<AuditCsvRow> = [
  ['Sequência', ({ seq }) => String(seq)],
  ...DAY_AND_TIME,
  ['Usuário', ({ userName }) => csvCell(userName ?? '')],
  ['Identificador do usuário', ({ userId }) => csvCell(userId ?? '')],
  ['Ação', ({ action }) => csvCell(labelOf(AUDIT_ACTION_LABELS, action))],
  ['Código da ação', ({ action }) => csvCell(action)],
  ['Tipo', ({ entityType }) => csvCell(labelOf(AUDIT_ENTITY_LABELS, entityType))],
  ['Identificador do alvo', ({ entityId }) => csvCell(entityId ?? '')],
  ['Alterações', ({ changes }) => csvCell(changes ?? '')],
  ['Endereço IP', ({ ipAddress }) => csvCell(ipAddress ?? '')],
  ['Dispositivo', ({ userAgent }) => csvCell(userAgent ?? '')],
  ['Identificador', ({ id }) => csvCell(id)],
  ['Hash anterior', ({ previousHash }) => csvCell(previousHash)],
  ['Hash', ({ hash }) => csvCell(hash)],
];

export const auditCsvHead = (): string => headOf(COLUMNS);
export const auditCsvRows = (rows: readonly AuditCsvRow[]): string => rowsOf(COLUMNS, rows);
