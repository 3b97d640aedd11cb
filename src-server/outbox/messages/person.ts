import { CONTACT_CODE } from '#domain/limits';
import { listedPhone } from '#domain/phone-format';
import { addressOf } from '#domain/places';
import type { About, Message, Messages, Receiver } from '../message.ts';
import { typed } from '../typed.ts';
import { momentText, type Origin, originText } from './access.ts';

const CODE_MINUTES = CONTACT_CODE.ttlSeconds / 60;

const profilePlace = ({ role }: Receiver): string | null =>
  role === 'admin' ? null : addressOf('/client/profile');

type Undo = { token: string; until: Date };

/** `otherwise`: what to do if there is nothing to undo. */
const undoTexts = (undo: Undo | null, ifNotYou: string, otherwise: string): string[] =>
  undo === null
    ? [`${ifNotYou}, ${otherwise}.`]
    : [
        `Por segurança, até ${momentText(undo.until)} os links para criar uma nova senha e os códigos que assinam contratos continuam vindo para este endereço.`,
        `${ifNotYou}, desfaça a troca até lá. A senha atual deixará de valer, e você criará outra.`,
      ];

type Corrected = { email: string; reason: string; isPasswordVoid: boolean };

const undoLink = (undo: Undo | null) =>
  undo && {
    link: 'Desfazer a troca de e-mail',
    place: addressOf('/desfazer-email', { token: undo.token }),
  };

export const personMessages = {
  welcome: ({ accountNumber }: { accountNumber: string }, { env }: About): Message => ({
    title: `Sua conta ${env.BRAND_NAME} está aberta`,
    place: addressOf('/login'),
    mail: {
      isImpersonal: true,
      paragraphs: [
        `Sua conta corrente ${accountNumber} está aberta e pronta para uso. Entre com o seu CPF ou CNPJ e a senha que você escolheu.`,
      ],
      link: 'Entrar na conta',
      closing: [
        'Depois de entrar, confirme este e-mail em Meu Perfil.',
        `Se você não abriu esta conta, escreva para ${env.SUPPORT_EMAIL}.`,
      ],
    },
  }),

  contact_code: ({ code }: { code: string }, { env }: About): Message => ({
    title: `Código para confirmar o seu e-mail no ${env.BRAND_NAME}`,
    place: null,
    mail: {
      isImpersonal: true,
      paragraphs: ['Use este código para confirmar que este e-mail é seu:'],
      code,
      closing: [
        `Ele vale ${CODE_MINUTES} minutos. Se você não pediu, ignore esta mensagem: sem o código nada é confirmado.`,
      ],
    },
  }),

  contact_code_sms: ({ code }: { code: string }, { env }: About): Message => ({
    kind: 'contact_code',
    title: `SMS do ${env.BRAND_NAME}`,
    place: null,
    sms: `${env.BRAND_NAME}: seu código de confirmação é ${code}. Vale ${CODE_MINUTES} minutos. Não o passe a ninguém.`,
  }),

  /** To the new address: the confirming link. */
  email_confirm: ({ token }: { token: string }, { env }: About): Message => ({
    title: `Confirme o seu novo e-mail no ${env.BRAND_NAME}`,
    place: addressOf('/confirmar-email', { token }),
    mail: {
      paragraphs: [
        'Recebemos o pedido de usar este endereço na sua conta. Para confirmar, abra o link abaixo em até 24 horas.',
      ],
      link: 'Confirmar e-mail',
      closing: ['Se você não fez este pedido, ignore esta mensagem: nada muda.', env.BRAND_NAME],
    },
  }),

  email_change_asked: ({ email }: { email: string }, { env }: About): Message => ({
    title: 'Pedido de troca de e-mail',
    place: null,
    mail: {
      paragraphs: [
        `Recebemos o pedido de trocar o e-mail da sua conta por ${email}. A troca só vale depois de confirmada nesse endereço.`,
        `Se não foi você, entre em ${env.APP_ORIGIN}${addressOf('/client/profile')}, volte ao e-mail atual, troque a senha e escreva para ${env.SUPPORT_EMAIL}.`,
        env.BRAND_NAME,
      ],
    },
  }),

  data_copied: (origin: Origin, { env, to, at }: About): Message => ({
    title: 'Cópia dos seus dados',
    place: profilePlace(to),
    bell: { text: 'Uma cópia de todos os seus dados foi baixada. Se não foi você, troque a sua senha.' },
    mail: {
      paragraphs: [
        'Uma cópia de todos os dados da sua conta foi baixada:',
        originText(origin, at),
        `Se não foi você, troque a sua senha agora mesmo e escreva para ${env.SUPPORT_EMAIL}.`,
      ],
      closing: [env.BRAND_NAME],
    },
  }),

  /** `phone`: the new one's digits; null: none any more. */
  phone_changed: (
    { phone, ...origin }: Origin & { phone: string | null },
    { env, to, at }: About,
  ): Message => {
    const text = phone
      ? `O telefone da sua conta agora é ${listedPhone(phone)}.`
      : 'A sua conta não tem mais telefone.';
    return {
      title: 'O telefone da sua conta mudou',
      place: profilePlace(to),
      bell: { text: `${text} Se não foi você, troque a sua senha.` },
      mail: {
        paragraphs: [
          text,
          originText(origin, at),
          `Se não foi você, troque a sua senha agora mesmo, corrija o telefone em Meu Perfil e escreva para ${env.SUPPORT_EMAIL}.`,
        ],
        ...(to.role !== 'admin' && { link: 'Abrir Meu Perfil' }),
        closing: [env.BRAND_NAME],
      },
    };
  },

  /** To the former address: the undo link. */
  email_changed: ({ email, undo }: { email: string; undo: Undo | null }, { env, to }: About): Message => ({
    title: 'O e-mail da sua conta mudou',
    place: profilePlace(to),
    bell: { title: 'E-mail alterado', text: `O e-mail da sua conta agora é ${email}.` },
    mail: {
      paragraphs: [
        `O e-mail da sua conta agora é ${email}. As outras sessões abertas e os tokens de acesso foram encerrados.`,
        ...undoTexts(undo, 'Se não foi você', 'troque a sua senha agora mesmo e escreva para o atendimento'),
      ],
      ...undoLink(undo),
      closing: [`Dúvidas? Escreva para ${env.SUPPORT_EMAIL}.`, env.BRAND_NAME],
    },
  }),

  /** To an address that is left while an earlier one is the trusted one: it gets no link, since it may be an intruder's. */
  email_left: (_: object, { env }: About): Message => ({
    title: 'Este endereço não é mais o da sua conta',
    place: null,
    mail: {
      paragraphs: ['O e-mail da sua conta mudou, e os avisos não vêm mais para este endereço.'],
      closing: [`Se não foi você, escreva para ${env.SUPPORT_EMAIL}.`, env.BRAND_NAME],
    },
  }),

  /** An administrator's correction, to the former address: the undo link. `isPasswordVoid`: it may be an intruder's. */
  email_corrected: (
    { email, reason, undo, isPasswordVoid }: Corrected & { undo: Undo | null },
    { env, to }: About,
  ): Message => ({
    title: 'O banco corrigiu o e-mail da sua conta',
    place: profilePlace(to),
    bell: {
      kind: 'email_changed',
      title: 'E-mail corrigido pelo banco',
      text: `O e-mail da sua conta agora é ${email}. Motivo: ${reason}`,
    },
    mail: {
      paragraphs: [
        `O banco corrigiu o e-mail da sua conta, ${isPasswordVoid ? 'e os avisos não vêm mais para este endereço' : `que agora é ${email}`}. Motivo: ${typed(reason)}`,
        isPasswordVoid
          ? 'A senha, as sessões abertas, os tokens, os aparelhos e as chaves de acesso deixaram de valer, e o que esperava para ser pago voltou.'
          : 'As sessões abertas, os tokens de acesso, e os aparelhos e as chaves de acesso registrados há menos de 24 horas foram encerrados, e o que esperava para ser pago voltou.',
        ...undoTexts(undo, 'Se você não pediu a correção', 'escreva agora mesmo para o atendimento'),
      ],
      ...undoLink(undo),
      closing: [`Dúvidas? Escreva para ${env.SUPPORT_EMAIL}.`, env.BRAND_NAME],
    },
  }),

  /** The same, to the new address, which is unconfirmed. */
  email_corrected_here: (
    {
      until,
      isPasswordVoid,
      factorEnded,
    }: { until: Date | null; isPasswordVoid: boolean; factorEnded: boolean },
    { env, to }: About,
  ): Message => ({
    title: `Este é agora o e-mail da sua conta no ${env.BRAND_NAME}`,
    place: profilePlace(to),
    mail: {
      paragraphs: [
        'O banco corrigiu o e-mail da sua conta, e os avisos passam a vir para este endereço.',
        ...(until === null
          ? []
          : [
              `Até ${momentText(until)}, os links para criar uma nova senha e os códigos que assinam contratos ainda vão para o endereço anterior.`,
            ]),
        isPasswordVoid
          ? 'A senha anterior deixou de valer. Quando o banco reativar o seu acesso, crie outra e confirme este endereço em Meu Perfil.'
          : 'Entre na conta e confirme este endereço em Meu Perfil.',
        ...(factorEnded
          ? [
              'Os dois fatores, ativados há menos de 72 horas, foram desativados: ative-os de novo em Segurança.',
            ]
          : []),
      ],
      ...(isPasswordVoid
        ? { link: 'Criar nova senha', place: addressOf('/recuperar-senha') }
        : { link: 'Abrir Meu Perfil' }),
      closing: [`Se esta conta não é sua, escreva para ${env.SUPPORT_EMAIL}.`, env.BRAND_NAME],
    },
  }),

  /**
   * To the former address, which is current again. `isFirstProof`: nobody had confirmed it, and all that was chosen before is
   * taken back.
   */
  email_change_undone: (
    { factorEnded, isFirstProof }: { factorEnded: boolean; isFirstProof: boolean },
    { env, to }: About,
  ): Message => ({
    title: 'A troca do seu e-mail foi desfeita',
    place: profilePlace(to),
    bell: {
      kind: 'email_changed',
      title: 'Troca de e-mail desfeita',
      text: `O e-mail da sua conta voltou a ser ${to.email}.`,
    },
    mail: {
      paragraphs: [
        `Este endereço voltou a ser o da sua conta. A senha anterior deixou de valer. As sessões, os tokens, os aparelhos registrados e ${isFirstProof ? 'todas as chaves de acesso' : 'as chaves de acesso adicionadas desde três dias antes da troca'} foram encerrados, e o que esperava para ser pago voltou.`,
        ...(factorEnded ? ['Os dois fatores que foram ativados depois da troca foram desativados.'] : []),
        isFirstProof
          ? 'Como ninguém tinha confirmado este e-mail, limites aumentados, favorecidos e um prazo menor para desfazer pagamentos pedidos antes deixaram de valer. Escolha de novo o que for seu.'
          : 'Um limite maior pedido desde três dias antes da troca, um prazo menor para desfazer pagamentos, a confiança em favorecidos, e os apelidos e fixações que eles ganharam nesse tempo deixaram de valer.',
        'Crie agora uma nova senha, que só você conheça. Depois confira o seu telefone em Meu Perfil, e em Segurança as chaves de acesso que ficaram.',
      ],
      link: 'Criar nova senha',
      place: addressOf('/recuperar-senha'),
      closing: [
        `Se não conseguir entrar, ou se algo na conta não foi feito por você, escreva para ${env.SUPPORT_EMAIL}.`,
        env.BRAND_NAME,
      ],
    },
  }),

  account_closed: (_: object, { env }: About): Message => ({
    title: `Sua conta ${env.BRAND_NAME} foi encerrada`,
    place: null,
    mail: {
      paragraphs: [
        'Sua conta foi encerrada, como você pediu. Contato, endereço, renda e ocupação foram apagados do cadastro.',
        'Nome, CPF ou CNPJ e movimentações ficam guardados por 10 anos, como exigem as normas de prevenção à lavagem de dinheiro.',
        `Se não foi você, escreva agora para ${env.SUPPORT_EMAIL}.`,
        env.BRAND_NAME,
      ],
    },
  }),
} satisfies Messages;
