/**
 * @module-tag prove
 * @module-tag scaled
 * @module-tag processes
 */
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { evenlySpread, longProofScale } from '#db/testing/proof-scale';
import { raceTest } from '#db/testing/race-test';
import { runStepped } from '#db/testing/run-stepped';
import { testEngine } from '#db/testing/test-db';
import { TEST_APP_KEYS } from '#server/ledger/testing/bank';
import { bundle } from '#server/testing/bundle';
import { type CheckedCopy, checkDatabase } from './check-copy.ts';
import { restoreBackup } from './restore-backup.ts';
import { putUpload } from './testing/put-upload.ts';
import { backedUpBank, dropAside, newestOf, targetOf } from './testing/restorable.ts';

type Scene = Awaited<ReturnType<typeof cutScene>>;

const DAMAGED = 'damaged';

/** A bank changed since its backup, with one upload lost and one damaged, and the programs that restore it. */
async function cutScene() {
  const folder = mkdtempSync(join(tmpdir(), 'valebank-cut-'));
  const made = await backedUpBank();
  const [damaged = '', lost = ''] = made.uploads;
  const whole = readFileSync(join(made.dataDir, damaged), 'utf8');
  putUpload(made.dataDir, 'one', DAMAGED);
  rmSync(join(made.dataDir, lost));
  const steps = await bundle('db/testing/steps.ts', folder);
  const restore = await bundle('scripts/restore.ts', folder);
  return {
    ...made,
    folder,
    damaged,
    whole,
    program: [steps, restore, 'latest', '--yes'] as [string, ...string[]],
  };
}

async function another({ address, dataDir, folder }: Scene) {
  const round = mkdtempSync(join(folder, 'round-'));
  const data = join(round, 'data');
  cpSync(dataDir, data, { recursive: true });
  if (testEngine() === 'postgres') return { ...(await address.copy()), round, data };
  copyFileSync(address.url.slice('file:'.length), join(round, 'bank.db'));
  return { ...address, url: `file:${join(round, 'bank.db')}`, drop: async () => {}, round, data };
}

type Round = Awaited<ReturnType<typeof another>>;

const restoreIn = ({ round, data, url }: Round, { program }: Scene, at?: number) =>
  runStepped(
    { folder: round, trace: join(round, `steps-${at}`), ...(at !== undefined && { at }) },
    { DATA_DIR: data, DATABASE_URL: url, NODE_ENV: 'test', APP_KEYS: TEST_APP_KEYS },
    program,
  );

async function whichBank({ url, data }: Round, { old, taken, damaged, whole }: Scene): Promise<string> {
  if (url.startsWith('file:') && !existsSync(url.slice('file:'.length))) return 'neither: no file';
  const found: CheckedCopy | string = await checkDatabase(url).catch(String);
  const upload = readFileSync(join(data, damaged), 'utf8');
  const isWhole = upload === whole;
  if (!isWhole && upload !== DAMAGED) return `neither: half an upload`;
  if (JSON.stringify(found) === JSON.stringify(old)) return 'old';
  if (JSON.stringify(found) === JSON.stringify(taken))
    return isWhole ? 'new' : 'neither: without its uploads';
  return `neither: ${JSON.stringify(found)}`;
}

/** After every tenth cut the restore is run to its end; after the others the next cut follows. */
const TO_THE_END_EVERY = 10;

const READS = /^postgres +(SELECT|SHOW|SET)\b/i;

/** Evenly spread steps to cut at, among those that change something, including the last. */
function cutsOf(steps: string[]): number[] {
  const changing = steps.flatMap((step, index) => {
    const isOfRead = step.startsWith('amid') && READS.test(steps[index - 1] ?? '');
    return READS.test(step) || isOfRead ? [] : [index + 1];
  });
  return evenlySpread(changing, longProofScale(changing.length));
}

async function toTheEnd(round: Round, scene: Scene, scratch: string[]): Promise<void> {
  const target = { ...targetOf(scene.bank, round), dataDir: round.data };
  await restoreBackup(target, await newestOf(round.data));
  expect(await whichBank(round, scene)).toBe('new');
  await dropAside(round, scratch);
  await round.drop();
  rmSync(round.round, { recursive: true });
}

const scratchIn = (steps: string[]): string[] =>
  steps.flatMap((step) => /CREATE DATABASE (valebank_scratch_\w+)/.exec(step)?.[1] ?? []);

raceTest(
  'a restore killed at any of its steps leaves the old bank or the new one, and the next restore works',
  async () => {
    const scene = await cutScene();
    let round = await another(scene);
    const { code, output, steps } = await restoreIn(round, scene);
    expect([code, output]).toEqual([0, expect.stringContaining('está no lugar')]);
    await toTheEnd(round, scene, []);
    round = await another(scene);
    const left = { old: 0, new: 0 };
    const cuts = cutsOf(steps);
    let scratch: string[] = [];
    for (const [index, at] of cuts.entries()) {
      const killed = await restoreIn(round, scene, at);
      const where = `killed at step ${at}: ${killed.steps.at(-1)}`;
      expect(killed.signal, where).toBe('SIGKILL');
      scratch = [...scratch, ...scratchIn(killed.steps)];
      const bank = await whichBank(round, scene);
      expect(['old', 'new'], where).toContain(bank);
      left[bank as 'old' | 'new'] += 1;
      if (bank === 'new' || index % TO_THE_END_EVERY === 0 || at === cuts.at(-1)) {
        await toTheEnd(round, scene, scratch);
        if (at !== cuts.at(-1)) round = await another(scene);
        scratch = [];
      } else {
        rmSync(round.data, { recursive: true });
        cpSync(scene.dataDir, round.data, { recursive: true });
      }
    }
    await scene.address.drop();
    rmSync(scene.folder, { recursive: true });
    console.log(
      `restore (${testEngine()}): killed at ${cuts.length} of its ${steps.length} steps, ${left.old} times the old bank, ${left.new} times the new one, never neither: held`,
    );
  },
  { timeout: 600_000 },
);
