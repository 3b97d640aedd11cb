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
import { CREDITS, type PlannedCredit } from './credits.ts';
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
  const { by, analysis, rejected, granted, paid = [], collected } = one;
  let id = '';
  const acts: Planned[] = [];
  const on = (daysAgo: number | undefined, time: string, who: Planned['by'], act: Planned['act']) => {
    if (daysAgo !== undefined) acts.push({ daysAgo, time, by: who, act });
  };
  on(one.askedDaysAgo, '20:15', by, async (ctx) => {
    ({ id } = await propose(ctx, proposalSchema.parse(sent(one))));
  });
  on(analysis?.daysAgo, '10:20', 'admin', (ctx) => startAnalysis(ctx, { id }));
  const opinion = analysis?.opinion;
  if (opinion)
    on(analysis.daysAgo, '11:42', 'admin', async (ctx) =>
      uploadAnalysis(ctx, { id, pdf: await opinionPdf(ctx, one, opinion) }),
    );
  on(rejected?.daysAgo, '15:40', 'admin', (ctx) =>
    reject(ctx, rejectSchema.parse({ id, reason: rejected?.reason })),
  );
  on(granted?.daysAgo, '15:40', 'admin', (ctx) =>
    approve(ctx, approveSchema.parse({ id, interestRate: granted?.rate })),
  );
  on(granted?.signedDaysAgo, SIGNED_AT, by, (ctx) => signContract(ctx, id));
  for (const { daysAgo, numbers } of paid) on(daysAgo, PAID_AT, by, (ctx) => pay(ctx, id, numbers));
  for (const daysAgo of collected?.emailsDaysAgo ?? [])
    on(daysAgo, '09:35', 'admin', (ctx) => sendCollectionEmail(ctx, { id }));
  for (const { daysAgo, ...said } of collected?.contacts ?? [])
    on(daysAgo, '14:10', 'admin', (ctx, customers) =>
      createContact(ctx, { ...said, clientId: customers[by].user.id, operationId: id }),
    );
  on(collected?.negativatedDaysAgo, '15:02', 'admin', (ctx) => negativate(ctx, { id }));
  return acts;
}

const sent = ({ amount, termMonths, purpose, collateral }: PlannedCredit) => ({
  amount,
  termMonths,
  purpose,
  ...(collateral && { hasCollateral: true }),
  ...(collateral === 'casa' && { collateralType: collateral }),
  ...(collateral && collateral !== 'casa' && { collateralType: collateral.type, ...collateral.papers }),
});

async function pay(ctx: SignedInContext, proposalId: string, numbers: readonly number[]): Promise<void> {
  const { instalments } = ctx.db.tables;
  const chosen = await ctx.db
    .select({ id: instalments.id })
    .from(instalments)
    .where(and(eq(instalments.proposalId, proposalId), inArray(instalments.number, [...numbers])));
  await payInstalments(ctx, { ids: chosen.map(({ id }) => id), idempotencyKey: undefined });
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
      yieldTurn: nextTurn,
    },
  );
  return new Blob([bytes], { type: 'application/pdf' });
}
