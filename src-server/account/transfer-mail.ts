import { formatBrl } from '#domain/money';
import type { Env } from '#server/kernel/env';
import { letter } from '#server/outbox/letter';
import { greeting, typed } from '#server/outbox/typed';
import type { TransferAnswer } from './shapes.ts';

/** The e-mail that tells a customer of money that has come in from another account of the bank. */
export function transferReceivedMail(
  env: Pick<Env, 'APP_ORIGIN'>,
  receiver: { email: string; fullName: string },
  transfer: TransferAnswer,
  amountCents: number,
) {
  return {
    kind: 'transfer_received',
    recipient: receiver.email,
    subject: `Você recebeu ${formatBrl(amountCents)}`,
    ...letter(
      [
        greeting(receiver.fullName),
        `Você recebeu ${formatBrl(amountCents)} de ${typed(transfer.from.name)} (${transfer.from.document}).`,
        `Descrição: ${typed(transfer.description)}`,
        `Código de autenticação: ${transfer.authCode}`,
      ],
      { action: { label: 'Ver o extrato', url: `${env.APP_ORIGIN}/client/dashboard` } },
    ),
  };
}

/** What the receiver's bell tells of it. */
export const transferReceivedNotice = (transfer: TransferAnswer, amountCents: number) => ({
  kind: 'transfer_received',
  title: `Você recebeu ${formatBrl(amountCents)}`,
  text: `De ${transfer.from.name}: ${transfer.description}`,
  href: '/client/dashboard',
});
