import type { Tx } from '#db/db';
import type { Context } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import type { UserRow } from '../user-answer.ts';
import { countBackupCodes } from './backup-codes.ts';

/** With this many codes left, or fewer, the owner is advised to make new ones. */
const FEW_CODES = 3;

export async function queueBackupCodeMail(tx: Tx, ctx: Context, user: UserRow): Promise<void> {
  const left = await countBackupCodes(tx, user.id);
  const leftText = left === 1 ? 'Resta 1 código.' : `Restam ${left} códigos.`;
  const advice = left <= FEW_CODES ? ' Gere novos códigos nas configurações de segurança.' : '';
  await queueMessage(tx, ctx, 'backup_code_used', user, { request: ctx.request, more: leftText + advice });
}
