import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { overdueUpTo } from '#domain/credit/late';
import { DEFAULT_AFTER_OVERDUE } from '#domain/credit/standing';
import type { AuditEvent } from '#server/audit/record';
import { type HeldFact, holderOf } from '#server/decision/account-facts';
import { becomes, type Change, type Decided, written } from '#server/decision/decision';
import type { Sender } from '#server/outbox/queue-message';
import { letterOf } from '#server/outbox/queue-together';
import { creditNumbered, overdueOf, type Unpaid, unpaidOf, writeStandings } from './operation-facts.ts';
import type { ProposalRow } from './shapes.ts';

export async function openCounts(
  on: Reader,
  proposalId: string,
  today: string,
): Promise<{ unpaid: number; overdue: number }> {
  const [counts] = await on
    .prepared('credit.openCounts', (reader, { instalments }) =>
      reader
        .select({
          unpaid: sql`count(case when ${isNull(instalments.paidOn)} then 1 end)`.mapWith(Number),
          overdue:
            sql`count(case when ${and(isNull(instalments.paidOn), lte(instalments.dueOn, sql.placeholder('upTo')))} then 1 end)`.mapWith(
              Number,
            ),
        })
        .from(instalments)
        .where(eq(instalments.proposalId, sql.placeholder('proposalId'))),
    )
    .execute({ proposalId, upTo: overdueUpTo(today) });
  return counts ?? { unpaid: 0, overdue: 0 };
}

type Operation = { credit: ProposalRow; unpaid: Unpaid };
type Payment = {
  paid: readonly { dueOn: string }[];
  on: string;
  at: Date;
  customer: HeldFact;
  sender: Sender;
};
type After = Required<Pick<Decided<unknown>, 'writes' | 'changes' | 'letters'>> & {
  events: AuditEvent[];
  isFinished: boolean;
};

/** What the payment of some of a credit's unpaid instalments makes of it. */
export function afterPayment(
  { credit, unpaid }: Operation,
  { paid, on, at, customer, sender }: Payment,
): After {
  const dueOn = unpaid.dueOn.filter((day) => !paid.some((one) => one.dueOn === day));
  const changes: Change[] = [becomes(unpaidOf(credit.id), { dueOn })];
  const isFinished = dueOn.length === 0;
  const overdue = overdueOf({ dueOn }, on);
  const isCured = credit.status === 'defaulted' && overdue < DEFAULT_AFTER_OVERDUE;
  const isCleared = credit.negativatedAt !== null && overdue === 0;
  if (!isCured && !isCleared && !isFinished)
    return { writes: [], changes, letters: [], events: [], isFinished };
  const row: ProposalRow = {
    ...credit,
    ...(isCured && { status: 'active' as const }),
    ...(isCleared && { negativatedAt: null }),
    ...(isFinished && { finishedAt: at }),
  };
  const cured: AuditEvent = {
    action: 'cure_credit',
    entityId: credit.id,
    changes: {
      ...(isCured && { status: { from: 'defaulted', to: 'active' } }),
      ...(isCleared && { negativated: { from: true, to: false } }),
      overdue,
    },
  };
  const finished: AuditEvent = { action: 'finish_credit', entityId: credit.id };
  return {
    writes: [written(writeStandings, row)],
    changes: [...changes, becomes(creditNumbered(credit.id), row)],
    letters: [
      letterOf(sender, isFinished ? 'credit_finished' : 'credit_cured', holderOf(customer), {
        ...credit,
        overdue,
      }),
    ],
    events: [...(isCured || isCleared ? [cured] : []), ...(isFinished ? [finished] : [])],
    isFinished,
  };
}
