/** `node scripts/duplicates.mjs [folder …]`: fails when two places of src or src-server share 12 lines or more, tests left out. */
import { createRequire } from 'node:module';
import process from 'node:process';

// jscpd's ES module imports a path that Node does not resolve.
const { detectClones } = createRequire(import.meta.url)('jscpd');

const folders = process.argv.slice(2);
const clones = await detectClones({
  path: folders.length > 0 ? folders : ['src', 'src-server'],
  format: ['typescript', 'tsx'],
  ignore: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**', '**/whole-bank/**'],
  minLines: 12,
  minTokens: 60,
  reporters: [],
  silent: true,
  noTips: true,
});
for (const { duplicationA, duplicationB } of clones)
  console.error(`${placeOf(duplicationA)} is the same as ${placeOf(duplicationB)}: keep one, and import it`);
process.exit(clones.length > 0 ? 1 : 0);

function placeOf({ sourceId, start, end }) {
  return `${sourceId}:${start.line}-${end.line}`;
}
