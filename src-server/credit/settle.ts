import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { forNoKeyUpdate } from '#db/lock';
import { type DueToday, dueToday } from '#domain/credit/due-today';
import { CHARGE_TITLES } from '#domain/credit/words';
import type { BankAccount, TransactionType } from '#domain/ledger/words';
import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import type { AuditEvent } from '#server/audit/record';
import { anyOf, idList } from '#server/ledger/any-of';
import { bankAccountId } from '#server/ledger/bank-account';
import { type PostedBy, post } from '#server/ledger/post';
import { type InstalmentRow, lateRatesOf, type ProposalRow } from './shapes.ts';

type Owed = { instalment: InstalmentRow; credit: ProposalRow };

/** `on` is the effective payment date, which decides the cost. */
export type Payer = PostedBy & { accountId: string; on: string };

/** Every change of a credit takes this lock first. */
export async function lockCredit(tx: Tx, id: string): Promise<ProposalRow | null> {
  const [row] = await tx
    .prepared('credit.lock', (on, { creditProposals: proposals }) =>
      forNoKeyUpdate(
        on
          .select()
          .from(proposals)
          .where(eq(proposals.id, sql.placeholder('id'))),
      ),
    )
    .execute({ id });
  return row ?? null;
}

export const instalmentsById = (tx: Tx, ids: readonly string[]): Promise<InstalmentRow[]> =>
  tx
    .prepared('credit.instalments', (on, { instalments }) =>
      on
        .select()
        .from(instalments)
        .where(anyOf(on, instalments.id, 'ids'))
        .orderBy(asc(instalments.dueOn), asc(instalments.id)),
    )
    .execute({ ids: idList(tx, ids) });

export const dueOn = (on: string, { instalment, credit }: Owed): DueToday =>
  dueToday(instalment, { interestRate: credit.interestRate, late: lateRatesOf(credit), on });

/**
 * The caller holds the credit's lock and writes the audit row last. Refuses CREDIT_NOT_SIGNED,
 * INSTALMENT_PAID, INSUFFICIENT_FUNDS.
 */
export async function settle(
  tx: Tx,
  { instalment, credit }: Owed,
  payer: Payer,
): Promise<{ row: InstalmentRow; due: DueToday; event: AuditEvent }> {
  if (credit.paidOutOn === null) refuse('CREDIT_NOT_SIGNED');
  if (instalment.paidOn !== null) refuse('INSTALMENT_PAID');
  const due = dueOn(payer.on, { instalment, credit });
  const transactionId = await postPayment(tx, { instalment, credit, due }, payer);
  const row = await markPaid(tx, instalment.id, {
    paidOn: payer.on,
    paidAt: payer.createdAt,
    paidCents: due.totalCents,
    transactionId,
  });
  const event: AuditEvent = {
    action: 'pay_instalment',
    entityId: row.id,
    changes: {
      proposalId: credit.id,
      number: row.number,
      amount: toDecimal(row.amountCents),
      paid: toDecimal(due.totalCents),
      daysLate: due.daysLate,
      transactionId,
    },
  };
  return { row, due, event };
}

type Payment = Owed & { due: DueToday };

async function postPayment(
  tx: Tx,
  { instalment, credit, due }: Payment,
  { accountId, on: _on, ...by }: Payer,
): Promise<string | null> {
  const which = `parcela ${instalment.number} de ${credit.termMonths}`;
  const line = async (
    type: TransactionType,
    description: string,
    parts: readonly [to: BankAccount, amountCents: number][],
    totalCents: number,
  ) => {
    const entries = [{ accountId, amountCents: -totalCents }];
    for (const [to, amountCents] of parts)
      entries.push({ accountId: await bankAccountId(tx, to), amountCents });
    return post(tx, {
      type,
      description,
      ...by,
      entries: entries.filter(({ amountCents }) => amountCents !== 0),
    });
  };
  // An instalment decades ahead at a high rate may have no present value and no principal.
  if (due.worthCents === 0 && due.principalCents === 0) return null;
  const paid = await line(
    'credit_payment',
    `Pagamento da ${which}: ${credit.purpose}`,
    [
      ['loans_receivable', due.principalCents],
      ['interest_income', due.interestCents],
    ],
    due.worthCents,
  );
  const charges = [
    ['fee', `${CHARGE_TITLES.fine}, ${which}`, 'fee_income', due.fineCents],
    ['interest', `Juros de mora, ${which}`, 'interest_income', due.lateInterestCents],
  ] as const;
  for (const [type, description, to, cents] of charges)
    if (cents > 0) await line(type, description, [[to, cents]], cents);
  return paid.transactionId;
}

type Paid = { paidOn: string; paidAt: Date; paidCents: number; transactionId: string | null };

async function markPaid(tx: Tx, id: string, paid: Paid): Promise<InstalmentRow> {
  const [row] = await tx
    .update(tx.tables.instalments)
    .set(paid)
    .where(and(eq(tx.tables.instalments.id, id), isNull(tx.tables.instalments.paidOn)))
    .returning();
  if (!row) refuse('INSTALMENT_PAID');
  return row;
}
