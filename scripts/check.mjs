/** `npm run check`: types, lint and unit tests; seconds. */
import process from 'node:process';
import { ensureInstalled, run } from './ensure.mjs';

/** The zones of the project that are type-checked, each with its own view of the platform. */
const TYPE_ZONES = ['tsconfig.domain.json', 'tsconfig.server.json', 'tsconfig.web.json', 'tsconfig.e2e.json'];

ensureInstalled();
for (const zone of TYPE_ZONES) run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', zone]);
run('node_modules/.bin/biome', ['ci', '--error-on-warnings', '.']);
run('node_modules/.bin/vitest', ['run', '--project', 'unit']);
