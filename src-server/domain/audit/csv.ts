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

/** Includes the chain hashes, so that an exported file reveals later truncation. */
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

export const auditCsvHead = (): string => csvTable(COLUMNS);

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
