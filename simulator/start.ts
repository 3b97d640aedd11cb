import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { rootKey } from './accounts.ts';
import { createSimulator, type SimulatorOptions } from './app.ts';
import type { Simulator } from './simulator.ts';

/** Time for calls in progress when stopping. */
const LAST_CALLS_MS = 2000;

export type RunningSimulator = {
  url: string;
  apiKey: string;
  simulator: Simulator;
  /** Completes everything pending and waits for its events (10 s at most). */
  settle(): Promise<void>;
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
  /** Waits for calls and deliveries in progress. */
  stop(): Promise<void>;
};

type StartOptions = Omit<SimulatorOptions, 'file'> & {
  dataDir: string;
  host?: string;
  port?: number;
};

/** Starts the simulator on a local port, by default a free one. */
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

/** Whether starting failed because another process has the simulator's file open. */
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
