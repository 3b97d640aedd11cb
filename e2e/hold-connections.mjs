import { connect, createServer } from 'node:net';
import process from 'node:process';

/**
 * Holds 300 connections from each address named to one server at port 443, and prints how many it got of each, as JSON.
 * A later address may get fewer, if it counts together with earlier ones.
 */
const EACH = 300;
const held = [];

const holds = (from) =>
  new Promise((resolve) => {
    const host = from.includes(':') ? '::1' : '127.0.0.1';
    const socket = connect({ port: 443, host, localAddress: from });
    socket.once('connect', () => resolve(held.push(socket) > 0));
    socket.once('error', () => resolve(false));
  });

const server = createServer();
await new Promise((open) => server.listen({ port: 443, host: '::', backlog: 4096 }, open));
const got = {};
for (const from of process.argv.slice(2)) {
  got[from] ??= 0;
  for (let one = 0; one < EACH; one += 1) if (await holds(from)) got[from] += 1;
}
process.stdout.write(JSON.stringify(got), () => process.exit(0));
