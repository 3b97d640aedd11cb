import { sql } from 'drizzle-orm';
import type { Kit } from '#db/kit/kit';
import { JOB_NAMES } from '#domain/jobs/words';

/** What the bank remembers about itself: its date, its days' work, the audit chain, and what must be told outside. */
export const bankTables = (kit: Kit) => {
  /**
   * One row: how many days, and minutes beside them, the bank's time is ahead of the real one. It never goes back (guard).
   * `knownRealAt`: the newest moment in real time that the bank knows; `toldOfDay`: the newest day known when administrators
   * were last told that the machine's clock is ahead of it.
   */
  const bankClock = kit.table('bank_clock', {
    id: kit.count('id').primaryKey(),
    offsetDays: kit.count('offset_days').notNull(),
    offsetMinutes: kit.count('offset_minutes').notNull().default(0),
    knownRealAt: kit.at('known_real_at'),
    toldOfDay: kit.date('told_of_day'),
  });

  /**
   * One row a step of a day's run: claimed by the process that does it, finished once it is done, so that a second run of
   * the day does nothing twice. A claim of a process that died is taken over. Both moments are real time.
   */
  const dailyRuns = kit.table(
    'daily_runs',
    {
      day: kit.date('day').notNull(),
      step: kit.text('step').notNull(),
      claimedAt: kit.at('claimed_at').notNull(),
      finishedAt: kit.at('finished_at'),
    },
    (t) => [kit.primaryKey({ columns: [t.day, t.step] })],
  );

  /**
   * One row a run of a job: by the clock, or because an administrator asked. Whoever begins it sets `startedAt`; one that
   * never ends belonged to a process that died. All moments are real time.
   */
  const jobRuns = kit.table(
    'job_runs',
    {
      id: kit.id('id').primaryKey(),
      job: kit.oneOf('job', JOB_NAMES).notNull(),
      /** Which turn of the schedule, so that several processes begin it once; of one that was asked for, the run before it. */
      turn: kit.text('turn').notNull(),
      /** The administrator who asked; null: the schedule. */
      actorId: kit.id('actor_id'),
      createdAt: kit.at('created_at').notNull(),
      startedAt: kit.at('started_at'),
      finishedAt: kit.at('finished_at'),
      durationMs: kit.count('duration_ms'),
      /** What it did, in Portuguese; null until it has ended well. */
      summary: kit.text('summary'),
      /** Why it failed; null unless it did. */
      error: kit.text('error'),
    },
    (t) => [
      kit.uniqueIndex('job_runs_turn').on(t.job, t.turn),
      kit.index('job_runs_created').on(t.createdAt, t.id),
      kit.index('job_runs_open').on(t.finishedAt, t.startedAt),
    ],
  );

  /** Append-only; each row's `hash` is keyed and covers the previous one. */
  const auditLog = kit.table(
    'audit_log',
    {
      seq: kit.cents('seq').primaryKey(),
      id: kit.id('id').notNull(),
      userId: kit.id('user_id'),
      userName: kit.text('user_name'),
      action: kit.text('action').notNull(),
      entityType: kit.text('entity_type').notNull(),
      entityId: kit.text('entity_id'),
      /** Canonical JSON text, kept as text so that the hash covers the very bytes. */
      changes: kit.text('changes'),
      ipAddress: kit.text('ip_address'),
      userAgent: kit.text('user_agent'),
      createdAt: kit.at('created_at').notNull(),
      keyId: kit.text('key_id').notNull(),
      previousHash: kit.text('previous_hash').notNull(),
      hash: kit.text('hash').notNull(),
    },
    (t) => [
      kit.uniqueIndex('audit_log_id').on(t.id),
      kit.index('audit_log_user').on(t.userId, t.seq),
      kit.index('audit_log_action').on(t.action, t.seq),
      // What was done to one person or account; not of the movements, which are most of the log.
      kit.index('audit_log_about').on(t.entityId, t.seq).where(sql`entity_type in ('user', 'account')`),
    ],
  );

  /** One row: the chain's last link, locked by every writer last. */
  const auditHead = kit.table('audit_head', {
    id: kit.count('id').primaryKey(),
    seq: kit.cents('seq').notNull(),
    hash: kit.text('hash').notNull(),
  });

  /** E-mail and SMS to be sent, written in the commit of what it tells; also the local mailbox of development. */
  const outbox = kit.table(
    'outbox',
    {
      id: kit.id('id').primaryKey(),
      channel: kit.oneOf('channel', ['mail', 'sms']).notNull().default('mail'),
      kind: kit.text('kind').notNull(),
      recipient: kit.text('recipient').notNull(),
      subject: kit.text('subject').notNull(),
      text: kit.text('text').notNull(),
      html: kit.text('html').notNull(),
      createdAt: kit.at('created_at').notNull(),
      sentAt: kit.at('sent_at'),
      attempts: kit.count('attempts').notNull(),
      nextAttemptAt: kit.at('next_attempt_at'),
      lastError: kit.text('last_error'),
    },
    (t) => [
      kit.index('outbox_created').on(t.createdAt),
      kit.index('outbox_due').on(t.sentAt, t.nextAttemptAt),
    ],
  );

  /** What administrators have set, by name; a name without a row has its default (`domain/settings`). */
  const bankSettings = kit.table('bank_settings', {
    name: kit.text('name').primaryKey(),
    value: kit.json('value').notNull(),
    changedAt: kit.at('changed_at').notNull(),
  });

  return { bankClock, dailyRuns, jobRuns, auditLog, auditHead, outbox, bankSettings };
};
