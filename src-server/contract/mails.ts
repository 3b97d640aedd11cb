import { CONTRACT_CODE } from '#domain/limits';
import type { Env } from '#server/kernel/env';
import { letter } from '#server/outbox/letter';
import { greeting, typed } from '#server/outbox/typed';

type Brand = Pick<Env, 'BRAND_NAME' | 'APP_ORIGIN'>;
type Receiver = { fullName: string; email: string };

/** Tells a customer that a contract awaits their signature. */
export const contractWaitingMail = (env: Brand, receiver: Receiver, title: string) => ({
  kind: 'contract_waiting',
  recipient: receiver.email,
  subject: `Contrato aguardando assinatura: ${typed(title)}`,
  ...letter(
    [
      greeting(receiver.fullName),
      `O contrato “${typed(title)}” está pronto. Leia com calma e assine com um código que enviaremos a este e-mail.`,
    ],
    { action: { label: 'Ler e assinar', url: `${env.APP_ORIGIN}/client/contracts` } },
  ),
});

/** Carries the one-time code; it says what is signed with it, and never holds a link that signs. */
export const contractCodeMail = (
  receiver: Receiver,
  contract: { title: string; terms: readonly { name: string; text: string }[] },
  code: string,
) => ({
  kind: 'contract_code',
  recipient: receiver.email,
  subject: `Código para assinar: ${typed(contract.title)}`,
  ...letter(
    [
      greeting(receiver.fullName),
      `Use este código para assinar “${typed(contract.title)}”:\n${contract.terms.map(({ name, text }) => `${name}: ${typed(text)}`).join('\n')}`,
    ],
    {
      code,
      closing: [
        `Ele vale ${CONTRACT_CODE.ttlSeconds / 60} minutos e só para este contrato. Se você não pediu, ignore esta mensagem: sem o código nada é assinado.`,
      ],
    },
  ),
});

/** Confirms a signature. */
export const contractSignedMail = (env: Brand, receiver: Receiver, title: string, code: string) => ({
  kind: 'contract_signed',
  recipient: receiver.email,
  subject: `Contrato assinado: ${typed(title)}`,
  ...letter(
    [
      greeting(receiver.fullName),
      `Você assinou “${typed(title)}”. O documento, com as evidências da assinatura, fica em Contratos; qualquer pessoa pode conferir que ele é genuíno pelo código ${code}.`,
    ],
    { action: { label: 'Conferir o documento', url: `${env.APP_ORIGIN}/verificar/${code}` } },
  ),
});
