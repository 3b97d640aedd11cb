import { sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { RECEIVED_LETTERS } from '#domain/limits';
import { formatBrl } from '#domain/money';
import type { Bank } from '#server/kernel/context';
import { letter } from './letter.ts';
import { type Message, tell } from './tell.ts';

type Telling = Pick<Bank, 'clock' | 'env'>;

/**
 * Tells a customer by e-mail of money that came in. Anybody can send a cent a thousand times: after a few letters in an hour
 * small sums are gathered into one, which is sent when the hour is over.
 */
export async function tellReceived(
  tx: Tx,
  { clock, env }: Telling,
  { userId, amountCents }: { userId: string; amountCents: number },
  message: Message,
): Promise<void> {
  const { each, belowCents } = RECEIVED_LETTERS;
  if (amountCents >= belowCents) return tell(tx, message);
  const { count, endsAt } = await countLetter(tx, userId, clock.real());
  if (count <= each) return tell(tx, message);
  if (count > each + 1) return;
  const { recipient, at } = message;
  await tell(tx, { ...gatheredMail(env), recipient, at, notBefore: endsAt });
}

const gatheredMail = ({ APP_ORIGIN }: Pick<Bank['env'], 'APP_ORIGIN'>) => ({
  kind: 'many_received',
  subject: 'Você recebeu vários valores pequenos',
  ...letter(
    [
      'Olá.',
      `Vários valores abaixo de ${formatBrl(RECEIVED_LETTERS.belowCents)} chegaram à sua conta na última hora. Para não encher a sua caixa, reunimos os avisos nesta mensagem: cada valor está no extrato.`,
    ],
    { action: { label: 'Ver o extrato', url: `${APP_ORIGIN}/client/statement` } },
  ),
});

/** One more in this user's hour: how many now, and when the hour ends. Forgotten with the other counts. */
async function countLetter(tx: Tx, userId: string, now: Date): Promise<{ count: number; endsAt: Date }> {
  const { attempts } = tx.tables;
  const windowMs = RECEIVED_LETTERS.windowSeconds * 1000;
  const at = (moment: Date) => sql.param(moment, attempts.windowStartedAt);
  const isOver = sql`${attempts.windowStartedAt} <= ${at(new Date(now.getTime() - windowMs))}`;
  const [counted] = await tx
    .insert(attempts)
    .values({ bucket: `letters:${userId}`, count: 1, windowStartedAt: now, blockedUntil: null })
    .onConflictDoUpdate({
      target: attempts.bucket,
      set: {
        count: sql`case when ${isOver} then 1 else ${attempts.count} + 1 end`,
        windowStartedAt: sql`case when ${isOver} then ${at(now)} else ${attempts.windowStartedAt} end`,
      },
    })
    .returning({ count: attempts.count, startedAt: attempts.windowStartedAt });
  if (!counted) throw new Error('a letter was not counted');
  return { count: counted.count, endsAt: new Date(counted.startedAt.getTime() + windowMs) };
}
