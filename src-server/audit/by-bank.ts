import type { Bank } from '#server/kernel/context';
import type { AuditContext } from './record.ts';

/** Who acts when nobody asked: the bank's own daily run, or another of its workers; in the audit log a row without a user. */
export const byBank = (
  { clock, keys }: Pick<Bank, 'clock' | 'keys'>,
  worker = 'Rotina diária do banco',
): AuditContext => ({
  clock,
  keys,
  request: { ip: '', userAgent: worker },
  user: null,
});
