import { eq } from 'drizzle-orm';
import type { Env } from '#server/kernel/env';
import { letter } from '#server/outbox/letter';
import { notify } from '#server/outbox/notify';
import { tell } from '#server/outbox/tell';
import { greeting } from '#server/outbox/typed';
import type { Tx } from '../../db/db.ts';

type News = { kind: string; title: string; text: string; href: string; label: string };

const NEWS: Record<'approved' | 'rejected', News> = {
  approved: {
    kind: 'external_account_approved',
    title: 'Sua conta de pagamentos foi aprovada',
    text: 'Você já pode usar o PIX: crie a sua primeira chave.',
    href: '/client/pix',
    label: 'Abrir o PIX',
  },
  rejected: {
    kind: 'external_account_rejected',
    title: 'Sua conta de pagamentos precisa de atenção',
    text: 'Os seus dados ou documentos não foram aceitos. Veja o motivo e envie novamente.',
    href: '/client/asaas-account',
    label: 'Ver o motivo',
  },
};

/** Tells a customer what the provider decided, and why it said no, by e-mail and under the bell, in the commit that learns it. */
export async function tellDecision(
  tx: Tx,
  { APP_ORIGIN }: Pick<Env, 'APP_ORIGIN'>,
  {
    userId,
    decision,
    reasons,
    at,
  }: { userId: string; decision: keyof typeof NEWS; reasons: readonly string[]; at: Date },
): Promise<void> {
  const { kind, title, text, href, label } = NEWS[decision];
  const { users } = tx.tables;
  const [user] = await tx
    .select({ fullName: users.fullName, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw new Error('an external account has no customer');
  const action = { label, url: `${APP_ORIGIN}${href}` };
  const said = reasons.length > 0 ? [`Motivo informado: ${reasons.join('; ')}`] : [];
  const message = letter([greeting(user.fullName), text, ...said], { action });
  await tell(tx, { kind, recipient: user.email, subject: title, ...message, at });
  await notify(tx, { userId, kind, title, text, href, at });
}
