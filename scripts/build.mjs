/** `npm run build`: builds the web client into dist/client, compresses it, and checks its budgets. */
import process from 'node:process';
import { run } from './ensure.mjs';

const node = (...args) => run(process.execPath, args);

node('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn');
node('scripts/compress.mjs');
node('scripts/budgets.mjs');
