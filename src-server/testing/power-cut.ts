import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { newRandom, type Random } from './simulation/random.ts';
import type { Step } from './traced-disk.ts';

/** A sector is written whole or not at all. */
const SECTOR_BYTES = 512;

/** Fate of unsynced writes: none, all, a torn last write, any order, or single sectors. */
export const LOSSES = ['dropped', 'kept', 'torn', 'reordered', 'scattered'] as const;
export type Loss = (typeof LOSSES)[number];

class Content {
  #bytes: Buffer;
  length: number;

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.#bytes = bytes;
    this.length = bytes.length;
  }

  copy = (): Content => new Content(Buffer.from(this.bytes()));
  bytes = (): Buffer => this.#bytes.subarray(0, this.length);

  write(bytes: Buffer, at: number): void {
    const end = at + bytes.length;
    if (end > this.#bytes.length) {
      const grown = Buffer.alloc(Math.max(end, 2 * this.#bytes.length));
      this.bytes().copy(grown);
      this.#bytes = grown;
    }
    bytes.copy(this.#bytes, at);
    this.length = Math.max(this.length, end);
  }

  truncate(length: number): void {
    if (length > this.length) this.write(Buffer.alloc(length - this.length), this.length);
    else this.#bytes.fill(0, length, this.length);
    this.length = length;
  }
}

/** A file's synced content and unsynced steps, and the same for its directory entry. */
type Kept = { content: Content; unsynced: Step[]; isThere: boolean; isSurelyThere: boolean };

/** State of a database's files during a trace and after a power cut. */
export class PowerlessDisk {
  readonly #files = new Map<string, Kept>();

  /** `base`: the synced initial file. */
  constructor(base: string) {
    const content = new Content(readFileSync(base));
    this.#files.set('', { content, unsynced: [], isThere: true, isSurelyThere: true });
  }

  take(step: Step): void {
    if (step.kind === 'sync-folder') this.#syncFolder();
    else if (step.kind === 'create') this.#create(step.file);
    else if (step.kind !== 'answer') this.#change(step);
  }

  /** Writes the files that a cut now leaves, as `database`. */
  cut(database: string, loss: Loss, random: Random): void {
    for (const [name, file] of this.#files) {
      const isThere = file.isThere === file.isSurelyThere ? file.isThere : random.happens(0.5);
      if (isThere) writeFileSync(database + name, left(file, loss, random).bytes());
      else rmSync(database + name, { force: true });
    }
    rmSync(`${database}-shm`, { force: true });
  }

  /** Files that differ from an uninterrupted disk. */
  differing(database: string): string[] {
    return [...this.#files.keys()].filter((name) => {
      const file = this.#files.get(name);
      const path = database + name;
      if (!file || file.isThere !== existsSync(path)) return true;
      return file.isThere && !readFileSync(path).equals(left(file, 'kept', newRandom(0)).bytes());
    });
  }

  #change(step: Step): void {
    const file = this.#files.get(step.file);
    if (!file) throw new Error(`${step.kind} of an unknown file: ${step.file}`);
    if (step.kind === 'unlink') file.isThere = false;
    else if (step.kind === 'sync') {
      for (const one of file.unsynced.splice(0)) apply(file.content, one);
    } else file.unsynced.push(step);
  }

  #syncFolder(): void {
    for (const [name, file] of this.#files) {
      file.isSurelyThere = file.isThere;
      if (!file.isThere) this.#files.set(name, { ...file, content: new Content(), unsynced: [] });
    }
  }

  #create(name: string): void {
    const before = this.#files.get(name);
    if (before?.isSurelyThere) throw new Error(`${name} was recreated before its deletion was synced`);
    this.#files.set(name, { content: new Content(), unsynced: [], isThere: true, isSurelyThere: false });
  }
}

function apply(content: Content, { kind, at, bytes }: Step): void {
  if (kind === 'truncate') content.truncate(at);
  else content.write(bytes, at);
}

function left({ content, unsynced }: Kept, loss: Loss, random: Random): Content {
  if (loss === 'dropped' || unsynced.length === 0) return content;
  const copy = content.copy();
  const share = [0.1, 0.5, 0.9][random.below(3)] ?? 0.5;
  for (const [place, step] of unsynced.entries()) {
    const isLast = place === unsynced.length - 1;
    if (loss === 'kept' || (loss === 'torn' && !isLast)) apply(copy, step);
    else if (loss === 'reordered' || step.kind === 'truncate') {
      if (random.happens(share)) apply(copy, step);
    } else if (loss === 'torn') {
      const sectors = sectorsOf(step);
      for (const sector of sectors.slice(0, random.below(sectors.length))) apply(copy, sector);
    } else for (const sector of sectorsOf(step)) if (random.happens(share)) apply(copy, sector);
  }
  return copy;
}

function sectorsOf(step: Step): Step[] {
  const sectors: Step[] = [];
  for (let from = 0; from < step.bytes.length; ) {
    const at = step.at + from;
    const end = Math.min(from + SECTOR_BYTES - (at % SECTOR_BYTES), step.bytes.length);
    sectors.push({ ...step, at, bytes: step.bytes.subarray(from, end) });
    from = end;
  }
  return sectors;
}
