/** `npm start`: installs, builds, migrates, fills and serves; each step only when it is needed. */
import { spawn } from 'node:child_process';
import process from 'node:process';
import { ensureBuilt, ensureInstalled } from './ensure.mjs';

ensureInstalled();
ensureBuilt();
const server = spawn(process.execPath, ['--import', 'tsx', 'src-server/main.ts'], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(signal ? 0 : (code ?? 1)));
