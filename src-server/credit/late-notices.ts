import { and, asc, count, eq, gte, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { dueToday } from '#domain/credit/due-today';
import { overdueUpTo } from '#domain/credit/late';
import { addDays, formatDay } from '#domain/date';
import { formatBrl } from '#domain/money';
import type { Bank } from '#server/kernel/context';
import { bankMidnight } from '#server/ledger/bank-day';
import { notify } from '#server/outbox/notify';
import { type Message, tell } from '#server/outbox/tell';
import { tellAdmins } from '#server/outbox/tell-admins';
import { eachPage } from '#server/work/pages';
import { dueSoonMail, instalmentText, overdueMail } from './collection-mails.ts';
import { type InstalmentRow, lateRatesOf, type ProposalRow } from './shapes.ts';

/** So many days before an instalment falls due its customer is reminded. */
export const REMINDED_DAYS_BEFORE = 3;
/** Told in one transaction, in which others wait. */
const PAGE = 20;

type Open = {
  row: InstalmentRow;
  credit: ProposalRow;
  client: { fullName: string; email: string };
};
type Notice = { kind: string; title: string; text: string; mail: Omit<Message, 'at'> };

/** Reminds of what falls due in three days; of a day that is made up for, nobody. */
export const remindOfDue = async (bank: Bank, day: string): Promise<void> => {
  if (day < bank.clock.today()) return;
  const dueOn = addDays(day, REMINDED_DAYS_BEFORE);
  return tellOf(bank, day, { from: dueOn, upTo: dueOn }, ({ row, credit, client }) => {
    const one = { ...row, of: credit.termMonths };
    return {
      kind: 'instalment_due_soon',
      title: `Parcela vence em ${REMINDED_DAYS_BEFORE} dias`,
      text: `${credit.purpose}: ${instalmentText(one)}.`,
      mail: dueSoonMail(bank.env, client, credit.purpose, one),
    };
  });
};

/** Tells of what is late since today: unpaid after the bank has tried. Administrators who want to know are told how much. */
export async function tellOverdue(bank: Bank, day: string): Promise<void> {
  await tellOf(bank, day, newlyOverdue(day), ({ row, credit, client }) => {
    const { interestRate, termMonths: of } = credit;
    const due = dueToday(row, { interestRate, late: lateRatesOf(credit), on: day });
    return {
      kind: 'instalment_overdue',
      title: 'Parcela em atraso',
      text: `${credit.purpose}: ${instalmentText({ ...row, of })}. Hoje: ${formatBrl(due.totalCents)}.`,
      mail: overdueMail(bank.env, client, credit.purpose, {
        number: row.number,
        of,
        dueOn: row.dueOn,
        amountCents: row.amountCents,
        ...due,
      }),
    };
  });
  await tellAdminsOverdue(bank, day);
}

async function tellAdminsOverdue(bank: Bank, day: string): Promise<void> {
  const span = newlyOverdue(day);
  if (span.from > span.upTo) return;
  const kind = 'instalments_overdue';
  const title = `Parcelas em atraso desde ${formatDay(day)}`;
  await bank.db.transaction(async (tx) => {
    const { creditProposals: proposals, instalments, notifications, users } = tx.tables;
    const [late] = await tx
      .select({ count: count(), cents: sql`coalesce(sum(${instalments.amountCents}), 0)`.mapWith(Number) })
      .from(instalments)
      .innerJoin(proposals, eq(proposals.id, instalments.proposalId))
      .where(unpaidWithin(tx, span, ''));
    if (!late?.count) return;
    const admins = tx.select({ id: users.id }).from(users).where(eq(users.role, 'admin'));
    const isTold = and(
      inArray(notifications.userId, admins),
      eq(notifications.kind, kind),
      eq(notifications.title, title),
    );
    if ((await tx.$count(notifications, isTold)) > 0) return;
    const what =
      late.count === 1 ? '1 parcela venceu sem ser paga' : `${late.count} parcelas venceram sem ser pagas`;
    await tellAdmins(tx, bank.env, 'notifyLatePayments', {
      kind,
      title,
      text: `${what}: ${formatBrl(late.cents)}.`,
      href: '/admin/operations?atraso=1',
      label: 'Ver operações',
      at: bank.clock.now(),
    });
  });
}

/** The due dates that are overdue on a day and were not on the day before; on most days one, on others none or some. */
export const newlyOverdue = (day: string): Span => ({
  from: addDays(overdueUpTo(addDays(day, -1)), 1),
  upTo: overdueUpTo(day),
});
type Span = { from: string; upTo: string };

/** Unpaid instalments of signed credits that fall due within a span, after one of them: a stretch of an index. */
export function unpaidWithin({ tables }: Reader, { from, upTo }: Span, after: string): SQL | undefined {
  const { creditProposals: proposals, instalments } = tables;
  const [dueOn = '', id = ''] = after.split(' ');
  return and(
    isNull(instalments.paidOn),
    gte(instalments.dueOn, from),
    lte(instalments.dueOn, upTo),
    after === '' ? undefined : sql`(${instalments.dueOn}, ${instalments.id}) > (${dueOn}, ${id})`,
    isNotNull(proposals.paidOutOn),
  );
}

/**
 * Tells the customers of the instalments within a span, by notification and e-mail. What lies under the bell since the day
 * began is how a run that is begun again knows whom it has told.
 */
async function tellOf(bank: Bank, day: string, span: Span, of: (open: Open) => Notice): Promise<void> {
  const at = bank.clock.now();
  /** How often a text has come up: two credits of a customer may be alike to the cent. */
  const cameUp = new Map<string, number>();
  if (span.from > span.upTo) return;
  await eachPage(PAGE, (last: Open | null) =>
    bank.db.transaction(async (tx) => {
      const page = await openPage(tx, span, last ? `${last.row.dueOn} ${last.row.id}` : '');
      const notices = page.map((open) => ({ userId: open.credit.userId, ...of(open) }));
      const told = await toldSince(tx, notices, bankMidnight(day));
      for (const { mail, ...notice } of notices) {
        const key = `${notice.userId} ${notice.text}`;
        const before = cameUp.get(key) ?? 0;
        cameUp.set(key, before + 1);
        if (before < (told.get(key) ?? 0)) continue;
        await tell(tx, { ...mail, at });
        await notify(tx, { ...notice, href: '/client/my-credits', at });
      }
      return page;
    }),
  );
}

function openPage(tx: Tx, span: Span, after: string): Promise<Open[]> {
  const { creditProposals: proposals, instalments, users } = tx.tables;
  return tx
    .select({
      row: instalments,
      credit: proposals,
      client: { fullName: users.fullName, email: users.email },
    })
    .from(instalments)
    .innerJoin(proposals, eq(proposals.id, instalments.proposalId))
    .innerJoin(users, eq(users.id, proposals.userId))
    .where(unpaidWithin(tx, span, after))
    .orderBy(asc(instalments.dueOn), asc(instalments.id))
    .limit(PAGE);
}

/** How often each of these customers has been told each text since a moment. */
async function toldSince(
  tx: Tx,
  notices: readonly { userId: string; kind: string }[],
  since: Date,
): Promise<Map<string, number>> {
  const { notifications } = tx.tables;
  const [first] = notices;
  const told = new Map<string, number>();
  if (!first) return told;
  const rows = await tx
    .select({ userId: notifications.userId, text: notifications.text })
    .from(notifications)
    .where(
      and(
        inArray(notifications.userId, [...new Set(notices.map(({ userId }) => userId))]),
        eq(notifications.kind, first.kind),
        gte(notifications.createdAt, since),
      ),
    );
  for (const { userId, text } of rows) {
    const key = `${userId} ${text}`;
    told.set(key, (told.get(key) ?? 0) + 1);
  }
  return told;
}
