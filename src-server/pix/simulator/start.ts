import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { rootKey } from './accounts.ts';
import { createSimulator, type SimulatorOptions } from './app.ts';
import type { Simulator } from './simulator.ts';

/** A provider that runs: where it is, and the root account's key. `stop` lets requests and deliveries at hand end. */
export type RunningSimulator = {
  url: string;
  apiKey: string;
  simulator: Simulator;
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
  const { app, simulator } = createSimulator({ ...options, file: join(dataDir, 'simulator.db') });
  const server = createServer(getRequestListener(app.fetch));
  const address = await listenOn(server, host, port);
  return {
    url: `http://${host}:${address.port}`,
    apiKey: rootKey(simulator),
    simulator,
    stop: async () => {
      await close(server);
      simulator.store.close();
    },
  };
}

function listenOn(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
