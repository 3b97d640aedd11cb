import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#db/db';
import { forUpdate } from '#db/lock';
import { formatBrl, parseDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { SETTING_LABELS } from '#domain/setting-words';
import { MAXIMUM_NAMES, type SettingName, SWITCH_NAMES, type UpdateSettingInput } from '#domain/settings';
import { requireProof } from '#server/access/proof';
import { moneySchema } from '#server/account/shapes';
import { record } from '#server/audit/record';
import type { SignedInContext } from '#server/kernel/context';
import { tellRules } from '#server/outbox/tell-rules';
import { writeSetting } from '#server/settings/write';

export const updatedSettingSchema = z.discriminatedUnion('name', [
  z.object({ name: z.enum(SWITCH_NAMES), value: z.boolean() }),
  z.object({ name: z.enum(MAXIMUM_NAMES), value: moneySchema }),
]);

/**
 * Of a maximum, and of a switch that is turned off (a second factor no longer required, notices no longer sent), all administrators are told.
 * Refuses TWO_FACTOR_NOT_ENABLED if the caller would lock themselves out; in production TOKEN_NOT_ALLOWED, REAUTHENTICATE.
 */
export async function updateSetting(
  ctx: SignedInContext,
  input: UpdateSettingInput,
): Promise<z.output<typeof updatedSettingSchema>> {
  const { name, value } = input;
  const weakens = typeof value === 'string' || (name === 'requireAdminTwoFactor' && !value);
  if (weakens) await requireProof(ctx, { inProduction: 'sinceSignIn' });
  await ctx.db.transaction(async (tx) => {
    if (name === 'requireAdminTwoFactor' && value) await refuseWithoutTwoFactor(tx, ctx.user.id);
    const before = await writeSetting<SettingName>(tx, name, value, ctx.clock.now(), ctx.env);
    if (before === value) return;
    if (weakens || value === false) await tellRules(tx, ctx, wordsOf(name, { from: before, to: value }));
    await record(tx, ctx, { action: 'update_setting', entityId: name, changes: { from: before, to: value } });
  });
  return input;
}

type Change = Record<'from' | 'to', unknown>;

/** 'Limite de um ajuste manual, de R$ 100,00 para R$ 200,00' */
function wordsOf(name: SettingName, { from, to }: Change): string {
  const [before, after] = [from, to].map((value) =>
    typeof value === 'string' ? formatBrl(parseDecimal(value) ?? 0) : value === true ? 'sim' : 'não',
  );
  const label = name.startsWith('notify') ? `Avisar sobre: ${SETTING_LABELS[name]}` : SETTING_LABELS[name];
  return `“${label}”, de ${before} para ${after}`;
}

/** Locks the row, so that the factor cannot be removed before the commit. */
async function refuseWithoutTwoFactor(tx: Tx, userId: string): Promise<void> {
  const { users } = tx.tables;
  const [own] = await forUpdate(
    tx.select({ totpSecret: users.totpSecret }).from(users).where(eq(users.id, userId)),
  );
  if (!own?.totpSecret)
    refuse('TWO_FACTOR_NOT_ENABLED', {
      text: 'Ative primeiro a sua própria autenticação de dois fatores: sem ela você seria o primeiro a ficar de fora.',
    });
}
