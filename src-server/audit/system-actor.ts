import type { Bank } from '#server/kernel/context';
import type { AuditContext } from './record.ts';

/** Audit context of work without a user: the daily run or a worker. */
export const systemActor = (
  { clock, keys }: Pick<Bank, 'clock' | 'keys'>,
  worker = 'Rotina diária do banco',
): AuditContext => ({
  clock,
  keys,
  request: { ip: '', userAgent: worker },
  user: null,
});

/** The daily run's context of a decision. */
export const systemContext = (bank: Bank) => ({ ...systemActor(bank), ...bank, user: null });
