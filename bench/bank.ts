import { openBank } from '#server/bank';
import type { Bank } from '#server/kernel/context';
import { readEnv } from '#server/kernel/env';
import { openLog } from '#server/kernel/log';
import { type Customer, fund, makeCustomers } from './people.ts';
import { serverEnv } from './server.ts';

/** `readUrl`: a streaming replica of PostgreSQL. */
export const openBenchBank = (databaseUrl: string, { readUrl }: { readUrl?: string } = {}): Promise<Bank> =>
  openBank(readEnv({ ...serverEnv(databaseUrl), DATABASE_READ_URL: readUrl }), { log: openLog('silent') });

/** A new bank with funded customers; closed again, for a server to open. */
export async function prepareBank(databaseUrl: string, customerCount: number): Promise<Customer[]> {
  const bank = await openBenchBank(databaseUrl);
  try {
    const customers = await makeCustomers(bank, customerCount);
    await fund(bank, customers);
    return customers;
  } finally {
    await bank.db.close();
  }
}
