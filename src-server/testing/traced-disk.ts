import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilePreload } from './preload.ts';

const SOURCE = 'src-server/testing/traced-disk.c';

/** Numbered as in traced-disk.c, from one. */
const KINDS = ['write', 'truncate', 'sync', 'create', 'unlink', 'sync-folder', 'answer'] as const;
const HEAD_BYTES = 32;

/** `file`: the suffix after the database's name; `at`: write offset, or the truncated length. */
export type Step = { kind: (typeof KINDS)[number]; file: string; at: number; bytes: Buffer };

/** A preloaded library that records file operations and answers. */
export class DiskTrace {
  readonly #path: string;
  readonly env: Record<string, string>;

  private constructor(library: string, path: string, database: string) {
    this.#path = path;
    this.env = { LD_PRELOAD: library, TRACE: path, TRACE_FILES: database };
  }

  /** Null without a C compiler or Linux. */
  static of(database: string, place: string): DiskTrace | null {
    const library = compilePreload(SOURCE, place);
    return library === null ? null : new DiskTrace(library, join(place, 'trace'), database);
  }

  steps(): Step[] {
    const notes = readFileSync(this.#path);
    const steps: Step[] = [];
    for (let place = 0; place < notes.length; ) {
      const number = (index: number) => Number(notes.readBigInt64LE(place + 8 * index));
      const [kind, nameEnd] = [KINDS[number(0) - 1], place + HEAD_BYTES + number(2)];
      const end = nameEnd + number(3);
      if (!kind) throw new Error(`unreadable trace at byte ${place}`);
      const file = notes.toString('utf8', place + HEAD_BYTES, nameEnd);
      steps.push({ kind, file, at: number(1), bytes: notes.subarray(nameEnd, end) });
      place = end;
    }
    return steps;
  }
}
