import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { bankDate } from '../src-server/domain/date.ts';

/** How often the end of another process's work is looked for. */
const LOOK_EVERY_MS = 100;

/**
 * Puts the demonstration into a data directory whose server will be at `origin`: a copy of one that `seed` fills, once a run
 * and day of the bank, whoever asks first, and that a server has closed. Outside a run, where nothing is shared, it does
 * nothing.
 */
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
  if (made.origin === undefined) throw new Error(`the demonstration could not be made: ${made.error}`);
  cpSync(image, dataDir, { recursive: true });
  move(dataDir, made.origin, origin);
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

/** The file `end` says how it ended, whole at once: where the server was, or what went wrong. */
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

/** The payment provider tells the copy's server what it told the first one, from its first moment on. */
function move(dataDir: string, from: string, to: string): void {
  const simulator = new Database(join(dataDir, 'simulator.db'), { fileMustExist: true });
  const { changes } = simulator
    .prepare("update records set body = replace(body, ?, ?) where kind = 'webhook'")
    .run(from, to);
  simulator.close();
  if (changes === 0) throw new Error('the payment provider of the demonstration tells nobody');
}
