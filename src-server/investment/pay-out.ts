import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { InvestmentStatus } from '#domain/investment/words';
import { type Redemption, redemptionOn } from '#domain/investment/yield';
import { refuse } from '#domain/refusal';
import type { AuditContext } from '#server/audit/record';
import { cancelContract } from '#server/contract/cancel';
import { bankAccountId } from '#server/ledger/bank-account';
import { type PostedBy, post } from '#server/ledger/post';
import { type InvestmentRow, positionOf } from './shapes.ts';

export type Ending = {
  status: Exclude<InvestmentStatus, 'active'>;
  on: string;
  by: PostedBy;
  productName: string;
};

/** Refuses INVESTMENT_ENDED, ACCOUNT_INACTIVE (receiving or investment account). */
export async function payOut(
  tx: Tx,
  ctx: AuditContext,
  investment: InvestmentRow,
  ending: Ending,
): Promise<{ row: InvestmentRow; paid: Redemption }> {
  const { investments } = tx.tables;
  const paid = redemptionOn(positionOf(investment), ending.on);
  const { yieldCents, iofCents, incomeTaxCents } = paid;
  const [row] = await tx
    .update(investments)
    .set({ status: ending.status, endedOn: ending.on, yieldCents, iofCents, incomeTaxCents })
    .where(and(eq(investments.id, investment.id), eq(investments.status, 'active')))
    .returning();
  if (!row) refuse('INVESTMENT_ENDED');
  await postPrincipal(tx, investment, ending);
  if (yieldCents > 0) await postYield(tx, investment, ending, paid);
  await cancelContract(tx, ctx, investment.id);
  return { row, paid };
}

async function postPrincipal(tx: Tx, investment: InvestmentRow, ending: Ending): Promise<void> {
  const { accounts } = tx.tables;
  const [held] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userId, investment.userId), eq(accounts.accountType, 'investment')));
  if (!held) throw new Error(`investment ${investment.id}: investment account not found`);
  await post(tx, {
    type: 'investment_redemption',
    description: `Resgate de ${ending.productName}`,
    ...ending.by,
    entries: [
      { accountId: held.id, amountCents: -investment.amountCents },
      { accountId: investment.accountId, amountCents: investment.amountCents },
    ],
  });
}

async function postYield(tx: Tx, investment: InvestmentRow, ending: Ending, paid: Redemption): Promise<void> {
  const taxCents = paid.iofCents + paid.incomeTaxCents;
  const entries = [
    { accountId: await bankAccountId(tx, 'yield_expense'), amountCents: -paid.yieldCents },
    { accountId: investment.accountId, amountCents: paid.yieldCents - taxCents },
    { accountId: await bankAccountId(tx, 'taxes_payable'), amountCents: taxCents },
  ];
  await post(tx, {
    type: 'investment_yield',
    description: `Rendimento de ${ending.productName}`,
    ...ending.by,
    entries: entries.filter(({ amountCents }) => amountCents !== 0),
  });
}
