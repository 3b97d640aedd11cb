import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, eq, inArray } from 'drizzle-orm';
import { approveSchema, proposalSchema, rejectSchema } from '#domain/credit/input';
import { formatBrl } from '#domain/money';
import { createContact } from '#server/admin/contacts';
import { approve } from '#server/credit/approve';
import { negativate, sendCollectionEmail } from '#server/credit/collect';
import { creditDailySteps } from '#server/credit/daily-steps';
import { payInstalments } from '#server/credit/pay-instalment';
import { propose } from '#server/credit/propose';
import { reject } from '#server/credit/reject';
import { startAnalysis } from '#server/credit/start-analysis';
import { uploadAnalysis } from '#server/credit/upload-analysis';
import { factsPdf } from '#server/document/facts-pdf';
import type { SignedInContext } from '#server/kernel/context';
import { CREDITS, type PlannedContact, type PlannedCredit } from './credits.ts';
import { PEOPLE } from './people.ts';
import { type Planned, type Relation, type SeedDay, scheduled } from './relations.ts';
import { signContract } from './sign-contract.ts';

export const DAILY_RUN_AT = '06:30';
export const SIGNED_AT = '20:50';
export const PAID_AT = '12:05';

/** Includes the bank's daily credit steps, except today's, which the running bank does. */
export function creditActsOf(days: readonly SeedDay[]): Relation[] {
  const runs = days
    .filter(({ daysAgo }) => daysAgo > 0)
    .map(({ day, daysAgo }): Planned => ({ daysAgo, time: DAILY_RUN_AT, by: 'admin', act: runDay(day) }));
  return scheduled(days, [...runs, ...CREDITS.flatMap(actsOf)]);
}

const runDay = (day: string) => async (ctx: SignedInContext) => {
  for (const step of creditDailySteps) await step.run(ctx, day);
};

function actsOf(one: PlannedCredit): Planned[] {
  let id = '';
  const asked: Planned = {
    daysAgo: one.askedDaysAgo,
    time: '20:15',
    by: one.by,
    act: async (ctx) => {
      ({ id } = await propose(ctx, proposalSchema.parse(sent(one))));
    },
  };
  const later = [
    ...administratorActs(one, () => id),
    ...customerActs(one, () => id),
    ...collection(one, () => id),
  ];
  return [asked, ...later];
}

const sent = ({ amount, termMonths, purpose, collateral }: PlannedCredit) => ({
  amount,
  termMonths,
  purpose,
  ...(collateral && { hasCollateral: true }),
  ...(collateral === 'casa' && { collateralType: collateral }),
  ...(collateral && collateral !== 'casa' && { collateralType: collateral.type, ...collateral.papers }),
});

function administratorActs(one: PlannedCredit, idOf: () => string): Planned[] {
  const { analysis, rejected, granted } = one;
  const acts: Planned[] = [];
  const byAdmin = (daysAgo: number, time: string, act: Relation['act']) =>
    acts.push({ daysAgo, time, by: 'admin', act });
  if (analysis) byAdmin(analysis.daysAgo, '10:20', (ctx) => startAnalysis(ctx, { id: idOf() }));
  if (analysis?.opinion) {
    const { opinion } = analysis;
    byAdmin(analysis.daysAgo, '11:42', async (ctx) =>
      uploadAnalysis(ctx, { id: idOf(), pdf: await opinionPdf(ctx, one, opinion) }),
    );
  }
  if (rejected) {
    const { daysAgo, reason } = rejected;
    byAdmin(daysAgo, '15:40', (ctx) => reject(ctx, rejectSchema.parse({ id: idOf(), reason })));
  }
  if (granted) {
    const { daysAgo, rate } = granted;
    byAdmin(daysAgo, '15:40', (ctx) => approve(ctx, approveSchema.parse({ id: idOf(), interestRate: rate })));
  }
  return acts;
}

function customerActs({ by, granted, paid = [] }: PlannedCredit, idOf: () => string): Planned[] {
  const payments = paid.map(
    ({ daysAgo, numbers }): Planned => ({
      daysAgo,
      time: PAID_AT,
      by,
      act: (ctx) => pay(ctx, idOf(), numbers),
    }),
  );
  if (granted?.signedDaysAgo === undefined) return payments;
  const signed: Planned = {
    daysAgo: granted.signedDaysAgo,
    time: SIGNED_AT,
    by,
    act: (ctx) => signContract(ctx, idOf()),
  };
  return [signed, ...payments];
}

async function pay(ctx: SignedInContext, proposalId: string, numbers: readonly number[]): Promise<void> {
  const { instalments } = ctx.db.tables;
  const chosen = await ctx.db
    .select({ id: instalments.id })
    .from(instalments)
    .where(and(eq(instalments.proposalId, proposalId), inArray(instalments.number, [...numbers])));
  await payInstalments(ctx, { ids: chosen.map(({ id }) => id), idempotencyKey: undefined });
}

function collection({ by, collected }: PlannedCredit, idOf: () => string): Planned[] {
  if (!collected) return [];
  const { emailsDaysAgo, negativatedDaysAgo, contacts } = collected;
  const emails = emailsDaysAgo.map(
    (daysAgo): Planned => ({
      daysAgo,
      time: '09:35',
      by: 'admin',
      act: (ctx) => sendCollectionEmail(ctx, { id: idOf() }),
    }),
  );
  const spoken = contacts.map(
    ({ daysAgo, ...said }: PlannedContact): Planned => ({
      daysAgo,
      time: '14:10',
      by: 'admin',
      act: (ctx, customers) =>
        createContact(ctx, {
          clientId: customers[by].user.id,
          operationId: idOf(),
          contactType: said.type,
          difficulty: said.difficulty,
          resolved: said.isResolved,
          notes: said.notes,
        }),
    }),
  );
  if (negativatedDaysAgo === undefined) return [...emails, ...spoken];
  const negativated: Planned = {
    daysAgo: negativatedDaysAgo,
    time: '15:02',
    by: 'admin',
    act: (ctx) => negativate(ctx, { id: idOf() }),
  };
  return [...emails, ...spoken, negativated];
}

async function opinionPdf(ctx: SignedInContext, one: PlannedCredit, opinion: string): Promise<Blob> {
  const { amount, termMonths, purpose } = proposalSchema.parse(sent(one));
  const bytes = await factsPdf(
    [
      {
        title: 'Pedido',
        facts: [
          ['Finalidade', purpose],
          ['Valor', formatBrl(amount)],
          ['Prazo', `${termMonths} meses`],
        ],
      },
      { title: 'Parecer', facts: [['Conclusão', opinion]] },
    ],
    {
      title: 'Parecer de crédito',
      brandName: ctx.env.BRAND_NAME,
      holder: PEOPLE[one.by].fullName,
      intro: 'Análise feita por uma pessoa, além da automática que acompanha a proposta.',
      at: ctx.clock.now(),
      breathe: nextTurn,
    },
  );
  return new Blob([bytes], { type: 'application/pdf' });
}
