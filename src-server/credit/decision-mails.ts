import { eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { LoanTerms } from '#domain/credit/terms';
import { SIGNATURE_DAYS } from '#domain/credit/words';
import { formatBrl } from '#domain/money';
import { formatPercent } from '#domain/percent';
import type { Env } from '#server/kernel/env';
import { letter } from '#server/outbox/letter';
import { notify } from '#server/outbox/notify';
import { tell } from '#server/outbox/tell';
import { greeting, typed } from '#server/outbox/typed';
import type { ProposalRow } from './shapes.ts';

type Brand = Pick<Env, 'APP_ORIGIN'>;
type News = {
  kind: string;
  title: string;
  /** Under the bell. */
  text: string;
  paragraphs: readonly string[];
  href: string;
  label: string;
};

/** Tells the customer of a proposal, by e-mail and under the bell, in the commit of what it tells. */
async function tellCustomer(
  tx: Tx,
  { APP_ORIGIN }: Brand,
  { userId, at, ...news }: News & { userId: string; at: Date },
): Promise<void> {
  const { users } = tx.tables;
  const [user] = await tx
    .select({ fullName: users.fullName, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw new Error('a proposal has no customer');
  const { kind, title, text, paragraphs, href, label } = news;
  await tell(tx, {
    kind,
    recipient: user.email,
    subject: title,
    ...letter([greeting(user.fullName), ...paragraphs], { action: { label, url: `${APP_ORIGIN}${href}` } }),
    at,
  });
  await notify(tx, { userId, kind, title, text, href, at });
}

/** The proposal is approved, and at which price. */
export function tellApproved(
  tx: Tx,
  env: Brand,
  row: ProposalRow,
  terms: LoanTerms,
  at: Date,
): Promise<void> {
  const amount = formatBrl(row.amountCents);
  return tellCustomer(tx, env, {
    userId: row.userId,
    at,
    kind: 'credit_approved',
    title: 'Sua proposta de crédito foi aprovada',
    text: `${amount} em ${row.termMonths}x de ${formatBrl(row.instalmentCents)}. Assine o contrato para receber.`,
    paragraphs: [
      `Sua proposta de ${amount} foi aprovada.`,
      `Parcelas: ${row.termMonths} de ${formatBrl(row.instalmentCents)}\nTaxa: ${formatPercent(row.interestRate)} ao mês\nIOF: ${formatBrl(row.iofCents)}\nValor liberado: ${formatBrl(terms.netCents)}\nCET: ${formatPercent(row.cetAnnual)} ao ano`,
      `Assine o contrato em até ${SIGNATURE_DAYS} dias para receber o valor na sua conta.`,
    ],
    href: '/client/contracts',
    label: 'Ler e assinar',
  });
}

/** The proposal is rejected; with the reason if one was given, and the way to a person's review. */
export const tellRejected = (tx: Tx, env: Brand, row: ProposalRow, at: Date): Promise<void> =>
  tellCustomer(tx, env, {
    userId: row.userId,
    at,
    kind: 'credit_rejected',
    title: 'Sua proposta de crédito não foi aprovada',
    text: row.decisionReason ?? `Proposta de ${formatBrl(row.amountCents)}: ${row.purpose}`,
    paragraphs: [
      `Sua proposta de ${formatBrl(row.amountCents)} (${typed(row.purpose)}) não foi aprovada.`,
      ...(row.decisionReason === null ? [] : [`Motivo: ${row.decisionReason}`]),
      'Em Crédito você lê a análise, o que poderia melhorá-la, e pode pedir a revisão por uma pessoa.',
    ],
    href: '/client/credit',
    label: 'Ver minhas propostas',
  });

/** A person has looked again at the analysis of a proposal, and what they say of it. */
export const tellReviewed = (tx: Tx, env: Brand, row: ProposalRow, text: string, at: Date): Promise<void> =>
  tellCustomer(tx, env, {
    userId: row.userId,
    at,
    kind: 'credit_reviewed',
    title: 'A revisão que você pediu foi feita',
    text,
    paragraphs: [
      `Uma pessoa da nossa equipe reviu a análise da sua proposta de ${formatBrl(row.amountCents)} (${typed(row.purpose)}).`,
      `Conclusão: ${text}`,
    ],
    href: '/client/credit',
    label: 'Ver minhas propostas',
  });

/** The money is in the account. */
export const tellPaidOut = (
  tx: Tx,
  env: Brand,
  row: ProposalRow,
  netCents: number,
  at: Date,
): Promise<void> =>
  tellCustomer(tx, env, {
    userId: row.userId,
    at,
    kind: 'credit_paid_out',
    title: 'Seu crédito foi liberado',
    text: `${formatBrl(netCents)} estão na sua conta.`,
    paragraphs: [
      `${formatBrl(netCents)} foram creditados na sua conta: ${formatBrl(row.amountCents)} menos ${formatBrl(row.iofCents)} de IOF.`,
      'As parcelas, com os vencimentos, estão em Meus Créditos.',
    ],
    href: '/client/my-credits',
    label: 'Ver as parcelas',
  });

/** The contract was not signed in time. */
export const tellLapsed = (tx: Tx, env: Brand, row: ProposalRow, at: Date): Promise<void> =>
  tellCustomer(tx, env, {
    userId: row.userId,
    at,
    kind: 'credit_lapsed',
    title: 'Sua proposta de crédito foi cancelada',
    text: `O contrato não foi assinado em ${SIGNATURE_DAYS} dias.`,
    paragraphs: [
      `O contrato da sua proposta de ${formatBrl(row.amountCents)} não foi assinado em ${SIGNATURE_DAYS} dias e perdeu o efeito. Nada é devido.`,
      'Se ainda precisar, faça uma nova proposta.',
    ],
    href: '/client/credit',
    label: 'Fazer nova proposta',
  });
