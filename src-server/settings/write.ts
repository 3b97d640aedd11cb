import { eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { forUpdate } from '#db/lock';
import { defaultOf, SETTINGS, type SettingName, type SettingValues } from '#domain/settings';
import type { EnvArgument } from './read.ts';

/** Returns the previous value. The row is created first, so that it can be locked. */
export async function writeSetting<Name extends SettingName>(
  tx: Tx,
  name: Name,
  value: SettingValues[Name],
  at: Date,
  ...[env = { isProduction: false }]: EnvArgument<Name>
): Promise<SettingValues[Name]> {
  const { bankSettings } = tx.tables;
  const byDefault = defaultOf(name, env);
  await tx.insert(bankSettings).values({ name, value: byDefault, changedAt: at }).onConflictDoNothing();
  const [before] = await forUpdate(
    tx.select({ value: bankSettings.value }).from(bankSettings).where(eq(bankSettings.name, name)),
  );
  if (!before) throw new Error(`setting ${name}: row not found after insert`);
  await tx.update(bankSettings).set({ value, changedAt: at }).where(eq(bankSettings.name, name));
  return SETTINGS[name].schema.parse(before.value);
}
