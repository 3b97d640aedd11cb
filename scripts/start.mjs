/** `npm start`: installs, builds, migrates, fills and serves; each step only when it is needed. */
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
// Killed by somebody else, or for want of memory, it has not ended well.
server.on('exit', (code) => process.exit(code ?? (isStopping ? 0 : 1)));

// npm does not pass on a signal that is sent to it alone: the server ends with whoever started it.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && stop(), 500).unref();
