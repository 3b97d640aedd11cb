import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import ical, { foldLines, ICalAlarmType, ICalCalendarMethod } from 'ical-generator';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import { formatBrl } from '#domain/money';
import { addressOf } from '#domain/places';
import { nameOfCaller } from '#server/access/caller-line';
import { countAttempt } from '#server/auth/attempts';
import type { SignedInContext } from '#server/kernel/context';
import type { FileAnswer } from '#server/kernel/file-answer';
import { turnOfReader } from '#server/kernel/in-turn';

const END = 'END:VCALENDAR';

type Dated = { id: string; day: string; title: string; text: string; path: string };

/** Dates per kind, soonest first. */
const MAX_DATES = 200;

/** Dates written at once: folding their lines takes most of the time, and other requests wait meanwhile. */
const PIECE = 5;

/** Reminder at 9:00 on the day before. */
const REMIND_SECONDS = 15 * 3600;

/**
 * iCalendar (RFC 5545) with stable UIDs: importing again updates entries. Files of one user are made one at a time.
 * Refuses TOO_MANY_ATTEMPTS.
 */
export async function exportCalendar(ctx: SignedInContext): Promise<FileAnswer> {
  await countAttempt(ctx, 'export', nameOfCaller(ctx));
  return turnOfReader(ctx)(async () => ({
    bytes: new TextEncoder().encode(await calendarOf(ctx)),
    fileName: `agenda-${ctx.clock.today()}.ics`,
    contentType: 'text/calendar; charset=utf-8',
  }));
}

async function calendarOf(ctx: SignedInContext): Promise<string> {
  const { BRAND_NAME, APP_ORIGIN } = ctx.env;
  const calendar = ical({
    name: `${BRAND_NAME}: parcelas e vencimentos`,
    prodId: { company: BRAND_NAME, product: 'agenda', language: 'PT-BR' },
    method: ICalCalendarMethod.PUBLISH,
    timezone: 'America/Sao_Paulo',
  });
  const [head = ''] = calendar.toString().split(END);
  const dated = [...(await dueInstalments(ctx.db, ctx.user.id)), ...(await maturities(ctx.db, ctx.user.id))];
  for (const { id, day, title, text, path } of dated) {
    const event = calendar.createEvent({
      id: `${id}@${new URL(APP_ORIGIN).hostname}`,
      start: day,
      allDay: true,
      stamp: ctx.clock.now(),
      summary: title,
      description: { plain: `${text}\n${APP_ORIGIN}${path}` },
      url: `${APP_ORIGIN}${path}`,
    });
    event.createAlarm({ type: ICalAlarmType.display, triggerBefore: REMIND_SECONDS, description: title });
  }
  const pieces = [head];
  const events = calendar.events();
  for (let from = 0; from < events.length; from += PIECE) {
    pieces.push(foldLines(events.slice(from, from + PIECE).join('')));
    await nextTurn();
  }
  return [...pieces, END].join('');
}

async function dueInstalments(db: Reader, userId: string): Promise<Dated[]> {
  const { creditProposals: proposals, instalments } = db.tables;
  const rows = await db
    .select({
      ...columnsOf(instalments, 'id', 'number', 'amountCents'),
      day: instalments.dueOn,
      purpose: proposals.purpose,
      termMonths: proposals.termMonths,
    })
    .from(instalments)
    .innerJoin(proposals, eq(proposals.id, instalments.proposalId))
    // By `paid_on` SQLite would read all open instalments of the bank.
    .where(and(eq(proposals.userId, userId), isNotNull(proposals.paidOutOn), isNull(instalments.paidCents)))
    .orderBy(asc(instalments.dueOn), asc(instalments.id))
    .limit(MAX_DATES);
  return rows.map(({ id, day, number, amountCents, purpose, termMonths }) => ({
    id,
    day,
    title: `Parcela ${number} de ${termMonths}: ${formatBrl(amountCents)}`,
    text: `${purpose}. Debitada da sua conta neste dia, se houver saldo.`,
    path: addressOf('/client/my-credits'),
  }));
}

async function maturities(db: Reader, userId: string): Promise<Dated[]> {
  const { investmentProducts: products, investments } = db.tables;
  const rows = await db
    .select({
      id: investments.id,
      day: investments.maturityOn,
      name: products.name,
      expectedReturnCents: investments.expectedReturnCents,
    })
    .from(investments)
    .innerJoin(products, eq(products.id, investments.productId))
    .where(and(eq(investments.userId, userId), eq(investments.status, 'active')))
    .orderBy(asc(investments.maturityOn), asc(investments.id))
    .limit(MAX_DATES);
  return rows.map(({ id, day, name, expectedReturnCents }) => ({
    id,
    day,
    title: `Vencimento: ${name}`,
    text: `Valor bruto previsto: ${formatBrl(expectedReturnCents)}. O líquido cai na sua conta neste dia.`,
    path: addressOf('/client/investments'),
  }));
}
