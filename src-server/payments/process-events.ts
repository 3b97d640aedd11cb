import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import { exponentialBackOff } from '#domain/back-off';
import { secondsAfter } from '#domain/moment';
import { cleanText } from '#domain/text';
import type { Bank } from '#server/kernel/context';
import { claim, drain } from '#server/work/queue';
import { type EventRow, handleEvent, TooManyCalls } from './handle-event.ts';
import type { ProviderTask } from './orders/order-worker.ts';
import { RefusedCallers } from './pace.ts';

/** For events that could not be verified. */
const EVENT_RETRY = { firstSeconds: 2, maxSeconds: 3600 };

/** Concurrency limit of calls to the provider. */
const AT_ONCE = { rows: 100, calls: 8 };
const MAX_ERROR_LENGTH = 300;

/** By account: its events are asked for with its own key. */
const refused = new RefusedCallers();
const REFUSED = 'the provider refuses more calls with this key';

/** Handles every due event. Processes share the work; a failing event waits longer each time and delays no other. */
export const processEvents = (bank: Bank, isStopping?: () => boolean): Promise<void> =>
  drain({ due: () => dueIds(bank), work: (id) => processEvent(bank, id), atOnce: AT_ONCE.calls }, isStopping);

async function dueIds({ db, clock }: Bank): Promise<string[]> {
  const { providerEvents } = db.tables;
  const due = await db
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(and(isNull(providerEvents.processedAt), lte(providerEvents.nextAttemptAt, clock.real())))
    .orderBy(asc(providerEvents.nextAttemptAt))
    .limit(AT_ONCE.rows);
  return due.map(({ id }) => id);
}

async function processEvent(bank: Bank, id: string): Promise<void> {
  const event = await claimEvent(bank, id);
  if (!event) return;
  const who = event.accountProviderId ?? 'bank';
  const planned = refused.planOf(who, bank.clock.real());
  if (planned) return planUnasked(bank, event, planned);
  try {
    await markProcessed(bank, event, await handleEvent(bank, event));
  } catch (error) {
    if (error instanceof TooManyCalls) {
      const now = bank.clock.real();
      // Not believed for half a day: one that is asked for tells whether it still holds.
      refused.note(who, now, Math.min(error.waitSeconds, EVENT_RETRY.maxSeconds));
      const again = refused.planOf(who, now) ?? secondsAfter(now, EVENT_RETRY.firstSeconds);
      return planUnasked(bank, event, again);
    }
    // An error may quote a NUL, which PostgreSQL cannot store.
    const reason = cleanText(error instanceof Error ? error.message : String(error));
    bank.log.warn(
      { event: event.event, attempts: event.attempts, err: error },
      'an event could not be handled yet',
    );
    await postpone(bank, event, reason.slice(0, MAX_ERROR_LENGTH));
  }
}

/** Null if another process has it. After a crash another takes it when the grace ends. */
function claimEvent({ db, clock, provider }: Bank, id: string): Promise<EventRow | null> {
  const now = clock.real();
  const { providerEvents } = db.tables;
  return claim(db, (tx) =>
    tx
      .update(providerEvents)
      .set({
        attempts: sql`${providerEvents.attempts} + 1`,
        nextAttemptAt: secondsAfter(now, provider.graceSeconds),
      })
      .where(
        and(
          eq(providerEvents.id, id),
          isNull(providerEvents.processedAt),
          lte(providerEvents.nextAttemptAt, now),
        ),
      )
      .returning(),
  );
}

/** Marks an event as handled, even after its claim. `remark`: why nothing followed. */
async function markProcessed({ db, clock }: Bank, { id }: EventRow, remark: string | null): Promise<void> {
  const processedAt = clock.real();
  await db.transaction(async (tx) => {
    const { providerEvents } = tx.tables;
    await tx
      .update(providerEvents)
      .set({ processedAt, nextAttemptAt: null, lastError: remark })
      .where(and(eq(providerEvents.id, id), isNull(providerEvents.processedAt)));
  });
}

function postpone(bank: Bank, event: EventRow, reason: string): Promise<void> {
  const pause = exponentialBackOff(EVENT_RETRY.firstSeconds, event.attempts - 1, EVENT_RETRY.maxSeconds);
  const nextAttemptAt = secondsAfter(bank.clock.real(), pause);
  return write(bank, event, { nextAttemptAt, lastError: reason });
}

/** The claim is not a try: the provider said nothing of the event. */
const planUnasked = (bank: Bank, event: EventRow, nextAttemptAt: Date): Promise<void> =>
  write(bank, event, { nextAttemptAt, lastError: REFUSED, attempts: event.attempts - 1 });

async function write({ db }: Bank, { id, attempts }: EventRow, change: Partial<EventRow>): Promise<void> {
  await db.transaction(async (tx) => {
    const { providerEvents } = tx.tables;
    await tx
      .update(providerEvents)
      .set(change)
      .where(
        and(
          eq(providerEvents.id, id),
          eq(providerEvents.attempts, attempts),
          isNull(providerEvents.processedAt),
        ),
      );
  });
}

/** Run by the order worker. */
export const EVENTS: ProviderTask = { name: 'events', run: processEvents };
