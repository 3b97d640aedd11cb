import { deviceInWords } from '#domain/auth/device-words';
import { TOKEN_SCOPE_LABELS, type TokenScope } from '#domain/auth/token';
import { bankDayAndTime, formatDay } from '#domain/date';
import { RECOVERY } from '#domain/limits';
import { formatBrl } from '#domain/money';
import { addressOf } from '#domain/places';
import type { About, Message, Messages, Receiver } from '../message.ts';
import { typed } from '../typed.ts';

export type Origin = { request: { userAgent: string; ip: string } };

export const securityPlace = ({ role }: Receiver): string =>
  role === 'admin' ? addressOf('/admin/settings') : addressOf('/client/profile', { aba: 'seguranca' });

export function momentText(at: Date): string {
  const { day, time } = bankDayAndTime(at);
  return `${formatDay(day)} às ${time.slice(0, 5)}`;
}

export const originText = ({ request }: Origin, at: Date): string =>
  `${deviceInWords(request.userAgent)}\nEndereço IP: ${request.ip}\nQuando: ${momentText(at)}`;

type Ceilings = { perCallCents: number | null; perDayCents: number | null };
type NewToken = Ceilings & { name: string; scopes: readonly TokenScope[] };

const ceilingText = ({ perCallCents, perDayCents }: Ceilings): string =>
  `${perCallCents === null ? 'o valor padrão' : formatBrl(perCallCents)} por chamada, ${perDayCents === null ? 'o valor padrão' : formatBrl(perDayCents)} por dia`;

export const accessMessages = {
  new_login: (origin: Origin, { env, to, at }: About): Message => ({
    title: 'Novo acesso à sua conta',
    place: securityPlace(to),
    bell: {
      text: `${deviceInWords(origin.request.userAgent)}, endereço IP ${origin.request.ip}. Se não foi você, troque a sua senha.`,
    },
    mail: {
      paragraphs: [
        'Sua conta foi acessada de um dispositivo que ainda não conhecíamos:',
        originText(origin, at),
        'Se foi você, não é preciso fazer nada.',
        'Se não foi, troque a sua senha e encerre as sessões abertas.',
      ],
      link: 'Revisar a segurança da conta',
      closing: [env.BRAND_NAME],
    },
    confirmedOnly: true,
  }),

  token_created: (
    { name, scopes, request, ...ceilings }: Origin & NewToken,
    { env, to, at }: About,
  ): Message => {
    const allowed = scopes.map((scope) => TOKEN_SCOPE_LABELS[scope].toLowerCase()).join(' e ');
    return {
      title: 'Novo token de acesso criado',
      place: securityPlace(to),
      bell: { text: `${name}: permite ${allowed}. Se não foi você, revogue o token e troque a sua senha.` },
      mail: {
        paragraphs: [
          'Um token de acesso para programas foi criado na sua conta:',
          `Nome: ${typed(name)}\nPermite: ${allowed}${scopes.includes('money') ? `\nMove até: ${ceilingText(ceilings)}` : ''}\nCriado em: ${momentText(at)}, ${deviceInWords(request.userAgent)}, endereço IP ${request.ip}`,
          'Se não foi você, revogue o token e troque a sua senha.',
        ],
        link: 'Ver tokens de acesso',
        closing: [env.BRAND_NAME],
      },
    };
  },

  /**
   * `undoUntil`: while a change of e-mail can be undone, which a new password is no answer to. `isFirstProof`: nobody had confirmed the e-mail,
   * and all that was chosen before is taken back.
   */
  password_changed: (
    { undoUntil, isFirstProof, ...origin }: Origin & { undoUntil: Date | null; isFirstProof: boolean },
    { env, to, at }: About,
  ): Message => ({
    title: 'Sua senha foi alterada',
    place: securityPlace(to),
    bell: { text: 'As outras sessões e os tokens de acesso foram encerrados.' },
    mail: {
      paragraphs: [
        'A senha da sua conta foi alterada:',
        originText(origin, at),
        to.role === 'admin'
          ? 'As outras sessões abertas, os tokens de acesso, e as chaves de acesso registradas há menos de 24 horas foram encerrados.'
          : `As outras sessões abertas, os tokens de acesso, e ${isFirstProof ? 'todos os aparelhos e chaves de acesso' : 'os aparelhos e as chaves de acesso registrados há menos de 24 horas'} foram encerrados, e o que esperava para ser pago voltou. Registre de novo, em Segurança, o que for seu.`,
        ...(isFirstProof && to.role !== 'admin'
          ? [
              'Como ninguém tinha confirmado este e-mail, limites aumentados, favorecidos, um prazo menor para desfazer pagamentos e outro e-mail pedidos antes deixaram de valer. Escolha de novo o que for seu.',
            ]
          : []),
        ...(undoUntil
          ? [
              `O e-mail da sua conta mudou há pouco. Se não foi você, a nova senha não basta: até ${momentText(undoUntil)}, desfaça a troca pelo link da mensagem que enviamos ao endereço anterior.`,
            ]
          : []),
        `Se não foi você, crie outra senha agora mesmo e escreva para ${env.SUPPORT_EMAIL}.`,
      ],
      link: 'Criar outra senha',
      place: addressOf('/recuperar-senha'),
      closing: [env.BRAND_NAME],
    },
  }),

  /** `undoesChange`: to the former address, while the change can be undone. */
  recovery: ({ token, undoesChange }: { token: string; undoesChange: boolean }, { env }: About): Message => ({
    title: 'Crie uma nova senha',
    place: addressOf('/recuperar-senha', { token }),
    mail: {
      paragraphs: [
        `Recebemos um pedido para criar uma nova senha da sua conta. O link abaixo vale por ${RECOVERY.linkSeconds / 60} minutos e só funciona uma vez.`,
        ...(undoesChange
          ? [
              'O e-mail da sua conta mudou há pouco. Se você usar o link, a troca é desfeita: este endereço volta a ser o da conta.',
            ]
          : []),
      ],
      link: 'Criar nova senha',
      closing: [
        'Se não foi você quem pediu, ignore esta mensagem: a sua senha continua a mesma.',
        env.BRAND_NAME,
      ],
    },
  }),

  /** To a new address: the link went to the former one while the change can be undone. */
  recovery_elsewhere: ({ until }: { until: Date }, { env }: About): Message => ({
    title: 'Seu pedido de nova senha',
    place: null,
    mail: {
      paragraphs: [
        `Recebemos um pedido para criar uma nova senha da sua conta. Como o e-mail dela mudou há pouco, o link foi para o endereço anterior, e quem usar o link desfaz a troca. A partir de ${momentText(until)}, passa a vir para este.`,
        `Se não tem mais acesso ao endereço anterior, peça de novo depois disso ou escreva para ${env.SUPPORT_EMAIL}.`,
        'Se não foi você quem pediu, ignore esta mensagem: a sua senha continua a mesma.',
        env.BRAND_NAME,
      ],
    },
  }),
} satisfies Messages;
