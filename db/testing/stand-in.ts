import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

/** PGlite behind a socket on a free port, empty or from `dump`'s image. */
export async function startStandIn(image?: string) {
  const lite = await PGlite.create(image ? { loadDataDir: new Blob([readFileSync(image)]) } : {});
  const port = await freePort();
  const server = new PGLiteSocketServer({ db: lite, host: '127.0.0.1', port, maxConnections: 4 });
  await server.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    dump: async () => new Uint8Array(await (await lite.dumpDataDir('none')).arrayBuffer()),
    stop: async () => {
      await server.stop();
      await lite.close();
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
