import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { rootKey } from './accounts.ts';
import { createSimulator, type SimulatorOptions } from './app.ts';
import type { Simulator } from './simulator.ts';

/** Calls that are under way when it is told to stop may take so long. */
const LAST_CALLS_MS = 2000;

/** A provider that runs: where it is, and the root account's key. */
export type RunningSimulator = {
  url: string;
  apiKey: string;
  simulator: Simulator;
  /** Does everything that is under way at once, and waits until its events are delivered (10 seconds at most). */
  settle(): Promise<void>;
  /** Closes the port: connections are refused until `comeBack`. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
  /** Lets calls and deliveries at hand end. */
  stop(): Promise<void>;
};

type StartOptions = Omit<SimulatorOptions, 'file'> & {
  /** Where its file `simulator.db` is kept. */
  dataDir: string;
  host?: string;
  port?: number;
};

/** Starts the embedded provider on a port of its own, by default one that is free, open to this machine alone. */
export async function startSimulator({
  dataDir,
  host = '127.0.0.1',
  port = 0,
  ...options
}: StartOptions): Promise<RunningSimulator> {
  const { app, simulator, worker } = createSimulator({ ...options, file: join(dataDir, 'simulator.db') });
  const listener = getRequestListener(app.fetch);
  let server = createServer(listener);
  const address = await listenOn(server, host, port).catch(async (error) => {
    await worker.stop();
    simulator.store.close();
    throw error;
  });
  return {
    url: `http://${host}:${address.port}`,
    apiKey: rootKey(simulator),
    simulator,
    settle: worker.settle,
    goDown: () => close(server, 0),
    comeBack: async () => {
      server = createServer(listener);
      await listenOn(server, host, address.port);
    },
    stop: async () => {
      await Promise.all([worker.stop(), close(server, LAST_CALLS_MS)]);
      simulator.store.close();
    },
  };
}

/** Whether the provider could not be started because another process has its file. */
export const isInUse = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';

function listenOn(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });
}

/** Takes no new calls; those at hand have so long. */
function close(server: Server, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const hard = setTimeout(() => server.closeAllConnections(), patienceMs);
    server.close(() => {
      clearTimeout(hard);
      resolve();
    });
    server.closeIdleConnections();
  });
}
