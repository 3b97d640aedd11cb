import { connect, createServer } from 'node:net';
import process from 'node:process';

/**
 * `hold` or `drop`, a count, and addresses: opens so many connections from each to a server at port 443, and keeps or ends them.
 * Prints how many it got of each address, as JSON. An address named twice tries twice.
 */
const [what, count, ...addresses] = process.argv.slice(2);

const opens = (from) =>
  new Promise((resolve) => {
    const host = from.includes(':') ? '::1' : '127.0.0.1';
    const socket = connect({ port: 443, host, localAddress: from });
    socket.once('connect', () => {
      if (what === 'drop') socket.resetAndDestroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

const server = createServer((socket) => socket.on('error', () => {}));
await new Promise((open) => server.listen({ port: 443, host: '::', backlog: 4096 }, open));
const got = {};
for (const from of addresses) {
  got[from] ??= 0;
  for (let one = 0; one < Number(count); one += 1) if (await opens(from)) got[from] += 1;
}
process.stdout.write(JSON.stringify(got), () => process.exit(0));
