import { notInArray } from 'drizzle-orm';
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

/** Not the newest by id, which is the machine's time: the one that no other version replaces. */
export async function rulesInForce(on: Reader): Promise<RulesInForce> {
  const [last] = await on
    .prepared('protection.signalRules', (reader, { signalRules: table }) =>
      reader
        .select({ version: table.id, rules: table.rules })
        .from(table)
        .where(notInArray(table.id, reader.select({ id: table.basedOn }).from(table))),
    )
    .execute();
  return last ? { version: last.version, rules: last.rules as SignalRules } : FIRST_RULES;
}
