/** `npm run lighthouse`: audits the public page in production mode on a simulated slow phone. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startBank } from '../e2e/bank.ts';
import { CHROMIUM_ARGUMENTS } from '../e2e/chromium.ts';
import { ensureBuilt, ensureInstalled } from './ensure.mjs';
import { findChromium } from './machine.mjs';

const USAGE = `npm run lighthouse -- [options]
  --runs N     how often the page is measured; the run with the median performance is judged (3)
  --out FILE   where that run's whole report goes as JSON`;

const PACKAGE = 'tools/lighthouse';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

type Audit = { id: string; title: string; score: number | null; displayValue?: string };
type Category = { title: string; score: number | null; auditRefs: { id: string; weight: number }[] };
/** Scores from 0 to 1; null if not measured. */
type Report = {
  categories: Record<(typeof CATEGORIES)[number], Category>;
  audits: Record<string, Audit>;
};

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    out: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  console.log(USAGE);
  process.exit(0);
}
const chromium = findChromium();
if (!chromium) throw new Error('Chromium not found: install it, or set CHROMIUM_PATH');
ensureInstalled(PACKAGE);
ensureBuilt();

const report = await measure(chromium, Number(options.runs));
if (options.out) writeFileSync(options.out, JSON.stringify(report, null, 2));
print(report);
if (CATEGORIES.some((name) => report.categories[name].score !== 1)) process.exitCode = 1;

async function measure(chromiumPath: string, runs: number): Promise<Report> {
  const bank = await startBank({
    NODE_ENV: 'production',
    APP_ORIGIN: 'https://valebank.example',
    APP_KEYS: `lighthouse:${randomBytes(32).toString('base64')}`,
    HOST: 'localhost',
    TRUST_PROXY: 'none',
  });
  const folder = mkdtempSync(join(tmpdir(), 'valebank-lighthouse-'));
  try {
    const reports = Array.from({ length: runs }, () => run(chromiumPath, `${bank.origin}/`, folder));
    const performance = ({ categories }: Report) => categories.performance.score ?? 0;
    reports.sort((a, b) => performance(a) - performance(b));
    console.log(`performance of each run: ${reports.map((each) => inPoints(performance(each))).join(', ')}`);
    const median = reports[Math.floor((runs - 1) / 2)];
    if (!median) throw new Error('--runs must be a positive integer');
    return median;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await bank.stop();
  }
}

/** Retried once: sometimes Chromium's trace starts too late and Lighthouse gives up. */
function run(chromiumPath: string, address: string, folder: string): Report {
  try {
    return judge(chromiumPath, address, folder);
  } catch {
    return judge(chromiumPath, address, folder);
  }
}

function judge(chromiumPath: string, address: string, folder: string): Report {
  const file = join(folder, 'report.json');
  const flags = ['--headless=new', ...CHROMIUM_ARGUMENTS].join(' ');
  execFileSync(
    process.execPath,
    [
      join(PACKAGE, 'node_modules/lighthouse/cli/index.js'),
      address,
      '--form-factor=mobile',
      '--quiet',
      '--no-enable-error-reporting',
      '--output=json',
      `--output-path=${file}`,
      `--chrome-flags=${flags}`,
    ],
    { env: { ...process.env, CHROME_PATH: chromiumPath }, stdio: 'inherit' },
  );
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Audits that cost points first. */
function print({ categories, audits }: Report): void {
  const told = new Set<string>();
  const below = (id: string) => {
    const audit = audits[id];
    return audit && audit.score !== null && audit.score < 1 && !told.has(id) ? audit : null;
  };
  const tell = (audit: Audit) => {
    told.add(audit.id);
    console.log(`       ${inPoints(audit.score)}  ${audit.title} (${audit.id}) ${audit.displayValue ?? ''}`);
  };
  for (const name of CATEGORIES) {
    const { title, score, auditRefs } = categories[name];
    console.log(`${inPoints(score)}  ${title}`);
    for (const { id, weight } of auditRefs) {
      const audit = weight > 0 ? below(id) : null;
      if (audit) tell(audit);
    }
  }
  const rest = Object.keys(audits).flatMap((id) => below(id) ?? []);
  if (rest.length > 0) console.log('below 100 and counted in no score:');
  for (const audit of rest) tell(audit);
}

function inPoints(score: number | null): string {
  return (score === null ? '–' : String(Math.round(score * 100))).padStart(3);
}
