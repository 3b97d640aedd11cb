import { connect, createServer } from 'node:net';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Sends as much as it can from each address at once, over so many connections, to a server at port 443, for so many seconds. Prints how
 * many bytes came of each address, as JSON.
 */
const [seconds, connections, ...addresses] = process.argv.slice(2);
const plain = (address) => address.replace('::ffff:', '');

const got = Object.fromEntries(addresses.map((address) => [address, 0]));
const server = createServer((socket) => {
  const from = plain(socket.remoteAddress);
  socket
    .on('error', () => {})
    .on('data', (bytes) => {
      got[from] += bytes.length;
    });
});
await new Promise((open) => server.listen({ port: 443, host: '::' }, open));

const PIECE = Buffer.alloc(64 * 1024);
for (const from of addresses)
  for (let one = 0; one < Number(connections); one += 1) {
    const host = from.includes(':') ? '::1' : '127.0.0.1';
    const socket = connect({ port: 443, host, localAddress: from }).on('error', () => {});
    const send = () => {
      while (socket.write(PIECE));
    };
    socket.on('connect', send).on('drain', send);
  }
await sleep(Number(seconds) * 1000);
process.stdout.write(JSON.stringify(got), () => process.exit(0));
