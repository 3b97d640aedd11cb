import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import process from 'node:process';

/** Opens a connection to port 443, and prints for how many seconds the kernel remembers it, as JSON. */
const server = createServer((socket) => socket.write('x'));
await new Promise((open) => server.listen({ port: 443, host: '127.0.0.1' }, open));
const socket = connect(443, '127.0.0.1');
await once(socket, 'data');
const remembered = /^ipv4 .* tcp +6 (\d+) ESTABLISHED .*dport=443/m.exec(
  readFileSync('/proc/net/nf_conntrack', 'utf8'),
);
process.stdout.write(JSON.stringify({ seconds: Number(remembered?.[1]) }), () => process.exit(0));
