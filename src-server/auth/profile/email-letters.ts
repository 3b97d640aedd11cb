import type { Env } from '#server/kernel/env';
import { letter } from '#server/outbox/letter';
import { greeting } from '#server/outbox/typed';
import { momentInWords } from '../new-login-mail.ts';

type Sender = Pick<Env, 'BRAND_NAME' | 'APP_ORIGIN' | 'SUPPORT_EMAIL'>;
type Person = { email: string; fullName: string };

/** To the new address: the link that confirms it, alone on its line. */
export function confirmNewEmail(
  env: Sender,
  person: Person,
  { email, token }: { email: string; token: string },
) {
  return {
    kind: 'email_confirm',
    recipient: email,
    subject: `Confirme o seu novo e-mail no ${env.BRAND_NAME}`,
    ...letter(
      [
        greeting(person.fullName),
        'Recebemos o pedido de usar este endereço na sua conta. Para confirmar, abra o link abaixo em até 24 horas.',
      ],
      {
        action: { label: 'Confirmar e-mail', url: `${env.APP_ORIGIN}/confirmar-email?token=${token}` },
        closing: ['Se você não fez este pedido, ignore esta mensagem: nada muda.', env.BRAND_NAME],
      },
    ),
  };
}

/** To the present address: somebody asked for another one. */
export function newEmailAsked(env: Sender, person: Person, email: string) {
  return {
    kind: 'email_change_asked',
    recipient: person.email,
    subject: 'Pedido de troca de e-mail',
    ...letter([
      greeting(person.fullName),
      `Recebemos o pedido de trocar o e-mail da sua conta por ${email}. A troca só vale depois de confirmada nesse endereço.`,
      `Se não foi você, entre em ${env.APP_ORIGIN}/client/profile, volte ao e-mail atual, troque a senha e escreva para ${env.SUPPORT_EMAIL}.`,
      env.BRAND_NAME,
    ]),
  };
}

/** To the former address: the change is done, and the link that takes it back, alone on its line. */
export function emailChanged(
  env: Sender,
  person: Person,
  { email, undoToken, until }: { email: string; undoToken: string; until: Date },
) {
  return {
    kind: 'email_changed',
    recipient: person.email,
    subject: 'O e-mail da sua conta mudou',
    ...letter(
      [
        greeting(person.fullName),
        `O e-mail da sua conta agora é ${email}. As outras sessões abertas e os tokens de acesso foram encerrados.`,
        `Por segurança, até ${momentInWords(until)} os links para criar uma nova senha e os códigos que assinam contratos continuam vindo para este endereço.`,
        'Se não foi você, desfaça a troca até lá. A senha atual deixará de valer, e você criará outra.',
      ],
      {
        action: {
          label: 'Desfazer a troca de e-mail',
          url: `${env.APP_ORIGIN}/desfazer-email?token=${undoToken}`,
        },
        closing: [`Dúvidas? Escreva para ${env.SUPPORT_EMAIL}.`, env.BRAND_NAME],
      },
    ),
  };
}

/** To the former address, which is the present one again: the change was taken back, and what comes next. */
export function emailChangeUndone(env: Sender, person: Person, { factorEnded }: { factorEnded: boolean }) {
  return {
    kind: 'email_change_undone',
    recipient: person.email,
    subject: 'A troca do seu e-mail foi desfeita',
    ...letter(
      [
        greeting(person.fullName),
        'Este endereço voltou a ser o da sua conta. A senha anterior deixou de valer, e todas as sessões e tokens de acesso foram encerrados.',
        ...(factorEnded ? ['Os dois fatores que foram ativados depois da troca foram desativados.'] : []),
        'Crie agora uma nova senha, que só você conheça.',
      ],
      {
        action: { label: 'Criar nova senha', url: `${env.APP_ORIGIN}/recuperar-senha` },
        closing: [
          `Se não conseguir entrar, ou se algo na conta não foi feito por você, escreva para ${env.SUPPORT_EMAIL}.`,
          env.BRAND_NAME,
        ],
      },
    ),
  };
}

/** To who has left: the relation is closed, and what the bank must keep. */
export function relationClosed(env: Sender, person: Person) {
  return {
    kind: 'account_closed',
    recipient: person.email,
    subject: `Sua conta ${env.BRAND_NAME} foi encerrada`,
    ...letter([
      greeting(person.fullName),
      'Sua conta foi encerrada, como você pediu. Contato, endereço, renda e ocupação foram apagados do cadastro.',
      'Nome, CPF ou CNPJ e movimentações ficam guardados por 10 anos, como exigem as normas de prevenção à lavagem de dinheiro.',
      `Se não foi você, escreva agora para ${env.SUPPORT_EMAIL}.`,
      env.BRAND_NAME,
    ]),
  };
}
