import type { Tables } from '#db/schema';
import { addMonths } from '#domain/calendar';
import { DEFAULT_CREDIT_PARAMETERS } from '#domain/credit/parameters';
import { quote } from '#domain/credit/quote';
import { addDays } from '#domain/date';
import type { Bank } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import type { Customer } from './people.ts';

export const PURPOSE = 'Reforma da casa, medida no banco de provas';

const ROWS = 500;

/** Taken in turn: days until an instalment is due, and how many monthly instalments before it are unpaid too. */
const SHAPES = [
  { nextInDays: 0, monthsBehind: 0 },
  { nextInDays: 0, monthsBehind: 1 },
  { nextInDays: -1, monthsBehind: 2 },
  { nextInDays: 3, monthsBehind: 0 },
  { nextInDays: 20, monthsBehind: 0 },
];

/** Inserts signed credits with open instalments around a date; the disbursements are not posted. */
export async function fillCredits(
  bank: Bank,
  customers: readonly Customer[],
  { day, creditsEach, instalmentsEach }: { day: string; creditsEach: number; instalmentsEach: number },
): Promise<void> {
  const makeCredit = creditsOf(day, instalmentsEach);
  const { creditProposals, instalments } = bank.db.tables;
  const credits: CreditRow[] = [];
  const parts: InstalmentRow[] = [];
  const at = bank.clock.now();
  for (const { user } of customers)
    for (let index = 0; index < creditsEach; index += 1) {
      const shape = SHAPES[index % SHAPES.length];
      if (!shape) throw new Error(`credit ${index}: no shape`);
      const firstDueOn = addMonths(addDays(day, shape.nextInDays), -shape.monthsBehind);
      const made = makeCredit({
        userId: user.id,
        status: 'active',
        createdAt: at,
        decidedAt: at,
        firstDueOn,
        paidOutOn: addMonths(firstDueOn, -1),
      });
      credits.push(made.credit);
      parts.push(...made.parts);
    }
  for (let from = 0; from < credits.length; from += ROWS)
    await bank.db.transaction(async (tx) => {
      await tx.insert(creditProposals).values(credits.slice(from, from + ROWS));
    });
  for (let from = 0; from < parts.length; from += ROWS)
    await bank.db.transaction(async (tx) => {
      await tx.insert(instalments).values(parts.slice(from, from + ROWS));
    });
}

export type CreditRow = Tables['creditProposals']['$inferInsert'];
export type InstalmentRow = Tables['instalments']['$inferInsert'];

export type CreditInput = Pick<CreditRow, 'userId' | 'status' | 'createdAt'> &
  Partial<Pick<CreditRow, 'decidedAt' | 'paidOutOn' | 'negativatedAt' | 'finishedAt' | 'reviewAskedAt'>> & {
    firstDueOn: string;
  };

export function creditsOf(
  day: string,
  termMonths: number,
): (input: CreditInput) => { credit: CreditRow; parts: InstalmentRow[] } {
  const { analysis, text, terms, interestRate } = priced(day, termMonths);
  return ({ firstDueOn, ...input }) => {
    const id = newId();
    const credit = {
      ...input,
      id,
      purpose: PURPOSE,
      amountCents: AMOUNT_CENTS,
      termMonths,
      interestRate,
      instalmentCents: terms.instalmentCents,
      totalCents: terms.totalCents,
      iofCents: terms.iof.totalCents,
      cetAnnual: terms.cet.annualPercent,
      cetMonthly: terms.cet.monthlyPercent,
      analysis: { ...analysis, contract: DEFAULT_CREDIT_PARAMETERS },
      riskScore: analysis.result.score,
      riskLevel: analysis.result.level,
      riskAnalysis: text,
    };
    const parts = terms.rows.map((row) => ({
      id: newId(),
      proposalId: id,
      number: row.number,
      dueOn: addMonths(firstDueOn, row.number - 1),
      amountCents: row.paymentCents,
      principalCents: row.principalCents,
      interestCents: row.interestCents,
    }));
    return { credit, parts };
  };
}

const AMOUNT_CENTS = 1_000_000;

function priced(day: string, termMonths: number) {
  const made = quote(
    {
      amountCents: AMOUNT_CENTS,
      termMonths,
      monthlyIncomeCents: 500_000,
      collateral: null,
      referenceOn: day,
      account: null,
      history: {
        dueInstalments: 0,
        worstDaysLate24m: 0,
        currentOverdueDays: 0,
        openCollections: 0,
        resolvedCollections24m: 0,
        finishedOperations: 0,
      },
      ratingVb: null,
      isCompany: false,
    },
    DEFAULT_CREDIT_PARAMETERS,
  );
  if (!made) throw new Error(`no terms for a loan of ${termMonths} months on ${day}`);
  return made;
}
