import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { bankDate } from '../src-server/domain/date.ts';

/** Interval of polling for another process's result. */
const LOOK_EVERY_MS = 100;

/** Copies an image that is built once per run and bank date. Does nothing outside a run. */
export async function putDemo(
  dataDir: string,
  origin: string,
  seed: (dataDir: string) => Promise<{ origin: string }>,
): Promise<void> {
  const run = process.env.E2E_RUN;
  if (!run) return;
  const image = join(run, `demo-${bankDate(new Date())}`);
  const end = `${image}-end.json`;
  if (isFirst(`${image}-begun`)) await seedImage(image, end, seed);
  while (!existsSync(end)) await sleep(LOOK_EVERY_MS);
  const made = JSON.parse(readFileSync(end, 'utf8')) as { origin?: string; error?: string };
  if (made.origin === undefined) throw new Error(`seeding the demonstration failed: ${made.error}`);
  cpSync(image, dataDir, { recursive: true });
  redirectWebhook(dataDir, made.origin, origin);
}

function isFirst(mark: string): boolean {
  try {
    mkdirSync(mark);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** The file `end` holds the result: the server's address, or the error. Written atomically. */
async function seedImage(
  image: string,
  end: string,
  seed: (dataDir: string) => Promise<{ origin: string }>,
): Promise<void> {
  const made = await seed(image).then(
    ({ origin }) => ({ origin }),
    (error: unknown) => ({ error: String(error) }),
  );
  writeFileSync(`${end}.draft`, JSON.stringify(made));
  renameSync(`${end}.draft`, end);
}

/** Makes the simulated provider call the copy's server instead of the original one. */
function redirectWebhook(dataDir: string, from: string, to: string): void {
  const simulator = new Database(join(dataDir, 'simulator.db'), { fileMustExist: true });
  const { changes } = simulator
    .prepare("update records set body = replace(body, ?, ?) where kind = 'webhook'")
    .run(from, to);
  simulator.close();
  if (changes === 0) throw new Error(`${dataDir}/simulator.db: no webhook to redirect`);
}
