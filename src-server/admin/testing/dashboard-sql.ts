import { testEngine } from '#db/testing/test-db';

/** A Monday: instalments due on the weekend are still on time, so overdue means due by Friday 13. */
const TODAY = '2026-03-16';
const OVERDUE_UP_TO = '2026-03-13';
export const NOW = `${TODAY}T15:30:00-03:00`;

/** Midnight in São Paulo, `daysAgo` days before today (no daylight saving in these months). */
const midnight = (daysAgo: number): Date =>
  new Date(Date.parse(`${TODAY}T00:00:00-03:00`) - daysAgo * DAY_MS);
const DAY_MS = 86_400_000;
const hoursAgo = (hours: number): Date => new Date(Date.parse(NOW) - hours * 3_600_000);
const day = (daysAhead: number): string =>
  new Date(Date.parse(TODAY) + daysAhead * DAY_MS).toISOString().slice(0, 10);

const at = (moment: Date): string =>
  testEngine() === 'sqlite' ? String(moment.getTime()) : `'${moment.toISOString()}'`;
const TRUE = testEngine() === 'sqlite' ? '1' : 'true';

type Row = Record<string, unknown>;
export type Ask = (sql: string) => Promise<Row[]>;

const asMoney = (cents: unknown): string => (Number(cents ?? 0) / 100).toFixed(2);
const asMoment = (value: unknown): string | null =>
  value === null || value === undefined
    ? null
    : (value instanceof Date ? value : new Date(Number(value))).toISOString();
const asShare = (row: Row | undefined) => ({ count: Number(row?.n), amount: asMoney(row?.cents) });

export async function figuresBySql(ask: Ask) {
  const one = async (sql: string) => Object.values((await ask(sql))[0] ?? {})[0];
  const balances = (kinds: string) =>
    one(`select sum(e.amount_cents) from entries e join accounts a on a.id = e.account_id where ${kinds}`);
  return {
    users: Number(await one("select count(*) from users where role = 'cliente'")),
    activeAccounts: Number(
      await one(
        `select count(*) from accounts where is_active = ${TRUE} and account_type in ('checking', 'savings', 'investment')`,
      ),
    ),
    totalBalance: asMoney(await balances("a.account_type in ('checking', 'savings')")),
    creditPortfolio: asMoney(-Number(await balances("a.bank_account = 'loans_receivable'"))),
    investments: asMoney(await balances("a.account_type = 'investment'")),
    pendingApprovals: Number(
      await one("select count(*) from credit_proposals where status in ('pending', 'under_analysis')"),
    ),
  };
}

/** A debit of an external flow account is money coming in, a credit money going out. */
export async function flowBySql(ask: Ask, days: number) {
  const first = at(midnight(days - 1));
  const dayNumber =
    testEngine() === 'sqlite'
      ? `(e.created_at - ${first}) / ${DAY_MS}`
      : `floor(extract(epoch from e.created_at - timestamptz ${first}) / 86400)`;
  const rows = await ask(`
    select ${dayNumber} as number,
           sum(case when e.amount_cents < 0 then -e.amount_cents else 0 end) as came,
           sum(case when e.amount_cents > 0 then e.amount_cents else 0 end) as went
      from entries e join accounts a on a.id = e.account_id
     where a.bank_account = 'provider_cash'
       and e.created_at >= ${first} and e.created_at < ${at(midnight(-1))}
     group by ${dayNumber}`);
  const flow = Array.from({ length: days }, (_, number) => {
    const row = rows.find((one) => Number(one.number) === number);
    return { day: day(number + 1 - days), came: Number(row?.came ?? 0), went: Number(row?.went ?? 0) };
  });
  const [came, went] = [sumOf(flow.map((one) => one.came)), sumOf(flow.map((one) => one.went))];
  return {
    flow: flow.map((one) => ({ day: one.day, in: asMoney(one.came), out: asMoney(one.went) })),
    flowTotal: { in: asMoney(came), out: asMoney(went), net: asMoney(came - went) },
  };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const CREDITS = `
  select p.id, coalesce(o.cents, 0) as cents, o.oldest,
         case when o.unpaid is null then 'finalizado'
              when o.overdue >= 3 or (o.overdue > 0 and p.negativated_at is not null) then 'negativado'
              when o.overdue > 0 then 'em_atraso'
              else 'adimplente' end as standing
    from credit_proposals p
    left join (select proposal_id, count(*) as unpaid, sum(amount_cents) as cents,
                      sum(case when due_on <= '${OVERDUE_UP_TO}' then 1 else 0 end) as overdue,
                      min(case when due_on <= '${OVERDUE_UP_TO}' then due_on end) as oldest
                 from instalments where paid_on is null group by proposal_id) o on o.proposal_id = p.id
   where p.paid_out_on is not null`;

export async function bookBySql(ask: Ask) {
  const book = [];
  for (const standing of ['adimplente', 'em_atraso', 'negativado', 'finalizado']) {
    const [row] = await ask(
      `select count(*) as n, sum(cents) as cents from (${CREDITS}) as c where standing = '${standing}'`,
    );
    book.push({ standing, count: Number(row?.n), outstanding: asMoney(row?.cents) });
  }
  /** Credits whose oldest overdue instalment is more than `days` late. */
  const over = async (days: number) => {
    const before = day(-days);
    const [row] = await ask(
      `select count(*) as n, sum(cents) as cents from (${CREDITS}) as c where oldest < '${before}'`,
    );
    return asShare(row);
  };
  const [whole] = await ask(`select sum(cents) as cents from (${CREDITS}) as c`);
  return {
    book,
    overdue: {
      over1: await over(0),
      over30: await over(30),
      over90: await over(90),
      bookAmount: asMoney(whole?.cents),
    },
  };
}

export async function aheadBySql(ask: Ask, days: number) {
  const untilOn = day(days);
  const [maturing] = await ask(
    `select count(*) as n, sum(expected_return_cents) as cents from investments
      where ended_on is null and maturity_on <= '${untilOn}'`,
  );
  const [due] = await ask(
    `select count(*) as n, sum(i.amount_cents) as cents from instalments i, credit_proposals p
      where p.id = i.proposal_id and p.paid_out_on is not null and i.paid_on is null
        and i.due_on between '${TODAY}' and '${untilOn}'`,
  );
  return { investments: asShare(maturing), instalments: asShare(due), untilOn };
}

/** Most urgent first. The clock stands still, so real time equals the bank's. */
export async function needsBySql(ask: Ask) {
  const undecided = "status in ('pending', 'under_analysis')";
  const asked: [need: string, sql: string][] = [
    [
      'reconciliation',
      'select difference_count as n, created_at as since from reconciliations order by created_at desc limit 1',
    ],
    [
      'stuck_orders',
      `select count(*) as n, min(created_at) as since from payment_orders
        where status in ('reserved', 'sending', 'processing') and created_at < ${at(hoursAgo(0.25))}`,
    ],
    [
      'failed_jobs',
      `select count(*) as n, min(finished_at) as since from job_runs r where error is not null
          and not exists (select 1 from job_runs l where l.job = r.job and l.created_at > r.created_at)`,
    ],
    [
      'mail_given_up',
      'select count(*) as n from outbox where sent_at is null and attempts > 0 and next_attempt_at is null',
    ],
    [
      'reviews',
      `select count(*) as n, min(review_asked_at) as since from credit_proposals
        where status in ('pending', 'under_analysis', 'rejected') and review_asked_at is not null
          and reviewed_at is null`,
    ],
    [
      'old_proposals',
      `select count(*) as n, min(created_at) as since from credit_proposals
        where ${undecided} and created_at < ${at(hoursAgo(24))}`,
    ],
    [
      'new_overdue',
      `select count(*) as n from credit_proposals p where paid_out_on is not null and exists (
          select 1 from instalments i where i.proposal_id = p.id and i.paid_on is null
             and i.due_on between '2026-03-07' and '${OVERDUE_UP_TO}')`,
    ],
  ];
  const needs = [];
  for (const [need, sql] of asked) {
    const [row] = await ask(sql);
    needs.push({ need, count: Number(row?.n), oldestAt: asMoment(row?.since) });
  }
  return needs;
}

export async function waitingBySql(ask: Ask) {
  const [row] = await ask(
    "select count(*) as n, min(created_at) as since from credit_proposals where status in ('pending', 'under_analysis')",
  );
  return { count: Number(row?.n), oldestAt: asMoment(row?.since) };
}

export async function newCustomersBySql(ask: Ask, days: number): Promise<number> {
  const [row] = await ask(
    `select count(*) as n from users where role = 'cliente' and created_at >= ${at(midnight(days - 1))}`,
  );
  return Number(row?.n);
}

export async function recentBySql(ask: Ask) {
  const rows = await ask('select * from audit_log order by seq desc limit 10');
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    userName: row.user_name,
    action: row.action,
    entityType: row.entity_type,
    entityId: row.entity_id,
    changes: row.changes,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    createdAt: asMoment(row.created_at),
  }));
}
