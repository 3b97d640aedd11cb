/** `npm run dev`: the server, restarted on changes, and Vite. */
import { spawn } from 'node:child_process';
import process from 'node:process';
import { ensureInstalled } from './ensure.mjs';

ensureInstalled();
const commands = [
  // The browser uses Vite's port, so that is the allowed origin.
  {
    args: ['--import', 'tsx', '--watch', '--watch-preserve-output', 'src-server/main.ts'],
    env: { APP_ORIGIN: 'http://localhost:5173' },
  },
  { args: ['node_modules/vite/bin/vite.js', '--port', '5173', '--strictPort'], env: {} },
]; // prettier-ignore
const children = commands.map(({ args, env }) =>
  spawn(process.execPath, args, { stdio: 'inherit', env: { ...env, ...process.env } }),
);
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
