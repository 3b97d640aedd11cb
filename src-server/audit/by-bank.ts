import type { Bank } from '#server/context';
import type { AuditContext } from './record.ts';

/** Who acts when nobody asked: the bank's own daily run, in the audit log a row without a user. */
export const byBank = ({ clock, keys }: Pick<Bank, 'clock' | 'keys'>): AuditContext => ({
  clock,
  keys,
  request: { ip: '', userAgent: 'Rotina diária do banco' },
  user: null,
});
