import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a database that can be cut, goes dark (nothing comes or goes, nothing is refused) or is closed. */
export type Link = {
  /** The same database, by this way. */
  url: string;
  /** Host and port alone, for addresses with several. */
  host: string;
  /** So many connections there are now, and so many there ever were. */
  count(): { open: number; ever: number };
  /** Ends every connection; new ones are made. */
  cut(): void;
  goDark(): void;
  /** The database hears, and its answer ends the connection instead of arriving. */
  goDeaf(): void;
  comeBack(): void;
  /** Ends every connection and refuses new ones. */
  refuse(): Promise<void>;
  close(): Promise<void>;
};

/** Opens a way to the PostgreSQL of `url` on a free port of the loopback. */
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
  if (typeof address !== 'object' || !address) throw new Error('no address to listen on');
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
