/** @module-tag prove */
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { testEngine } from '#db/testing/test-db';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { record } from '#server/audit/record';
import { countAttempt } from '#server/auth/attempts';
import type { FileAnswer } from '#server/kernel/file-answer';
import { tamper } from '#server/ledger/testing/tamper';
import { test as bankTest } from '#server/testing/bank-test';
import { callerOf, makeAdmin, tokenCallerOf } from '#server/testing/people';
import { plansDuring } from '#server/testing/plans-during';
import { queriesDuring } from '#server/testing/queries-during';
import { codeOf } from '#server/testing/refusal-of';
import { testBank } from '#server/testing/test-bank';
import { turnsDuring } from '#server/testing/turns-during';

const ROWS = 50_000;
const COPIED = `action, entity_type, entity_id, changes, ip_address, user_agent, created_at, key_id, previous_hash, hash`;
const UNKNOWN = { ip: '203.0.113.99' };

/** An audit log of many sign-ins, every 5,000th of them by another person. */
const test = bankTest
  .extend('bank', () => testBank({}, { verify: false }))
  .extend('log', async ({ bank }) => {
    const admin = await makeAdmin(bank);
    const request = { ip: '198.51.100.4', userAgent: 'curl/8' };
    await bank.db.transaction((tx) =>
      record(tx, { ...bank, user: admin.user, request }, { action: 'login', entityId: null }),
    );
    await tamper(
      bank.db,
      `insert into audit_log (seq, id, user_id, user_name, ${COPIED})
        with recursive copies (to_seq) as (select 2 union all select to_seq + 1 from copies where to_seq < ${ROWS})
        select to_seq, 'copy ' || to_seq, case when to_seq % 5000 = 0 then 'rare' else user_id end, user_name, ${COPIED}
        from copies, audit_log where seq = 1`,
      `update audit_head set seq = ${ROWS}`,
    );
    return { bank, admin, list: admin.call.admin.audit.list, file: admin.call.admin.audit.export };
  });

async function textOf({ bytes }: FileAnswer): Promise<string> {
  let text = '';
  for await (const piece of bytes as AsyncIterable<Uint8Array>) text += Buffer.from(piece).toString();
  return text;
}

test('a search of the audit log and a file of one read it in spans, and others are served in between', async ({
  log: { bank, list, file },
}) => {
  const none = list(UNKNOWN).then(({ logs, totals }) =>
    expect([logs, totals]).toEqual([[], { count: 0, isMore: false }]),
  );
  expect(await turnsDuring(none)).toBeGreaterThanOrEqual(25);
  // The end of each of 25 spans, and its rows.
  const { queries, mostAtOnce } = await queriesDuring(bank, () => list(UNKNOWN));
  expect(queries).toBeGreaterThanOrEqual(50);
  expect(mostAtOnce).toBeLessThan(10);
  const lines = file(UNKNOWN)
    .then(textOf)
    .then((text) => expect(text.trimEnd().split('\r\n')).toHaveLength(1));
  expect(await turnsDuring(lines)).toBeGreaterThanOrEqual(100);
});

test.skipIf(testEngine() !== 'sqlite')(
  'each statement reads the audit log between two ends of an index',
  async ({ log: { bank, list, file } }) => {
    const plans = await plansDuring(async () => {
      for (const filter of [UNKNOWN, { q: 'zz' }, { entityType: 'account' }, { entityId: 'x' }]) {
        expect((await list(filter)).logs).toEqual([]);
        expect((await list({ ...filter, sort: 'createdAt' })).logs).toEqual([]);
      }
      expect((await list({ userId: 'rare', action: 'login', ...UNKNOWN })).logs).toEqual([]);
      expect((await list({ userId: 'rare', action: 'login' })).logs).toHaveLength(10);
      expect((await list({ action: 'login', ...UNKNOWN })).logs).toEqual([]);
      await textOf(await file(UNKNOWN));
      return bank;
    });
    const reads = plans.filter(({ text }) => /^select.* from "audit_log"/.test(text));
    expect(reads.length).toBeGreaterThan(15);
    for (const { text, steps } of reads) {
      const isSpan =
        steps.length === 1 &&
        /^SEARCH audit_log .*\((rowid|\w+=\? AND \w+)>\? AND \w+<\?\)$/.test(steps[0] ?? '');
      const isRow = /where "audit_log"."seq" = \?$/.test(text);
      expect(isSpan || isRow, `${text}\n${steps.join('\n')}`).toBe(true);
      if (/case when/.test(text)) expect(steps.join()).toContain('audit_log_user');
    }
  },
);

test('a search is counted up to 10,000, once, and finds the few rows of one person without reading others’', async ({
  log: { bank, list },
}) => {
  const many = await list({ action: 'login' });
  expect(many.totals).toEqual({ count: 10_000, isMore: true });
  const next = await list({ action: 'login', cursor: many.nextCursor ?? undefined });
  expect([next.logs.length, next.totals]).toEqual([many.logs.length, null]);
  expect((await list({})).totals).toEqual({ count: ROWS, isMore: false });
  const rare = () => list({ userId: 'rare', sort: 'createdAt', limit: 9 });
  expect(await rare()).toMatchObject({
    logs: { length: 9 },
    nextCursor: '45000',
    totals: { count: 10, isMore: false },
  });
  expect((await queriesDuring(bank, rare)).queries).toBeLessThan(10);
});

test('searches of the audit log are counted by caller, tokens apart, and the whole list is not', async ({
  log: { bank, admin, list },
}) => {
  const { max } = ATTEMPT_LIMITS.statementSearch;
  const token = tokenCallerOf(bank, admin.user).admin.audit.list;
  await countAttempt(bank, 'statementSearch', `${admin.user.id}/tokens`, max - 1);
  await token({ userId: 'rare' });
  expect(await codeOf(token({ userId: 'rare' }))).toBe('TOO_MANY_ATTEMPTS');
  await countAttempt(bank, 'statementSearch', admin.user.id, max - 1);
  await list({ userId: 'rare' });
  expect(await codeOf(list({ userId: 'rare' }))).toBe('TOO_MANY_ATTEMPTS');
  expect((await list({})).totals?.count).toBe(ROWS);
});

test('a search ends when its caller hangs up, and the reading of a file when its reader leaves', async ({
  log: { bank, admin, file },
}) => {
  const gone = new AbortController();
  const search = async () => {
    const asked = callerOf(bank, admin.user, {}, gone.signal).admin.audit.list(UNKNOWN);
    gone.abort();
    expect(await codeOf(asked)).toBe('BUSY');
  };
  expect((await queriesDuring(bank, search)).queries).toBeLessThan(10);
  const left = async () => {
    const { bytes } = await file(UNKNOWN);
    for await (const _piece of bytes as AsyncIterable<Uint8Array>) break;
    await pause(50);
  };
  expect((await queriesDuring(bank, left)).queries).toBeLessThan(10);
});

test('of 20 files of an administrator one piece is read at a time', async ({ log: { bank, admin } }) => {
  const read = async (index: number) => {
    const { call } = index % 2 ? admin : { call: tokenCallerOf(bank, admin.user) };
    const answer = await call.admin.audit.export(UNKNOWN);
    return async () => expect((await textOf(answer)).trimEnd().split('\r\n')).toHaveLength(1);
  };
  const files = await Promise.all(Array.from({ length: 20 }, (_, index) => read(index)));
  const { mostAtOnce } = await queriesDuring(bank, () => Promise.all(files.map((one) => one())));
  expect(mostAtOnce).toBeLessThan(10);
}, 60_000);
