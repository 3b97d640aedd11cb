import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#db/db';
import { forUpdate } from '#db/lock';
import { refuse } from '#domain/refusal';
import { MAXIMUM_NAMES, type SettingName, SWITCH_NAMES, type UpdateSettingInput } from '#domain/settings';
import { requireProof } from '#server/access/proof';
import { moneySchema } from '#server/account/shapes';
import { record } from '#server/audit/record';
import type { SignedInContext } from '#server/kernel/context';
import { writeSetting } from '#server/settings/write';

export const updatedSettingSchema = z.discriminatedUnion('name', [
  z.object({ name: z.enum(SWITCH_NAMES), value: z.boolean() }),
  z.object({ name: z.enum(MAXIMUM_NAMES), value: moneySchema }),
]);

/**
 * Refuses TWO_FACTOR_NOT_ENABLED if the caller would lock themselves out; in production TOKEN_NOT_ALLOWED,
 * REAUTHENTICATE.
 */
export async function updateSetting(
  ctx: SignedInContext,
  input: UpdateSettingInput,
): Promise<z.output<typeof updatedSettingSchema>> {
  const { name, value } = input;
  if (typeof value === 'string' || (name === 'requireAdminTwoFactor' && !value))
    await requireProof(ctx, { inProduction: 'sinceSignIn' });
  await ctx.db.transaction(async (tx) => {
    if (name === 'requireAdminTwoFactor' && value) await refuseWithoutTwoFactor(tx, ctx.user.id);
    const before = await writeSetting<SettingName>(tx, name, value, ctx.clock.now(), ctx.env);
    if (before === value) return;
    await record(tx, ctx, { action: 'update_setting', entityId: name, changes: { from: before, to: value } });
  });
  return input;
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
