import type { Db, Tx } from '#db/db';
import { wholeOf } from '#db/engine';
import type { Bank } from '#server/kernel/context';

/** Writes when sessions or tokens were last used; one function for each kind. */
export type WriteUses = (tx: Tx, ids: readonly string[], at: Date) => Promise<unknown>;

type Use = { id: string; at: Date; write: WriteUses };

/** Uses are written together: a transaction for each would be as many as there are payments. */
const GATHER_MS = 250;
/** Of a transaction, so that payments do not wait long for it. */
const MOST_TOGETHER = 500;

const noted = new Map<Db, Uses>();

/** Writes after the request, so that a read never waits for it. Of several uses before that, only one is written. */
export function noteUse({ db, log }: Pick<Bank, 'db' | 'log'>, use: Use): void {
  const whole = wholeOf(db);
  const uses = noted.get(whole) ?? new Uses(whole, log);
  noted.set(whole, uses);
  uses.add(use);
}

/** Writes what was noted, before the database is closed. */
export async function usesWritten(): Promise<void> {
  await Promise.all([...noted.values()].map((uses) => uses.write()));
}

class Uses {
  readonly #db: Db;
  readonly #log: Bank['log'];
  readonly #waiting = new Map<string, Use>();
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db, log: Bank['log']) {
    this.#db = db;
    this.#log = log;
  }

  add(use: Use): void {
    if (this.#waiting.has(use.id)) return;
    this.#waiting.set(use.id, use);
    this.#plan();
  }

  /** Resolves when all that was noted before is written. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeWaiting());
    return this.#writing;
  }

  #plan(): void {
    this.#timer ??= setTimeout(() => void this.write(), GATHER_MS).unref();
  }

  async #writeWaiting(): Promise<void> {
    clearTimeout(this.#timer);
    const uses = [...this.#waiting.values()];
    for (let from = 0; from < uses.length; from += MOST_TOGETHER)
      await this.#writeSome(uses.slice(from, from + MOST_TOGETHER));
    for (const { id } of uses) this.#waiting.delete(id);
    this.#timer = undefined;
    if (this.#waiting.size > 0) this.#plan();
    else noted.delete(this.#db);
  }

  async #writeSome(uses: readonly Use[]): Promise<void> {
    try {
      await this.#db.transaction((tx) => writeEach(tx, uses));
    } catch (error) {
      this.#log.warn({ err: error }, 'the last use of sessions or tokens was not written');
    }
  }
}

/** With the moment of the last use, at most GATHER_MS after the others. */
async function writeEach(tx: Tx, uses: readonly Use[]): Promise<void> {
  for (const write of new Set(uses.map((use) => use.write))) {
    const alike = uses.filter((use) => use.write === write);
    const at = alike.reduce((last, use) => (use.at > last ? use.at : last), new Date(0));
    await write(
      tx,
      alike.map(({ id }) => id),
      at,
    );
  }
}
