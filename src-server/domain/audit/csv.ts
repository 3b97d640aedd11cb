import { csvCell, csvRow, csvTable } from '#domain/account/csv';
import { AUDIT_ACTION_LABELS, AUDIT_ENTITY_LABELS } from '#domain/audit/words';
import { bankDayAndTime, formatDay } from '#domain/date';

const COLUMNS = [
  'Sequência',
  'Data',
  'Hora',
  'Usuário',
  'Identificador do usuário',
  'Ação',
  'Código da ação',
  'Tipo',
  'Identificador do alvo',
  'Alterações',
  'Endereço IP',
  'Dispositivo',
  'Identificador',
  'Hash anterior',
  'Hash',
];

/** A row of the audit log with what chains it: a file kept elsewhere shows when the log was cut since. */
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

/** The first line of the audit log's table. */
export const auditCsvHead = (): string => csvTable(COLUMNS);

/** Rows of the audit log as lines of a table; every text is safe from being computed by a spreadsheet. */
export function auditCsvRows(rows: readonly AuditCsvRow[]): string {
  return rows
    .map((row) => {
      const { day, time } = bankDayAndTime(row.createdAt);
      const texts = [
        row.userName,
        row.userId,
        labelOf(AUDIT_ACTION_LABELS, row.action),
        row.action,
        labelOf(AUDIT_ENTITY_LABELS, row.entityType),
        row.entityId,
        row.changes,
        row.ipAddress,
        row.userAgent,
        row.id,
        row.previousHash,
        row.hash,
      ];
      return csvRow([String(row.seq), formatDay(day), time, ...texts.map((text) => csvCell(text ?? ''))]);
    })
    .join('');
}

const labelOf = (labels: Record<string, string>, word: string): string => labels[word] ?? word;
