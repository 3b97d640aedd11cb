import { desc } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { DEFAULT_SIGNAL_RULES, type SignalRules } from '#domain/protection/signals';
import type { Fact } from '#server/decision/decision';

/** `version` null: the rules that hold while nobody has chosen others. */
export type RulesInForce = { version: string | null; rules: SignalRules };

export const FIRST_RULES: RulesInForce = { version: null, rules: DEFAULT_SIGNAL_RULES };

const NOW = 'now';

/** One row for all payments of a group. */
export const signalRules: Fact<RulesInForce> = { source: readAsFact, key: NOW };

async function readAsFact(on: Reader): Promise<ReadonlyMap<string, RulesInForce>> {
  return new Map([[NOW, await rulesInForce(on)]]);
}

export async function rulesInForce(on: Reader): Promise<RulesInForce> {
  const [newest] = await on
    .prepared('protection.signalRules', (reader, { signalRules: table }) =>
      reader.select({ version: table.id, rules: table.rules }).from(table).orderBy(desc(table.id)).limit(1),
    )
    .execute();
  return newest ? { version: newest.version, rules: newest.rules as SignalRules } : FIRST_RULES;
}
