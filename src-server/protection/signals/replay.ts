import { type AnyColumn, and, asc, eq, gt, gte, isNotNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import { fromReplica } from '#db/request-db';
import { secondsAfter } from '#domain/moment';
import { toDecimal } from '#domain/money';
import { isLimited } from '#domain/protection/intent';
import type { ReplaySignalsInput } from '#domain/protection/signal-input';
import {
  judgeSignals,
  SIGNAL_OUTCOMES,
  SIGNALS,
  type SignalOutcome,
  type SignalRules,
} from '#domain/protection/signals';
import { PAYMENT_KINDS } from '#domain/protection/words';
import { sharerOf } from '#server/access/caller-share';
import { countAttempt } from '#server/auth/attempts';
import { among } from '#server/kernel/any-of';
import type { SignedInContext } from '#server/kernel/context';
import { refuseHungUp } from '#server/kernel/hung-up';
import { idBefore } from '#server/kernel/id';
import { eachInTurn } from '#server/kernel/in-turn';
import { longPause, pages } from '#server/work/pages';
import type { KeptSignals } from './judge-payment.ts';

const DAY_SECONDS = 86_400;
const ROWS = 200;
const MOST_EXAMPLES = 20;
/** An owner who froze the account this soon after a payment did not want it. */
const FROZEN_AFTER_SECONDS = 72 * 3600;

const counts = z.object({ allow: z.int(), step_up: z.int(), hold: z.int(), refuse: z.int() });

const exampleSchema = z.object({
  id: z.string(),
  userId: z.string(),
  clientName: z.string(),
  kind: z.enum(PAYMENT_KINDS),
  amount: z.string(),
  createdAt: z.iso.datetime(),
  outcome: z.enum(SIGNAL_OUTCOMES),
  score: z.int(),
  reasons: z.array(z.enum(SIGNALS)),
  isFine: z.boolean(),
});

/**
 * `before`, `after`: payments by what was done with them, and what these rules would have done. `stopped`: those that they would have
 * held or refused, and `fine` of them: made, not undone, and not followed by a freeze within 72 hours.
 */
export const replaySchema = z.object({
  days: z.int(),
  payments: z.int(),
  before: counts,
  after: counts,
  stopped: z.int(),
  fine: z.int(),
  /** The newest of those that would have been stopped. */
  examples: z.array(exampleSchema),
});
export type Replay = z.output<typeof replaySchema>;

type Past = {
  id: string;
  userId: string;
  kind: (typeof PAYMENT_KINDS)[number];
  amountCents: number;
  signals: KeptSignals;
  createdAt: Date;
  /** And its money has not come back. */
  isMade: boolean;
};
type Stopped = Past & ReturnType<typeof judgeSignals>;

/** Judges the payments of the last days by other rules. Refuses TOO_MANY_ATTEMPTS, BUSY once `signal` aborts. */
export async function replaySignals(
  ctx: SignedInContext,
  { days, ...rules }: ReplaySignalsInput,
  signal?: AbortSignal,
): Promise<Replay> {
  await countAttempt(ctx, 'wholeCheck', sharerOf(ctx));
  const db = fromReplica(ctx.db);
  const from = secondsAfter(ctx.clock.now(), -days * DAY_SECONDS);
  const none = () => ({ allow: 0, step_up: 0, hold: 0, refuse: 0 });
  const answer: Replay = {
    days,
    payments: 0,
    before: none(),
    after: none(),
    stopped: 0,
    fine: 0,
    examples: [],
  };
  async function* added() {
    for (const source of [allowedPages(db, from, days), refusedPages(db, from)])
      for await (const past of source) {
        for (const { signals } of past) {
          answer.payments += 1;
          answer.before[signals.outcome] += 1;
        }
        await addStopped(db, answer, judged(past, rules, answer.after));
        yield;
      }
  }
  for await (const _page of eachInTurn(ctx, added())) if (signal?.aborted) refuseHungUp();
  answer.examples.sort((one, other) => other.createdAt.localeCompare(one.createdAt));
  answer.examples.splice(MOST_EXAMPLES);
  return answer;
}

/** Those that would have been held or refused; counts all. */
function judged(past: readonly Past[], rules: SignalRules, after: Record<SignalOutcome, number>): Stopped[] {
  const all = past.map((payment) => ({ ...payment, ...judgeSignals(payment.signals.facts, rules) }));
  for (const { outcome } of all) after[outcome] += 1;
  return all.filter(({ outcome }) => outcome === 'hold' || outcome === 'refuse');
}

async function addStopped(db: Reader, answer: Replay, stopped: readonly Stopped[]): Promise<void> {
  if (stopped.length === 0) return;
  const bad = await unwanted(db, stopped);
  answer.stopped += stopped.length;
  answer.fine += stopped.filter(({ id }) => !bad.has(id)).length;
  const shown = stopped.slice(-MOST_EXAMPLES);
  const names = await namesOf(
    db,
    shown.map(({ userId }) => userId),
  );
  answer.examples.push(
    ...shown.map(({ id, userId, kind, amountCents, createdAt, outcome, score, reasons }) => ({
      id,
      userId,
      clientName: names.get(userId) ?? '',
      kind,
      amount: toDecimal(amountCents),
      createdAt: createdAt.toISOString(),
      outcome,
      score,
      reasons,
      isFine: !bad.has(id),
    })),
  );
}

/** In the order of their ids, which are made in the order of time. */
const allowedPages = (db: Reader, from: Date, days: number) =>
  pages(
    ROWS,
    async (last: Past | null): Promise<Past[]> => {
      const { paymentIntents: made } = db.tables;
      const rows = await db
        .select(columnsOf(made, 'id', 'userId', 'kind', 'amountCents', 'state', 'signals', 'createdAt'))
        .from(made)
        .where(
          and(gt(made.id, last?.id ?? idBefore(days)), isNotNull(made.signals), gte(made.createdAt, from)),
        )
        .orderBy(asc(made.id))
        .limit(ROWS);
      return rows.flatMap(({ kind, state, signals, ...row }) => {
        const isMade = state === 'executing' || state === 'done';
        return isLimited(kind) ? [{ ...row, kind, signals: signals as KeptSignals, isMade }] : [];
      });
    },
    longPause,
  );

const refusedPages = (db: Reader, from: Date) =>
  pages(
    ROWS,
    async (last: Past | null): Promise<Past[]> => {
      const { refusedPayments: refused } = db.tables;
      const rows = await db
        .select(columnsOf(refused, 'id', 'userId', 'kind', 'amountCents', 'signals', 'createdAt'))
        .from(refused)
        .where(last ? isAfter(refused.createdAt, refused.id, last) : gte(refused.createdAt, from))
        .orderBy(asc(refused.createdAt), asc(refused.id))
        .limit(ROWS);
      return rows.map(({ signals, ...row }) => ({
        ...row,
        signals: signals as KeptSignals,
        isMade: false,
      }));
    },
    longPause,
  );

type Column = AnyColumn;

const isAfter = (at: Column, id: Column, last: Past): SQL =>
  sql`(${at}, ${id}) > (${sql.param(last.createdAt, at)}, ${sql.param(last.id, id)})`;

/** Ids of payments that were refused, not made, given back, or followed by a freeze. */
async function unwanted(db: Reader, stopped: readonly Stopped[]): Promise<Set<string>> {
  const bad = new Set<string>();
  const freezes = await freezesOf(db, stopped);
  for (const { id, userId, createdAt, isMade } of stopped) {
    const until = secondsAfter(createdAt, FROZEN_AFTER_SECONDS);
    const isFrozen = freezes.get(userId)?.some((at) => createdAt <= at && at <= until) ?? false;
    if (!isMade || isFrozen) bad.add(id);
  }
  return bad;
}

/** User → when they froze their account. */
async function freezesOf(db: Reader, stopped: readonly Stopped[]): Promise<Map<string, Date[]>> {
  const { auditLog } = db.tables;
  const userIds = [...new Set(stopped.map(({ userId }) => userId))];
  const rows = await db
    .select({ userId: auditLog.entityId, at: auditLog.createdAt })
    .from(auditLog)
    .where(and(eq(auditLog.action, 'freeze_by_owner'), among(db, auditLog.entityId, userIds)));
  const freezes = new Map<string, Date[]>();
  for (const { userId, at } of rows) if (userId) freezes.set(userId, [...(freezes.get(userId) ?? []), at]);
  return freezes;
}

async function namesOf(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const { users } = db.tables;
  const rows = await db
    .select({ id: users.id, fullName: users.fullName })
    .from(users)
    .where(among(db, users.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, fullName }) => [id, fullName]));
}
