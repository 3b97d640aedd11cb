import { formatBrl } from '#domain/money';
import type { Env } from '#server/env';
import { letter } from '#server/outbox/letter';
import type { TransferAnswer } from './shapes.ts';

/** The e-mail that tells a customer of money that has come in from another account of the bank. */
export function transferReceivedMail(
  env: Pick<Env, 'BRAND_NAME' | 'APP_ORIGIN'>,
  receiver: { email: string; fullName: string },
  transfer: TransferAnswer,
  amountCents: number,
) {
  const lines = [
    `Olá, ${receiver.fullName}.`,
    `Você recebeu ${formatBrl(amountCents)} de ${transfer.from.name} (${transfer.from.document}).`,
    `Descrição: ${transfer.description}`,
    `Código de autenticação: ${transfer.authCode}`,
    `Veja o extrato em ${env.APP_ORIGIN}/client/dashboard`,
    env.BRAND_NAME,
  ];
  return {
    kind: 'transfer_received',
    recipient: receiver.email,
    subject: `Você recebeu ${formatBrl(amountCents)}`,
    ...letter(lines),
  };
}
