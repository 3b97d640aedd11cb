/** @module-tag slow */
import { describe, expect, it } from 'vitest';
import { dueToday } from '#domain/credit/due-today';
import { IOF_RATES } from '#domain/credit/iof';
import { LATE_RATES } from '#domain/credit/late';
import { overdueCount, standingOn } from '#domain/credit/standing';
import { loanTerms } from '#domain/credit/terms';
import { addDays } from '#domain/date';
import { parseDecimal } from '#domain/money';
import { DAILY_RUN_AT, PAID_AT, SIGNED_AT } from './credit-acts.ts';
import { CREDITS, type PlannedCredit } from './credits.ts';
import { HOLDINGS } from './holdings.ts';
import { movementsOf } from './movements.ts';
import type { PersonKey } from './people.ts';

type Day = { day: string; daysAgo: number; isSaturday: boolean };

function daysUntil(today: string): Day[] {
  return Array.from({ length: 184 }, (_, index) => {
    const day = addDays(today, index - 183);
    const isSaturday = new Date(`${day}T12:00:00Z`).getUTCDay() === 6;
    return { day, daysAgo: 183 - index, isSaturday };
  });
}

const cents = (amount: string) => parseDecimal(amount) ?? Number.NaN;

type Act = { at: string; act: () => void };

/** Simulates the plan: problems and credit standings if the bank is opened on `today`. */
function play(today: string) {
  const days = daysUntil(today);
  const dayOf = new Map(days.map(({ day, daysAgo }) => [daysAgo, day]));
  const balances = new Map<PersonKey, number>();
  const wrong: string[] = [];
  const add = (who: PersonKey, amountCents: number) => {
    const balance = (balances.get(who) ?? 0) + amountCents;
    balances.set(who, balance);
    if (balance < 0) wrong.push(`${who} lacks money on the way to ${today}`);
  };
  const moved = movementsOf(days).map(
    ({ at, from, to, amount }): Act => ({
      at,
      act: () => {
        if (from) add(from, -cents(amount));
        if (to) add(to, cents(amount));
      },
    }),
  );
  // Payouts of matured investments are left out; they would only help.
  const invested = HOLDINGS.map(
    ({ by, amount, daysAgo }): Act => ({
      at: `${dayOf.get(daysAgo)}T19:30:00-03:00`,
      act: () => add(by, -cents(amount)),
    }),
  );
  const lent = CREDITS.flatMap((one) => lentOn(one, dayOf));
  const runs = days.map(
    ({ day }): Act => ({
      at: `${day}T${DAILY_RUN_AT}:00-03:00`,
      act: () => {
        for (const credit of lent)
          for (const { number, dueOn, amountCents, isPaid } of credit.rows)
            if (!isPaid && dueOn <= day && (balances.get(credit.by) ?? 0) >= amountCents)
              add(credit.by, -credit.pay(number, day));
      },
    }),
  );
  const own = lent.flatMap((credit) => ownActs(credit, dayOf, { add, wrong }));
  const acts = [...moved, ...invested, ...own, ...runs];
  for (const { act } of acts.sort((one, other) => one.at.localeCompare(other.at))) act();
  const standings = lent.map(({ purpose, rows }) => {
    const standing = standingOn({ instalments: rows, isNegativated: false }, today);
    return `${purpose}: ${standing}, ${rows.filter(({ isPaid }) => isPaid).length} paid`;
  });
  return { wrong, standings };
}

function ownActs(
  { by, purpose, signedOn, netCents, paid, collected, rows, pay }: Lent,
  dayOf: Map<number, string>,
  { add, wrong }: { add: (who: PersonKey, amountCents: number) => void; wrong: string[] },
): Act[] {
  const collectedDays = collected ? [...collected.emailsDaysAgo, collected.negativatedDaysAgo ?? 1] : [];
  return [
    { at: `${signedOn}T${SIGNED_AT}:00-03:00`, act: () => add(by, netCents) },
    ...paid.flatMap(({ daysAgo, numbers }) =>
      numbers.map((number): Act => {
        const on = dayOf.get(daysAgo) ?? '';
        return { at: `${on}T${PAID_AT}:00-03:00`, act: () => add(by, -pay(number, on)) };
      }),
    ),
    ...collectedDays.map((daysAgo): Act => {
      const on = dayOf.get(daysAgo) ?? '';
      return {
        at: `${on}T09:35:00-03:00`,
        act: () => {
          if (overdueCount({ instalments: rows }, on) === 0) wrong.push(`${purpose} is not overdue on ${on}`);
        },
      };
    }),
  ];
}

type Lent = ReturnType<typeof lentOn>[number];

function lentOn(one: PlannedCredit, dayOf: Map<number, string>) {
  const { by, purpose, amount, termMonths, granted, paid = [], collected } = one;
  if (granted?.signedDaysAgo === undefined) return [];
  const signedOn = dayOf.get(granted.signedDaysAgo) ?? '';
  const interestRate = granted.rate;
  const loan = { amountCents: cents(amount), termMonths, interestRate, payoutOn: signedOn };
  const terms = loanTerms(loan, IOF_RATES);
  const rows = terms.rows.map((row) => ({ ...row, amountCents: row.paymentCents, isPaid: false }));
  const pay = (number: number, on: string): number => {
    const row = rows[number - 1];
    if (!row || row.isPaid) throw new Error(`${purpose}: instalment ${number} is missing or already paid`);
    row.isPaid = true;
    return dueToday(row, { interestRate, late: LATE_RATES, on }).totalCents;
  };
  return [{ by, purpose, signedOn, netCents: terms.netCents, paid, collected, rows, pay }];
}

describe("the demonstration's movements", () => {
  it("the demonstration's movements are the same for the same days", () => {
    expect(movementsOf(daysUntil('2026-11-20'))).toEqual(movementsOf(daysUntil('2026-11-20')));
  });

  it("the demonstration's movements never exceed a balance, and credits get their planned standing, whatever the first day", () => {
    const wrong = new Set<string>();
    const standings = new Set<string>();
    // More than a year, and the half year starting on a 29 February.
    const opened = [
      ...Array.from({ length: 400 }, (_, index) => addDays('2026-01-01', index)),
      ...Array.from({ length: 190 }, (_, index) => addDays('2028-02-25', index)),
    ];
    for (const today of opened) {
      const played = play(today);
      for (const one of played.wrong) wrong.add(one);
      for (const one of played.standings) standings.add(one);
    }
    expect([...wrong]).toEqual([]);
    expect([...standings].sort()).toEqual([
      'Carro para os atendimentos em domicílio: adimplente, 3 paid',
      'Mercadoria para revenda: negativado, 1 paid',
      'Notebook e mesa digitalizadora: finalizado, 3 paid',
      'Notebook para trabalhar em casa: finalizado, 3 paid',
      'Piano digital para as aulas: em_atraso, 1 paid',
      'Reforma da cozinha do apartamento: adimplente, 5 paid',
      'Renovação dos computadores da equipe: adimplente, 3 paid',
      'Viagem de férias em família: finalizado, 6 paid',
    ]);
  }, 120_000);
});
