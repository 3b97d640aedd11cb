import type { Tx } from '#db/db';
import { deviceInWords } from '#domain/auth/device-words';
import { RECOVERY } from '#domain/limits';
import type { Actor, Context } from '#server/kernel/context';
import { letter } from '#server/outbox/letter';
import { notify } from '#server/outbox/notify';
import { tell } from '#server/outbox/tell';
import { greeting } from '#server/outbox/typed';
import { momentInWords, securityPath } from './new-login-mail.ts';

type Owner = Actor & { email: string };

/** The e-mail with the link to a new password, alone on its line. */
export function recoveryMail({ env }: Pick<Context, 'env'>, owner: Owner, token: string) {
  return {
    kind: 'recovery',
    recipient: owner.email,
    subject: 'Crie uma nova senha',
    ...letter(
      [
        greeting(owner.fullName),
        `Recebemos um pedido para criar uma nova senha da sua conta. O link abaixo vale por ${RECOVERY.linkSeconds / 60} minutos e só funciona uma vez.`,
      ],
      {
        action: { label: 'Criar nova senha', url: `${env.APP_ORIGIN}/recuperar-senha?token=${token}` },
        closing: [
          'Se não foi você quem pediu, ignore esta mensagem: a sua senha continua a mesma.',
          env.BRAND_NAME,
        ],
      },
    ),
  };
}

/** To an address that is new: the link went to the one before, until the change can no longer be taken back. */
export function recoveryElsewhere({ env }: Pick<Context, 'env'>, owner: Owner, until: Date) {
  return {
    kind: 'recovery_elsewhere',
    recipient: owner.email,
    subject: 'Seu pedido de nova senha',
    ...letter([
      greeting(owner.fullName),
      `Recebemos um pedido para criar uma nova senha da sua conta. Como o e-mail dela mudou há pouco, o link foi para o endereço anterior. A partir de ${momentInWords(until)}, passa a vir para este.`,
      `Se não tem mais acesso ao endereço anterior, peça de novo depois disso ou escreva para ${env.SUPPORT_EMAIL}.`,
      'Se não foi você quem pediu, ignore esta mensagem: a sua senha continua a mesma.',
      env.BRAND_NAME,
    ]),
  };
}

/** Tells the owner, by e-mail and under the bell, that the password is another one now; in the commit of the change. */
export async function tellPasswordChanged(
  tx: Tx,
  { env, clock, request }: Pick<Context, 'env' | 'clock' | 'request'>,
  owner: Owner,
): Promise<void> {
  const at = clock.now();
  const where = `${deviceInWords(request.userAgent)}\nEndereço IP: ${request.ip}\nQuando: ${momentInWords(at)}`;
  const message = letter(
    [
      greeting(owner.fullName),
      'A senha da sua conta foi alterada:',
      where,
      'As outras sessões abertas e os tokens de acesso foram encerrados.',
      `Se não foi você, crie outra senha agora mesmo e escreva para ${env.SUPPORT_EMAIL}.`,
    ],
    {
      action: { label: 'Criar outra senha', url: `${env.APP_ORIGIN}/recuperar-senha` },
      closing: [env.BRAND_NAME],
    },
  );
  const subject = 'Sua senha foi alterada';
  await tell(tx, { kind: 'password_changed', recipient: owner.email, subject, ...message, at });
  await notify(tx, {
    userId: owner.id,
    kind: 'password_changed',
    title: subject,
    text: 'As outras sessões e os tokens de acesso foram encerrados.',
    href: securityPath(owner),
    at,
  });
}
