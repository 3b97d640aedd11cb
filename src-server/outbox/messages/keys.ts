import { bankDayAndTime, formatDay } from '#domain/date';
import { type PixKeyType, shownKey } from '#domain/pix/key';
import type { ClaimEnd, ClaimKind, ClaimRole, ClaimStatus } from '#domain/pix/key-claim';
import { addressOf } from '#domain/places';
import type { About, Message, Messages } from '../message.ts';
import { typed } from '../typed.ts';
import { type Origin, originText } from './access.ts';

type Claim = {
  id: string;
  role: ClaimRole;
  kind: ClaimKind;
  status: ClaimStatus;
  key: string;
  keyType: PixKeyType;
  otherInstitution: string | null;
  resolveBy: Date;
  completeBy: Date;
  endedBy: ClaimEnd | null;
};

const place = addressOf('/client/pix');
const link = 'Ver minhas chaves';
const dayOf = (at: Date): string => formatDay(bankDayAndTime(at).day);
const nameOf = ({ key, keyType }: Claim): string => shownKey({ type: keyType, canonical: key });

/** `key`: null while the provider makes a random one. */
type OwnKey = Origin & { id: string; type: PixKeyType; key: string | null };

/** Once for each key: a request whose answer was lost may be booked again. */
const changed = (own: OwnKey, { env, at }: About, title: string, [what, todo]: [string, string]): Message => {
  const name = own.key === null ? 'aleatória' : shownKey({ type: own.type, canonical: own.key });
  const ask = `Se não foi você, ${todo}.`;
  return {
    title,
    place,
    bell: { text: `A chave PIX ${name} ${what}. ${ask}` },
    mail: {
      paragraphs: [
        `A chave PIX ${typed(name)} ${what}.`,
        originText(own, at),
        `${ask} Depois escreva para ${env.SUPPORT_EMAIL}.`,
      ],
      link,
      closing: [env.BRAND_NAME],
    },
    dedupe: own.id,
  };
};

const told = (claim: Claim, title: string, texts: readonly string[]): Message => ({
  title,
  place,
  bell: { text: texts.join(' ') },
  mail: { paragraphs: texts.map(typed), link },
  dedupe: `${claim.id}:${claim.status}`,
});

/** What happens to a claim of the receiver's key if they do not answer. */
const silence = ({ kind, resolveBy, completeBy }: Claim): string =>
  kind === 'portability'
    ? `Sem resposta até ${dayOf(resolveBy)}, a chave continua aqui.`
    : `Sem resposta até ${dayOf(resolveBy)}, a chave deixa de ser sua, e em ${dayOf(completeBy)} passa a quem pediu.`;

const ENDS: Record<
  ClaimRole,
  Record<'completed' | 'cancelled', (key: string) => [title: string, text: string]>
> = {
  claimer: {
    completed: (key) => ['A chave PIX é sua aqui', `A chave ${key} agora recebe na sua conta externa.`],
    cancelled: (key) => ['A chave PIX não veio', `O pedido da chave ${key} terminou sem que ela viesse.`],
  },
  donor: {
    completed: (key) => [
      'Sua chave PIX foi para outra conta',
      `Quem manda PIX para ${key} não paga mais a você.`,
    ],
    cancelled: (key) => [
      'Sua chave PIX continua aqui',
      `O pedido da chave ${key} terminou, e ela continua sua.`,
    ],
  },
};

const WHY: Record<ClaimRole, Record<ClaimEnd, string>> = {
  claimer: {
    donor: 'Quem tinha a chave respondeu.',
    claimer: 'Você desistiu do pedido.',
    deadline: 'O prazo para a resposta acabou.',
    provider: '',
  },
  donor: {
    donor: 'Você respondeu ao pedido.',
    claimer: 'Quem pediu desistiu.',
    deadline: 'O prazo para a sua resposta acabou.',
    provider: '',
  },
};

export const keyMessages = {
  key_made: (own: OwnKey, about: About): Message =>
    changed(own, about, 'Chave PIX criada', [
      'foi criada na sua conta externa',
      'exclua a chave e troque a sua senha agora mesmo',
    ]),

  key_deleted: (own: OwnKey, about: About): Message =>
    changed(own, about, 'Chave PIX excluída', [
      'foi excluída, e quem manda PIX para ela não paga mais a você',
      'troque a sua senha agora mesmo e crie a chave de novo',
    ]),

  /** Somebody wants the receiver's key. */
  key_claim_received: (claim: Claim): Message => {
    const from = claim.otherInstitution ?? 'outra instituição';
    const what =
      claim.kind === 'portability'
        ? `Alguém com o seu documento pediu, em ${from}, para levar a sua chave ${nameOf(claim)} para lá.`
        : `Outra pessoa, em ${from}, diz que a sua chave ${nameOf(claim)} é dela.`;
    return told(claim, 'Pediram uma chave PIX sua', [
      what,
      'Se não foi você, mantenha a chave em PIX, Minhas Chaves.',
      silence(claim),
    ]);
  },

  /** Nobody answered a claim of ownership: the key has left its holder, and goes to the claimer later. */
  key_claim_confirmed: (claim: Claim): Message =>
    claim.role === 'donor'
      ? told(claim, 'Sua chave PIX não é mais sua', [
          `O prazo acabou sem resposta: a chave ${nameOf(claim)} parou de receber e passa a quem pediu em ${dayOf(claim.completeBy)}.`,
        ])
      : told(claim, 'A chave PIX que você pediu está livre', [
          `Ninguém respondeu no prazo: a chave ${nameOf(claim)} passa a ser sua em ${dayOf(claim.completeBy)}.`,
        ]),

  key_claim_ended: (claim: Claim): Message => {
    const { role, status, endedBy } = claim;
    const [title, text] = ENDS[role][status === 'completed' ? 'completed' : 'cancelled'](nameOf(claim));
    const why = endedBy && WHY[role][endedBy];
    return told(claim, title, why ? [text, why] : [text]);
  },
} satisfies Messages;
