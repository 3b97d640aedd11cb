import { connect, createServer } from 'node:net';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Opens so many connections from each address, one address after the other, to a server at port 443, and ends each; `each`, `all` or `paced`:
 * one after the other, at once, or 250 a second at most. Prints how many the server answered of each address, as JSON.
 */
const [how, count, ...addresses] = process.argv.slice(2);
const ANSWER_MS = 2_000;

const opens = (from) =>
  new Promise((resolve) => {
    const host = from.includes(':') ? '::1' : '127.0.0.1';
    const socket = connect({ port: 443, host, localAddress: from });
    socket.once('data', () => {
      resolve(true);
      socket.resetAndDestroy();
    });
    socket.on('error', () => {}).once('close', () => resolve(false));
    setTimeout(() => socket.destroy(), ANSWER_MS).unref();
  });

const server = createServer((socket) => socket.on('error', () => {}).write('x'));
await new Promise((open) => server.listen({ port: 443, host: '::', backlog: 4096 }, open));
const got = {};
for (const from of addresses) {
  const answered = [];
  if (how === 'all')
    answered.push(...(await Promise.all(Array.from({ length: Number(count) }, () => opens(from)))));
  else
    for (let one = 0; one < Number(count); one += 1) {
      if (how === 'paced') await sleep(4);
      answered.push(await opens(from));
    }
  got[from] = answered.filter((isAnswered) => isAnswered).length;
}
process.stdout.write(JSON.stringify(got), () => process.exit(0));
