import { z } from 'zod';
import type { updateParametersSchema } from '#domain/credit/parameters';
import type { CreditParameters } from '#domain/credit/terms';
import { refuse } from '#domain/refusal';
import { requireProof } from '#server/access/proof';
import { record } from '#server/audit/record';
import type { SignedInContext } from '#server/kernel/context';
import { tellRules } from '#server/outbox/tell-rules';
import { readSetting } from '#server/settings/read';
import { writeSetting } from '#server/settings/write';

const percent = z.string();

export const parametersAnswerSchema = z.object({
  rates: z.object({
    muito_baixo: percent,
    baixo: percent,
    moderado: percent,
    alto: percent,
    muito_alto: percent,
  }),
  discounts: z.object({ moto: percent, carro: percent, casa: percent }),
  iof: z.object({ dailyPercent: percent, additionalPercent: percent }),
  late: z.object({ finePercent: percent, monthlyInterestPercent: percent }),
}) satisfies z.ZodType<CreditParameters>;

export const creditParameters = ({ db }: SignedInContext): Promise<CreditParameters> =>
  readSetting(db, 'creditParameters');

/**
 * Existing proposals and contracts keep their parameters; all administrators are told. Refuses PARAMETERS_CHANGED if `from` is outdated; in production
 * TOKEN_NOT_ALLOWED and REAUTHENTICATE.
 */
export async function updateParameters(
  ctx: SignedInContext,
  { from, ...parameters }: z.output<typeof updateParametersSchema>,
): Promise<CreditParameters> {
  await requireProof(ctx, { inProduction: 'sinceSignIn' });
  await ctx.db.transaction(async (tx) => {
    const before = await writeSetting(tx, 'creditParameters', parameters, ctx.clock.now());
    if (from && Object.keys(differences(before, from)).length > 0) refuse('PARAMETERS_CHANGED');
    const changes = differences(before, parameters);
    if (Object.keys(changes).length === 0) return;
    await tellRules(tx, ctx, 'as taxas e os parâmetros de crédito');
    await record(tx, ctx, { action: 'update_setting', entityId: 'creditParameters', changes });
  });
  return parameters;
}

/** Keys such as 'rates.baixo'. */
function differences(
  before: CreditParameters,
  after: CreditParameters,
): Record<string, { from: string; to: string }> {
  const was = flat(before);
  const changed = Object.entries(flat(after)).flatMap(([name, to]) => {
    const from = was[name] ?? '';
    return from === to ? [] : [[name, { from, to }] as const];
  });
  return Object.fromEntries(changed);
}

function flat(parameters: CreditParameters): Record<string, string> {
  const values = Object.entries(parameters).flatMap(([group, members]) =>
    Object.entries(members).map(([name, value]) => [`${group}.${name}`, String(value)] as const),
  );
  return Object.fromEntries(values);
}
