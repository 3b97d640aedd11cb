import { eq } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { SETTINGS, type SettingName, type SettingValues } from '#domain/settings';

/** What a setting is now: what an administrator set last, or its default. */
export async function readSetting<Name extends SettingName>(
  db: Pick<Reader, 'select' | 'tables'>,
  name: Name,
): Promise<SettingValues[Name]> {
  const { bankSettings } = db.tables;
  const [row] = await db
    .select({ value: bankSettings.value })
    .from(bankSettings)
    .where(eq(bankSettings.name, name));
  return row ? SETTINGS[name].schema.parse(row.value) : SETTINGS[name].default;
}
