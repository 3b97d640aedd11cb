import type { InvestmentStatus } from '#domain/investment/words';
import { type Redemption, redemptionOn } from '#domain/investment/yield';
import type { OpenAccount } from '#domain/ledger/apply-posting';
import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import type { AuditEvent } from '#server/audit/record';
import { cancellationOf } from '#server/contract/cancel';
import { cancelContracts, unsignedContractOf } from '#server/contract/contract-facts';
import { bankAccount, checkingOf, type HeldFact, investmentAccountOf } from '#server/decision/account-facts';
import { becomes, type Decided, type DecidedPosting, written } from '#server/decision/decision';
import { newId } from '#server/kernel/id';
import { endInvestments, type Invested, investmentNumbered } from './investment-facts.ts';
import { type InvestmentRow, positionOf } from './shapes.ts';

/** What `payOut` needs to know. */
export type PayOutFacts = {
  invested: Invested | null;
  checking: HeldFact | null;
  held: OpenAccount | null;
  contract: { id: string } | null;
  expense: OpenAccount | null;
  taxes: OpenAccount | null;
};

/** `userId`: the holder, whose accounts are locked. */
export const payOutFacts = (id: string, userId: string) => ({
  invested: investmentNumbered(id),
  checking: checkingOf(userId),
  held: investmentAccountOf(userId),
  contract: unsignedContractOf(id),
  expense: bankAccount('yield_expense'),
  taxes: bankAccount('taxes_payable'),
});

export type Ending = {
  action: 'redeem_investment' | 'mature_investment';
  status: Exclude<InvestmentStatus, 'active'>;
  on: string;
};

export type PaidOut = { row: InvestmentRow; paid: Redemption } & Required<
  Pick<Decided<unknown>, 'postings' | 'writes' | 'changes'>
> & { audit: AuditEvent[] };

/** Refuses INVESTMENT_ENDED; its postings, ACCOUNT_INACTIVE (receiving or investment account). */
export function payOut({ investment, productName }: Invested, facts: PayOutFacts, ending: Ending): PaidOut {
  if (investment.status !== 'active') refuse('INVESTMENT_ENDED');
  const { status, on } = ending;
  const paid = redemptionOn(positionOf(investment), on);
  const { yieldCents, iofCents, incomeTaxCents } = paid;
  const row = { ...investment, status, endedOn: on, yieldCents, iofCents, incomeTaxCents };
  const { contract } = facts;
  const cancelled = contract ? [contract.id] : [];
  return {
    row,
    paid,
    postings: [principalOf(investment, productName, facts), ...yieldOf(investment, productName, paid, facts)],
    writes: [written(endInvestments, row), ...cancelled.map((id) => written(cancelContracts, id))],
    changes: [becomes(investmentNumbered(row.id), { investment: row, productName })],
    audit: [...cancelled.map(cancellationOf), endedEvent(row.id, ending, paid)],
  };
}

type Line = DecidedPosting & { transactionId: string };

const principalOf = (
  { accountId, amountCents }: InvestmentRow,
  productName: string,
  { held }: PayOutFacts,
): Line => ({
  transactionId: newId(),
  type: 'investment_redemption',
  description: `Resgate de ${productName}`,
  entries: [
    { accountId: idOf(held, 'investment'), amountCents: -amountCents },
    { accountId, amountCents },
  ],
});

/** None on the first day. */
function yieldOf(
  { accountId }: InvestmentRow,
  productName: string,
  { yieldCents, iofCents, incomeTaxCents }: Redemption,
  { expense, taxes }: PayOutFacts,
): Line[] {
  if (yieldCents === 0) return [];
  const taxCents = iofCents + incomeTaxCents;
  const entries = [
    { accountId: idOf(expense, 'yield_expense'), amountCents: -yieldCents },
    { accountId, amountCents: yieldCents - taxCents },
    { accountId: idOf(taxes, 'taxes_payable'), amountCents: taxCents },
  ];
  return [
    {
      transactionId: newId(),
      type: 'investment_yield',
      description: `Rendimento de ${productName}`,
      entries: entries.filter(({ amountCents }) => amountCents !== 0),
    },
  ];
}

function idOf(account: OpenAccount | null, name: string): string {
  if (!account) throw new Error(`${name} account not found`);
  return account.id;
}

const endedEvent = (id: string, { action, status }: Ending, paid: Redemption): AuditEvent => ({
  action,
  entityId: id,
  changes: {
    status: { from: 'active', to: status },
    gross: toDecimal(paid.grossCents),
    net: toDecimal(paid.netCents),
  },
});
