import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy to a database that can be cut, go silent, or refuse. */
export type Link = {
  url: string;
  /** For URLs with several hosts. */
  host: string;
  /** Connections: current and total. */
  count(): { open: number; ever: number };
  /** Ends all connections; new ones work. */
  cut(): void;
  /** Connections stay open, and nothing passes in either direction. */
  goDark(): void;
  /** Statements pass; the server's answer ends the connection instead. */
  goDeaf(): void;
  comeBack(): void;
  /** Ends all connections and refuses new ones. */
  refuse(): Promise<void>;
  close(): Promise<void>;
};

export async function openLink(url: string): Promise<Link> {
  const target = new URL(url);
  const pairs = new Set<[Socket, Socket]>();
  let ever = 0;
  let isDark = false;
  let isDeaf = false;
  const server: Server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    ever += 1;
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (bytes) => {
        if (isDark) return;
        if (isDeaf && from === far) near.destroy();
        else to.write(bytes);
      });
      from.on('error', () => {});
      from.on('close', () => {
        pairs.delete(pair);
        if (!isDark) to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('listen() returned no address');
  const host = `127.0.0.1:${address.port}`;
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  const refuse = async () => {
    if (!server.listening) return;
    server.close();
    cut();
    await once(server, 'close');
  };
  return {
    url: url.replace(target.host, host),
    host,
    count: () => ({ open: pairs.size, ever }),
    cut,
    goDark: () => {
      isDark = true;
    },
    goDeaf: () => {
      isDeaf = true;
    },
    comeBack: () => {
      isDark = false;
      isDeaf = false;
    },
    refuse,
    close: refuse,
  };
}
