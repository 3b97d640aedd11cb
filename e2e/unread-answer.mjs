import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Sends an answer without end from port 443 to a client that reads no more than its beginning. Prints how many bytes the sender's kernel
 * keeps of it, as JSON.
 */
const PIECE = Buffer.alloc(64 * 1024);
const BEGINNING = 8_000_000;

const server = createServer((socket) => {
  const send = () => {
    while (socket.write(PIECE));
  };
  socket.on('error', () => {}).on('drain', send);
  send();
});
await new Promise((open) => server.listen({ port: 443, host: '127.0.0.1' }, open));
const client = connect(443, '127.0.0.1');
for (let read = 0; read < BEGINNING; ) read += (await once(client, 'data'))[0].length;
client.pause();
await sleep(2_000);
const kept = /: 0100007F:01BB \S+ 01 ([0-9A-F]+):/.exec(readFileSync('/proc/net/tcp', 'utf8'))?.[1];
process.stdout.write(JSON.stringify({ kept: Number.parseInt(kept, 16) }), () => process.exit(0));
