import { eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { deviceInWords } from '#domain/auth/device-words';
import { TOKEN_SCOPE_LABELS } from '#domain/auth/token';
import type { SignedInContext } from '#server/kernel/context';
import { letter } from '#server/outbox/letter';
import { notify } from '#server/outbox/notify';
import { tell } from '#server/outbox/tell';
import { greeting, typed } from '#server/outbox/typed';
import { momentInWords, securityPath } from './new-login-mail.ts';
import type { TokenAnswer } from './tokens-list.ts';

/** Tells the owner, by e-mail and under the bell, that an access token was made; in the commit that makes it. */
export async function tellTokenMade(tx: Tx, ctx: SignedInContext, token: TokenAnswer): Promise<void> {
  const { env, request, user } = ctx;
  const { users } = tx.tables;
  const [owner] = await tx.select({ email: users.email }).from(users).where(eq(users.id, user.id));
  if (!owner) throw new Error('a token was made for nobody');
  const at = ctx.clock.now();
  const allowed = token.scopes.map((scope) => TOKEN_SCOPE_LABELS[scope].toLowerCase()).join(' e ');
  const message = letter(
    [
      greeting(user.fullName),
      'Um token de acesso para programas foi criado na sua conta:',
      `Nome: ${typed(token.name)}\nPermite: ${allowed}\nCriado em: ${momentInWords(at)}, ${deviceInWords(request.userAgent)}, endereço IP ${request.ip}`,
      'Se não foi você, revogue o token e troque a sua senha.',
    ],
    {
      action: { label: 'Ver tokens de acesso', url: `${env.APP_ORIGIN}${securityPath(user)}` },
      closing: [env.BRAND_NAME],
    },
  );
  const subject = 'Novo token de acesso criado';
  await tell(tx, { kind: 'token_created', recipient: owner.email, subject, ...message, at });
  await notify(tx, {
    userId: user.id,
    kind: 'token_created',
    title: subject,
    text: `${token.name}: permite ${allowed}. Se não foi você, revogue o token e troque a sua senha.`,
    href: securityPath(user),
    at,
  });
}
