import { Check, Clock, X } from 'lucide-react';
import type { ClaimEnd, ClaimKind } from '#domain/pix/key-claim';
import type { RouterOutputs } from '../trpc.ts';
import { formatDay } from '../ui/date.ts';
import type { Look } from '../ui/look-badge.tsx';

export type Claim = RouterOutputs['pix']['claims']['list']['claims'][number];

export const CLAIM_NAMES: Record<ClaimKind, string> = {
  portability: 'Portabilidade',
  ownership: 'Reivindicação de posse',
};

export const isOpen = ({ concludedAt }: Claim): boolean => concludedAt === null;

export function lookOf({ role, status, answerBy }: Claim): Look {
  if (status === 'completed') return { label: 'Concluído', palette: 'positive', icon: Check };
  if (status === 'cancelled') return { label: 'Encerrado', palette: 'neutral', icon: X };
  if (status === 'asked') return { label: 'Sendo enviado', palette: 'notice', icon: Clock };
  if (status === 'confirmed') return { label: 'Em transferência', palette: 'notice', icon: Clock };
  return role === 'donor'
    ? { label: `Responda até ${formatDay(answerBy)}`, palette: 'notice', icon: Clock }
    : { label: 'Aguardando resposta', palette: 'notice', icon: Clock };
}

/** Where a claim stands, and what happens next by itself. */
export function claimText(claim: Claim): string {
  const { kind, role, status, answerBy, endsBy } = claim;
  const [answer, end] = [formatDay(answerBy), formatDay(endsBy)];
  if (status === 'asked') return 'O provedor de pagamentos ainda não confirmou que recebeu o pedido.';
  if (status === 'completed' || status === 'cancelled') return ended(claim);
  if (status === 'confirmed')
    return role === 'donor'
      ? `O prazo acabou sem resposta: a chave parou de receber e passa a quem pediu em ${end}.`
      : `Ninguém respondeu no prazo: a chave passa a ser sua em ${end}.`;
  if (role === 'claimer')
    return kind === 'portability'
      ? `Confirme na outra instituição até ${answer}. Sem isso, a chave fica onde está.`
      : `Quem tem a chave responde até ${answer}. Sem resposta, ela passa a ser sua em ${end}.`;
  return kind === 'portability'
    ? `Alguém com o seu documento quer levar a chave para outra instituição. Sem resposta até ${answer}, ela continua aqui.`
    : `Outra pessoa diz que a chave é dela. Sem resposta até ${answer}, a chave deixa de ser sua, e em ${end} passa a quem pediu.`;
}

const BY: Record<Claim['role'], Record<ClaimEnd, string>> = {
  claimer: {
    donor: 'por resposta de quem a tinha',
    claimer: 'porque você desistiu',
    deadline: 'pelo fim do prazo',
    provider: 'pelo provedor de pagamentos',
  },
  donor: {
    donor: 'pela sua resposta',
    claimer: 'porque quem pediu desistiu',
    deadline: 'pelo fim do prazo',
    provider: 'pelo provedor de pagamentos',
  },
};

function ended({ role, kind, status, endedBy, concludedAt }: Claim): string {
  const isElsewhere = role === 'claimer' && kind === 'portability' && endedBy === 'donor';
  const by = isElsewhere ? 'pela resposta na outra instituição' : endedBy && BY[role][endedBy];
  const how = `${by ?? ''}, em ${formatDay(concludedAt ?? '')}`;
  if (status === 'completed')
    return role === 'claimer'
      ? `A chave veio para a sua conta ${how}.`
      : `A chave foi para outra conta ${how}.`;
  return role === 'claimer' ? `O pedido terminou sem a chave ${how}.` : `A chave continuou sua ${how}.`;
}
