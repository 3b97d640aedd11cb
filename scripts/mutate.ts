/**
 * `npm run mutate`: plants faults in critical sources and lists those that no test detects.
 * npm run mutate                                  # all, except known results
 * npm run mutate -- --only src-server/domain/pix  # a folder or a file
 * npm run mutate -- --changed                     # changes since the last commit (--since REF: another)
 * npm run mutate -- --anew --workers 2            # ignore known results; two processes
 * npm run mutate -- --share 0.25                  # a quarter of the faults, always the same ones
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { readMarks } from './mutate/equivalent.ts';
import { changedSince, makePlan } from './mutate/plan.ts';
import { report } from './mutate/report.ts';
import { readResults, writeResults } from './mutate/results.ts';
import { tryAll } from './mutate/try-all.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    changed: { type: 'boolean', default: false },
    since: { type: 'string' },
    anew: { type: 'boolean', default: false },
    workers: { type: 'string', default: '1' },
    share: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
  },
});

const began = Date.now();
const changed = values.changed || values.since ? changedSince(values.since ?? 'HEAD') : null;
const plan = makePlan({
  only: values.only.map((one) => one.replace(/\/$/, '')),
  changed,
  share: Number(values.share),
});
const results = values.anew ? {} : readResults();
console.log(`${plan.mutants.length} mutants of ${plan.sourceHashes.size} files`);
if (!values.list) await tryAll(plan, results, Number(values.workers), () => writeResults(results));
const { text, ok } = report(plan, results, readMarks());
console.log(`${text}\n${((Date.now() - began) / 60_000).toFixed(1)} minutes`);
process.exitCode = ok ? 0 : 1;
