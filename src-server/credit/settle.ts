import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { forNoKeyUpdate } from '#db/lock';
import { type DueToday, dueToday } from '#domain/credit/due-today';
import { CHARGE_TITLES } from '#domain/credit/words';
import type { TransactionType } from '#domain/ledger/words';
import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import type { AuditEvent } from '#server/audit/record';
import { bankAccount, type HeldFact } from '#server/decision/account-facts';
import { becomes, type Decided, written } from '#server/decision/decision';
import { newId } from '#server/kernel/id';
import { instalmentNumbered, markPaid } from './operation-facts.ts';
import { type InstalmentRow, lateRatesOf, type ProposalRow } from './shapes.ts';

export type Owed = { instalment: InstalmentRow; credit: ProposalRow };

/** The bank's accounts that an instalment is paid to. */
export const PAID_TO = {
  loans: bankAccount('loans_receivable'),
  interest: bankAccount('interest_income'),
  fees: bankAccount('fee_income'),
};
export type PaidTo = { [Name in keyof typeof PAID_TO]: { id: string } | null };

/** `on` is the effective payment date, which decides the cost. */
export type Payer = { account: Pick<HeldFact, 'id'>; to: PaidTo; on: string; at: Date };

type Line = NonNullable<Decided<unknown>['postings']>[number];

export type Settled = {
  row: InstalmentRow;
  due: DueToday;
  event: AuditEvent;
} & Required<Pick<Decided<unknown>, 'postings' | 'writes' | 'changes'>>;

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

export const dueOn = (on: string, { instalment, credit }: Owed): DueToday =>
  dueToday(instalment, { interestRate: credit.interestRate, late: lateRatesOf(credit), on });

/** What the payment of one instalment posts and writes. Refuses CREDIT_NOT_SIGNED, INSTALMENT_PAID. */
export function settle({ instalment, credit }: Owed, payer: Payer): Settled {
  if (credit.paidOutOn === null) refuse('CREDIT_NOT_SIGNED');
  if (instalment.paidOn !== null) refuse('INSTALMENT_PAID');
  const due = dueOn(payer.on, { instalment, credit });
  const postings = linesOf({ instalment, credit, due }, payer);
  const transactionId = postings[0]?.transactionId ?? null;
  const paid = { paidOn: payer.on, paidAt: payer.at, paidCents: due.totalCents, transactionId };
  const row = { ...instalment, ...paid };
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
  const writes = [written(markPaid, row)];
  return { row, due, event, postings, writes, changes: [becomes(instalmentNumbered(row.id), row)] };
}

type Payment = Owed & { due: DueToday };

/** The payment first. None: an instalment decades ahead at a high rate may have no present value and no principal. */
function linesOf({ instalment, credit, due }: Payment, { account, to }: Payer): Line[] {
  const { worthCents, principalCents, interestCents, fineCents, lateInterestCents } = due;
  if (worthCents === 0 && principalCents === 0) return [];
  const which = `parcela ${instalment.number} de ${credit.termMonths}`;
  const line = (type: TransactionType, description: string, parts: [keyof PaidTo, number][]): Line => {
    const cents = parts.reduce((sum, [, part]) => sum + part, 0);
    const entries = [
      { accountId: account.id, amountCents: -cents },
      ...parts.map(([name, amountCents]) => ({ accountId: idOf(to, name), amountCents })),
    ];
    return {
      transactionId: newId(),
      type,
      description,
      entries: entries.filter(({ amountCents }) => amountCents !== 0),
    };
  };
  const paid: [keyof PaidTo, number][] = [
    ['loans', principalCents],
    ['interest', interestCents],
  ];
  const fine = `${CHARGE_TITLES.fine}, ${which}`;
  return [
    line('credit_payment', `Pagamento da ${which}: ${credit.purpose}`, paid),
    ...(fineCents > 0 ? [line('fee', fine, [['fees', fineCents]])] : []),
    ...(lateInterestCents > 0
      ? [line('interest', `Juros de mora, ${which}`, [['interest', lateInterestCents]])]
      : []),
  ];
}

function idOf(to: PaidTo, name: keyof PaidTo): string {
  const account = to[name];
  if (!account) throw new Error(`the bank's account for ${name} is missing`);
  return account.id;
}
