import type { Tx } from '#db/db';
import type { SettingName } from '#domain/settings';
import { anyOf, idList } from '#server/kernel/any-of';
import type { StoredSetting } from '#server/settings/read';
import type { Fact } from './decision.ts';

/** A setting as it is stored; `settingValue` reads it. */
export const settingNamed = (name: SettingName): Fact<StoredSetting> => ({ source: readSettings, key: name });

async function readSettings(tx: Tx, names: readonly string[]): Promise<ReadonlyMap<string, StoredSetting>> {
  const rows = await tx
    .prepared('decision.settings', (on, { bankSettings }) =>
      on
        .select()
        .from(bankSettings)
        .where(anyOf(on, bankSettings.name, 'names')),
    )
    .execute({ names: idList(tx, names) });
  return new Map(rows.map(({ name, value }) => [name, { value }]));
}
