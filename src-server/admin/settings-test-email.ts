import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { refuse } from '#domain/refusal';
import { countAttempt } from '#server/auth/attempts';
import type { SignedInContext } from '#server/kernel/context';
import { letter } from '#server/outbox/letter';
import { tell } from '#server/outbox/tell';
import { greeting } from '#server/outbox/typed';

/** To whom the message goes. `queued`: it is in the outbox; whether it was sent, the settings tell. */
export const testEmailSchema = z.object({ queued: z.literal(true), recipient: z.string() });

/** Writes a test message to the caller's own address, the way all messages go. Refuses TOO_MANY_ATTEMPTS. */
export async function testEmail(ctx: SignedInContext): Promise<z.output<typeof testEmailSchema>> {
  const { db, env, user } = ctx;
  await countAttempt(ctx, 'testEmail', user.id);
  const { users } = db.tables;
  const [own] = await db.select({ email: users.email }).from(users).where(eq(users.id, user.id));
  if (!own) refuse('UNAUTHENTICATED');
  const at = ctx.clock.now();
  await db.transaction((tx) =>
    tell(tx, {
      kind: 'test',
      recipient: own.email,
      subject: `Mensagem de teste do ${env.BRAND_NAME}`,
      ...letter(
        [
          greeting(user.fullName),
          'Esta é uma mensagem de teste, pedida nas configurações do sistema. Se você a recebeu, o envio de e-mail funciona: acentuação, cores e botão devem estar legíveis.',
        ],
        { action: { label: 'Abrir as configurações', url: `${env.APP_ORIGIN}/admin/settings` } },
      ),
      at,
    }),
  );
  return { queued: true, recipient: own.email };
}
