import { and, asc, desc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import type { Payment } from '#domain/cover/input';
import { MAX_INSTALMENTS_PER_PAYMENT } from '#domain/credit/words';
import { toDecimal } from '#domain/money';
import { Refusal } from '#domain/refusal';
import { findChecking } from '#server/account/holders';
import { ownerContext } from '#server/audit/owner-context';
import { record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import { unpaidWithin } from '#server/credit/late-notices';
import { dueOn } from '#server/credit/settle';
import type { Bank } from '#server/kernel/context';
import { logFailure } from '#server/kernel/log-failure';
import { once, ownKey } from '#server/ledger/once';
import { balanceOf } from '#server/ledger/statement';
import { findExternal, isOpen } from '#server/onboarding/external-account';
import { moveOrder } from '#server/payments/move';
import { placeOrder } from '#server/payments/orders/place-order';
import { pages } from '#server/work/pages';
import { eachOfAll } from '#server/work/queue';
import { insertCovered, newCoveredRow } from './covered-row.ts';

const PAGE = 500;

/** When the account was frozen or emptied in the meantime. */
const EXPECTED_REFUSALS = ['ACCOUNT_INACTIVE', 'INSUFFICIENT_FUNDS'];

/**
 * Completes the automatic debit with money of the external account, once a day for each active customer who consented. Not for a day
 * that is caught up: what was owed then is paid with what is owed today, in one cover.
 */
export async function coverInstalments(bank: Bank, day: string): Promise<void> {
  if (day !== bank.clock.today()) return;
  const failed = (userId: string, error: unknown) =>
    logFailure(bank.log, error, 'an instalment could not be covered', { user: userId });
  await eachOfAll(consenting(bank.db, day), {
    work: (userId) =>
      coverOwn(bank, userId, day).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        if (!EXPECTED_REFUSALS.includes(error.code)) failed(userId, error);
      }),
    failed,
    atOnce: 1,
  });
}

/** Active customers who owe and consented, each once. */
async function* consenting(db: Reader, day: string): AsyncGenerator<string[], void> {
  const seen = new Set<string>();
  for await (const page of pages(PAGE, (last: Owed | null) => owedOn(db, day, last))) {
    const own = page.flatMap(({ userId, isActive, isGranted }) => (isActive && isGranted ? userId : []));
    const others = [...new Set(own)].filter((userId) => !seen.has(userId));
    for (const userId of others) seen.add(userId);
    yield others;
  }
}

type Owed = Awaited<ReturnType<typeof owedOn>>[number];

/** Due instalments, oldest first, with their customer. `isGranted`: the newest decision about covers is a consent. */
function owedOn(db: Reader, day: string, last: { dueOn: string; id: string } | null) {
  const { consents, creditProposals: proposals, instalments, users } = db.tables;
  const newest = db
    .select({ isGranted: consents.isGranted })
    .from(consents)
    .where(and(eq(consents.userId, proposals.userId), eq(consents.kind, 'instalment_cover')))
    .orderBy(desc(consents.id))
    .limit(1);
  return db
    .select({
      ...columnsOf(instalments, 'id', 'dueOn'),
      userId: proposals.userId,
      isActive: users.isActive,
      isGranted: sql`(${newest})`.mapWith(Boolean),
    })
    .from(instalments)
    .innerJoin(proposals, eq(proposals.id, instalments.proposalId))
    .innerJoin(users, eq(users.id, proposals.userId))
    .where(unpaidWithin(db, { upTo: day }, last ? `${last.dueOn} ${last.id}` : ''))
    .orderBy(asc(instalments.dueOn), asc(instalments.id))
    .limit(PAGE);
}

/** Not a decision: the bank audits it as its own work, and one customer follows the other. */
async function coverOwn(bank: Bank, userId: string, day: string): Promise<void> {
  const { db } = bank;
  const checking = await findChecking(db, userId);
  const external = await findExternal(db, userId);
  if (!checking || !isOpen(external) || external.status !== 'approved') return;
  const hereCents = await balanceOf(db, checking.id);
  const thereCents = await balanceOf(db, external.accountId);
  const payment = await affordable(db, userId, { day, cents: hereCents + thereCents });
  const cover = payment ? payment.input.total - hereCents : 0;
  if (!payment || cover <= 0) return;
  const order = moveOrder({ direction: 'out', amount: cover }, checking.id, external.accountId);
  const key = ownKey(`cover-due-instalments:${day}`);
  const asked = { actorId: userId, key, request: { coverInstalments: day }, at: bank.clock.now() };
  const owner = await ownerContext(bank, userId);
  // The order worker sends it.
  await db.transaction((tx) =>
    once(tx, asked, async () => {
      const id = await placeOrder(tx, owner, order);
      await insertCovered(tx, [
        newCoveredRow(owner, id, { payment, cover, paymentKey: ownKey(`cover:${id}`) }),
      ]);
      await record(tx, systemActor(bank), {
        action: 'cover_payment',
        entityId: id,
        changes: { kind: payment.kind, amount: toDecimal(payment.input.total), cover: toDecimal(cover) },
      });
      return { id };
    }),
  );
}

/** The oldest due instalments that this money pays together; null if not even the first. */
async function affordable(
  db: Reader,
  userId: string,
  { day, cents }: { day: string; cents: number },
): Promise<Extract<Payment, { kind: 'instalments' }> | null> {
  const { creditProposals: proposals, instalments } = db.tables;
  const due = await db
    .select({ instalment: instalments, credit: proposals })
    .from(instalments)
    .innerJoin(proposals, eq(proposals.id, instalments.proposalId))
    // By `paid_on` SQLite would read all due instalments of the bank.
    .where(
      and(
        eq(proposals.userId, userId),
        isNotNull(proposals.paidOutOn),
        isNull(instalments.paidCents),
        lte(instalments.dueOn, day),
      ),
    )
    .orderBy(asc(instalments.dueOn), asc(instalments.id))
    .limit(MAX_INSTALMENTS_PER_PAYMENT);
  const ids: string[] = [];
  let total = 0;
  for (const owed of due) {
    const { totalCents } = dueOn(day, owed);
    if (total + totalCents > cents) break;
    total += totalCents;
    ids.push(owed.instalment.id);
  }
  return ids.length > 0 ? { kind: 'instalments', input: { ids, total } } : null;
}
