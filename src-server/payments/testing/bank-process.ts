import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { openBank } from '#server/bank';
import { COVERED } from '#server/cover/cover-worker';
import { createApp } from '#server/http/app';
import { readEnv } from '#server/kernel/env';
import { openProvider, type ProviderOptions } from '#server/provider/client';
import { CHARGES } from '../charges/charge-worker.ts';
import { CLAIMS } from '../claims/claim-worker.ts';
import { startOrderWorker } from '../orders/order-worker.ts';
import { EVENTS } from '../process-events.ts';

/** Sent to the process, which then opens the bank and answers 'opened'. */
export type BankProcessPlan = { env: Record<string, string>; provider: ProviderOptions; port: number };

async function openServer({ env, provider, port }: BankProcessPlan): Promise<void> {
  const bank = await openBank(readEnv(env), { provider: openProvider(provider) });
  const server = createServer(getRequestListener(createApp(bank, { clientFolder: 'none' }).fetch));
  await listening(server, port);
  startOrderWorker(bank, { pollMs: 25, tasks: [EVENTS, ...CHARGES, CLAIMS, COVERED] });
}

/** Retries: the previous process may release the port a moment later. */
async function listening(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const error = await new Promise<Error | null>((resolve) => {
      server.once('error', resolve);
      server.listen(port, '127.0.0.1', () => resolve(null));
    });
    if (!error) return;
    if (tries === 50) throw error;
    await sleep(20);
  }
}

process.on('message', (message) => {
  const work = async () => {
    await openServer(message as BankProcessPlan);
    process.send?.('opened');
  };
  work().catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.on('disconnect', () => process.exit(0));
process.send?.('warm');
