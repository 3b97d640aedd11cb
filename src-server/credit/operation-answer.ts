import { dueNow } from '#domain/credit/due-now';
import { toDecimal } from '#domain/money';
import {
  type InstalmentRow,
  lateRatesOf,
  type OperationAnswer,
  operationSchema,
  type ProposalRow,
  progress,
} from './shapes.ts';

type OpenState = Pick<InstalmentRow, 'dueOn' | 'paidOn' | 'amountCents' | 'principalCents'>;

type OperationUser = OperationAnswer['user'] & { id: string };

export function operationAnswer(
  row: ProposalRow,
  instalments: readonly OpenState[],
  { id: userId, ...user }: OperationUser,
  today: string,
): Omit<OperationAnswer, 'noticeAt' | 'markFrom'> {
  const { standing, ...counts } = progress(row, instalments, today);
  const terms = { interestRate: row.interestRate, late: lateRatesOf(row), on: today };
  const { dueCents, daysLate, dueOn, nextDueOn } = dueNow(instalments, terms);
  const remainingCents = instalments
    .filter(({ paidOn }) => paidOn === null)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return {
    id: row.id,
    userId,
    user,
    purpose: row.purpose,
    amount: toDecimal(row.amountCents),
    monthlyPayment: toDecimal(row.instalmentCents),
    remainingAmount: toDecimal(remainingCents),
    daysLate,
    dueDate: dueOn,
    nextDueDate: nextDueOn,
    dueToday: toDecimal(dueCents),
    ...counts,
    interestRate: row.interestRate,
    hasCollateral: row.collateralType !== null,
    approvedAt: row.decidedAt?.toISOString() ?? null,
    paidOutDate: row.paidOutOn,
    negativatedAt: row.negativatedAt?.toISOString() ?? null,
    operationStatus: operationSchema.shape.operationStatus.parse(standing),
  };
}
