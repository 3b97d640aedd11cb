import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { GRANTED, SIGNATURE_DAYS, UNDECIDED } from '#domain/credit/words';

/** Reasons why the account cannot be closed: credit requested, unsigned or not repaid. */
export async function openCredit(tx: Tx, userId: string): Promise<string[]> {
  const { creditProposals: proposals } = tx.tables;
  const open = await tx
    .select({ status: proposals.status, paidOutOn: proposals.paidOutOn })
    .from(proposals)
    .where(
      and(
        eq(proposals.userId, userId),
        inArray(proposals.status, [...UNDECIDED, ...GRANTED]),
        isNull(proposals.finishedAt),
      ),
    );
  const undecided: readonly string[] = UNDECIDED;
  const isOwed = open.some(({ paidOutOn }) => paidOutOn !== null);
  const isAsked = open.some(({ status }) => undecided.includes(status));
  const isUnsigned = open.some(({ status }) => status === 'approved');
  return [
    ...(isOwed ? ['Há crédito em aberto: pague as parcelas antes de encerrar.'] : []),
    ...(isUnsigned
      ? [
          `Há contrato de crédito aguardando assinatura: sem ela, perde o efeito ${SIGNATURE_DAYS} dias após a aprovação.`,
        ]
      : []),
    ...(isAsked ? ['Há proposta de crédito em análise: aguarde a decisão antes de encerrar.'] : []),
  ];
}
