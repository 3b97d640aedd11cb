import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepareBank } from './bank.ts';
import { type Case, type Effort, type Findings, figuresOf, interleaved } from './figures.ts';
import { load, requestText } from './load.ts';
import { PASSWORD } from './people.ts';
import { startServer } from './server.ts';

const CONNECTIONS = [1, 4];
/** Enough that no customer reaches the limit of logins per minute. */
const CUSTOMERS = 500;

/** Logins over HTTP, each customer from its own address. Dominated by the password hash. */
export async function benchSignIn(effort: Effort, folder: string): Promise<Findings> {
  mkdirSync(folder, { recursive: true });
  const url = `file:${join(folder, 'sign-in.db')}`;
  const customers = await prepareBank(url, CUSTOMERS);
  const server = await startServer(url);
  try {
    const request = (n: number) => {
      const place = n % customers.length;
      const from = { 'X-Forwarded-For': `10.0.${place >> 8}.${place & 255}` };
      const document = customers[place]?.cpf;
      return requestText('POST', '/api/auth/login', from, { document, password: PASSWORD });
    };
    const cases = CONNECTIONS.map(
      (connections): Case => ({
        name: `login, ${connections} connections`,
        unit: 'logins/s',
        measure: (seconds) => load({ server, connections, seconds, request }),
      }),
    );
    return { figures: figuresOf(cases, await interleaved(cases, effort)), targets: [], notes: [] };
  } finally {
    await server.stop();
  }
}
