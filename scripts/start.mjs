/** `npm start`: installs, builds, migrates, seeds and serves; each step only if needed. */
import { spawn } from 'node:child_process';
import process from 'node:process';
import { ensureBuilt, ensureInstalled } from './ensure.mjs';

ensureInstalled();
ensureBuilt();
const server = spawn(process.execPath, ['--import', 'tsx', 'src-server/main.ts'], { stdio: 'inherit' });
let isStopping = false;
const stop = () => {
  isStopping = true;
  server.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
// Without a code the server was killed: a failure, unless this process stopped it.
server.on('exit', (code) => process.exit(code ?? (isStopping ? 0 : 1)));

// npm does not forward a signal sent to it alone, so the server ends with its parent.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && stop(), 500).unref();
