import { sql } from 'drizzle-orm';
import type { Kit } from '#db/kit/kit';
import { JOB_NAMES } from '#domain/jobs/words';

export const bankTables = (kit: Kit) => {
  /**
   * One row: days and minutes the bank's time is ahead of real time; never decreases (guard). `knownRealAt`: latest
   * real time the bank has seen, unless an administrator resets it; `toldOfDay`: day of the last warning that the clock is ahead.
   */
  const bankClock = kit.table('bank_clock', {
    id: kit.count('id').primaryKey(),
    offsetDays: kit.count('offset_days').notNull(),
    offsetMinutes: kit.count('offset_minutes').notNull().default(0),
    knownRealAt: kit.at('known_real_at'),
    toldOfDay: kit.date('told_of_day'),
  });

  /** One row per step of a bank day; an unfinished step of a dead process is taken over. Times are real time. */
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

  /** One row per run of a job, scheduled or requested. An unfinished run may be of a dead process. Times are real time. */
  const jobRuns = kit.table(
    'job_runs',
    {
      id: kit.id('id').primaryKey(),
      job: kit.oneOf('job', JOB_NAMES).notNull(),
      /**
       * Unique, so that one process gets the run: the scheduled minute, or 'after <id>' of the newest run for a requested
       * one. ' ahead <id>' is appended to turns of a clock that was ahead.
       */
      turn: kit.text('turn').notNull(),
      actorId: kit.id('actor_id'),
      createdAt: kit.at('created_at').notNull(),
      startedAt: kit.at('started_at'),
      finishedAt: kit.at('finished_at'),
      durationMs: kit.count('duration_ms'),
      /** Result in Portuguese; null until it succeeds. */
      summary: kit.text('summary'),
      error: kit.text('error'),
    },
    (t) => [
      kit.uniqueIndex('job_runs_turn').on(t.job, t.turn),
      kit.index('job_runs_created').on(t.createdAt, t.id),
      kit.index('job_runs_open').on(t.finishedAt, t.startedAt),
    ],
  );

  /** Append-only; each row's keyed `hash` covers the previous one. */
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
      /** Canonical JSON as text: the hash covers the exact bytes. */
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
      // Partial: only rows by others about users and accounts; most rows are about transactions.
      kit
        .index('audit_log_about')
        .on(t.entityId, t.seq)
        .where(sql`entity_type in ('user', 'account') and user_id <> entity_id`),
      // The addresses that a customer has had: few rows among all of theirs.
      kit
        .index('audit_log_addresses')
        .on(t.entityId, t.seq)
        .where(sql`entity_type = 'user' and action in ('update_user', 'correct_email')`),
    ],
  );

  /** One row: the chain's last link, locked last by every writer. */
  const auditHead = kit.table('audit_head', {
    id: kit.count('id').primaryKey(),
    seq: kit.cents('seq').notNull(),
    hash: kit.text('hash').notNull(),
  });

  const outbox = kit.table(
    'outbox',
    {
      id: kit.id('id').primaryKey(),
      channel: kit.oneOf('channel', ['mail', 'sms']).notNull().default('mail'),
      kind: kit.text('kind').notNull(),
      /** The lowest is sent first: src-server/outbox/urgency.ts. */
      urgency: kit.count('urgency').notNull().default(2),
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
      kit.index('outbox_sent').on(t.sentAt).where(sql`sent_at is not null`),
      kit
        .index('outbox_waiting')
        .on(t.channel, t.urgency, t.id, t.nextAttemptAt)
        .where(sql`sent_at is null and (attempts = 0 or next_attempt_at is not null)`),
      kit
        .index('outbox_given_up')
        .on(t.createdAt, t.id)
        .where(sql`sent_at is null and attempts > 0 and next_attempt_at is null`),
      kit.index('outbox_recipient').on(t.recipient, t.createdAt),
    ],
  );

  /** A setting without a row has its default (`domain/settings`). */
  const bankSettings = kit.table('bank_settings', {
    name: kit.text('name').primaryKey(),
    value: kit.json('value').notNull(),
    changedAt: kit.at('changed_at').notNull(),
  });

  return { bankClock, dailyRuns, jobRuns, auditLog, auditHead, outbox, bankSettings };
};
