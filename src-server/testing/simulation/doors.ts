import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { onTestFinished } from 'vitest';
import { createApp } from '#server/http/app';
import type { Bank } from '#server/kernel/context';

/** The webhook's port; callers wait until it opens, so that runs are deterministic. */
export type Doors = {
  origin: string;
  open(bank: Bank): void;
  close(): void;
  hangUp(): void;
};

export async function newDoors(): Promise<Doors> {
  let serve: Listener | null = null;
  let waiting: (() => void)[] = [];
  const server = createServer(async (incoming, outgoing) => {
    while (!serve) await new Promise<void>((resolve) => waiting.push(resolve));
    await serve(incoming, outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const apps = new WeakMap<Bank, Listener>();
  const listenerOf = (bank: Bank): Listener => {
    const made = apps.get(bank) ?? getRequestListener(createApp(bank, { clientFolder: 'none' }).fetch);
    apps.set(bank, made);
    return made;
  };
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: (bank) => {
      serve = listenerOf(bank);
      for (const letIn of waiting) letIn();
      waiting = [];
    },
    close: () => {
      serve = null;
    },
    hangUp: () => server.closeAllConnections(),
  };
}

type Listener = ReturnType<typeof getRequestListener>;
