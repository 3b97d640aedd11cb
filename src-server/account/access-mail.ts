import type { Env } from '#server/kernel/env';
import { letter } from '#server/outbox/letter';
import { greeting } from '#server/outbox/typed';

/** The e-mail that tells a person that an administrator took the access away, or gave it back, and why. */
export function accessMail(
  env: Pick<Env, 'BRAND_NAME' | 'APP_ORIGIN' | 'SUPPORT_EMAIL'>,
  user: { fullName: string; email: string; isActive: boolean },
  reason: string,
) {
  const { isActive } = user;
  const what = isActive
    ? [`Seu acesso ao ${env.BRAND_NAME} foi reativado.`, `Motivo: ${reason}`]
    : [
        `Seu acesso ao ${env.BRAND_NAME} foi desativado. Sessões abertas e tokens de acesso foram encerrados.`,
        `Motivo: ${reason}`,
        `Se tiver dúvidas, escreva para ${env.SUPPORT_EMAIL}.`,
      ];
  return {
    kind: isActive ? 'user_activated' : 'user_deactivated',
    recipient: user.email,
    subject: `Seu acesso foi ${isActive ? 'reativado' : 'desativado'}`,
    ...letter(
      [greeting(user.fullName), ...what],
      isActive ? { action: { label: 'Entrar na conta', url: `${env.APP_ORIGIN}/login` } } : {},
    ),
  };
}

/** The e-mail that tells a customer that an administrator froze an account, or set it free, and why. */
export function accountMail(
  env: Pick<Env, 'SUPPORT_EMAIL'>,
  holder: { fullName: string; email: string },
  account: { accountNumber: string; isActive: boolean },
  reason: string,
) {
  const { accountNumber, isActive } = account;
  const what = isActive
    ? [`Sua conta ${accountNumber} foi desbloqueada e volta a enviar e a receber.`, `Motivo: ${reason}`]
    : [
        `Sua conta ${accountNumber} foi bloqueada: ela não envia nem recebe até ser desbloqueada.`,
        `Motivo: ${reason}`,
        `Se tiver dúvidas, escreva para ${env.SUPPORT_EMAIL}.`,
      ];
  return {
    kind: isActive ? 'account_unfrozen' : 'account_frozen',
    recipient: holder.email,
    subject: `Sua conta ${accountNumber} foi ${isActive ? 'desbloqueada' : 'bloqueada'}`,
    ...letter([greeting(holder.fullName), ...what]),
  };
}
