import { eq } from 'drizzle-orm';
import type { Reader } from '#db/db';
import {
  defaultOf,
  SETTINGS,
  type SettingName,
  type SettingValues,
  type StricterInProduction,
} from '#domain/settings';
import type { Env } from '#server/kernel/env';

/** For the default: settings that are stricter in production need `isProduction`. */
export type EnvArgument<Name extends SettingName> = Name extends StricterInProduction
  ? [env: Pick<Env, 'isProduction'>]
  : [];

/** The stored value or the default. */
export async function readSetting<Name extends SettingName>(
  db: Pick<Reader, 'select' | 'tables'>,
  name: Name,
  ...env: EnvArgument<Name>
): Promise<SettingValues[Name]> {
  const { bankSettings } = db.tables;
  const [row] = await db
    .select({ value: bankSettings.value })
    .from(bankSettings)
    .where(eq(bankSettings.name, name));
  return settingValue(name, row ?? null, ...env);
}

export type StoredSetting = { value: unknown };

/** The stored value, or the default if there is none. */
export const settingValue = <Name extends SettingName>(
  name: Name,
  stored: StoredSetting | null,
  ...[env = { isProduction: false }]: EnvArgument<Name>
): SettingValues[Name] => (stored ? SETTINGS[name].schema.parse(stored.value) : defaultOf(name, env));
