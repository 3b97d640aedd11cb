import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilePreload } from './preload.ts';

const SOURCE = 'src-server/testing/traced-disk.c';

/** As traced-disk.c numbers them, from one. */
const KINDS = ['write', 'truncate', 'sync', 'create', 'unlink', 'sync-folder', 'answer'] as const;
const HEAD_BYTES = 32;

/**
 * One thing that a program did: to a file of the database (`file` is what follows the database's own name), or an answer to
 * a request. `at` is where bytes were written, or the length that the file was cut to.
 */
export type Step = { kind: (typeof KINDS)[number]; file: string; at: number; bytes: Buffer };

/** A library that notes what a program does to a database's files, and what it answers meanwhile. */
export class DiskTrace {
  readonly #path: string;
  readonly env: Record<string, string>;

  private constructor(library: string, path: string, database: string) {
    this.#path = path;
    this.env = { LD_PRELOAD: library, TRACE: path, TRACE_FILES: database };
  }

  /** Of the database in this file; null where there is no C compiler, or no Linux. */
  static of(database: string, place: string): DiskTrace | null {
    const library = compilePreload(SOURCE, place);
    return library === null ? null : new DiskTrace(library, join(place, 'trace'), database);
  }

  /** What was noted so far, in the order in which it happened. */
  steps(): Step[] {
    const notes = readFileSync(this.#path);
    const steps: Step[] = [];
    for (let place = 0; place < notes.length; ) {
      const number = (index: number) => Number(notes.readBigInt64LE(place + 8 * index));
      const [kind, nameEnd] = [KINDS[number(0) - 1], place + HEAD_BYTES + number(2)];
      const end = nameEnd + number(3);
      if (!kind) throw new Error(`the trace cannot be read at ${place}`);
      const file = notes.toString('utf8', place + HEAD_BYTES, nameEnd);
      steps.push({ kind, file, at: number(1), bytes: notes.subarray(nameEnd, end) });
      place = end;
    }
    return steps;
  }
}
