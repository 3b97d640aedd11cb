import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readSync, statfsSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { compilePreload } from './preload.ts';

const SOURCE = 'src-server/testing/failing-disk.c';

/** Which calls fail: writes, and reads too with `reads`; for good by default. */
type Fault = { error: 'EIO' | 'EROFS' | 'ENOSPC'; after?: number; most?: number; reads?: boolean };

/** A preloaded library that makes a running program's writes fail. */
export class FaultyWrites {
  readonly #file: number;
  readonly env: Record<string, string>;

  private constructor(library: string, place: string, folder: string) {
    const path = join(place, 'plan');
    this.#file = openSync(path, 'w+');
    this.#write([0, 0, 0, 0, 0, 0]);
    this.env = { LD_PRELOAD: library, FAULT_PLAN: path, FAULT_FOLDER: folder };
  }

  /** For writes below `folder`; null without a C compiler or Linux. */
  static for(folder: string, place: string): FaultyWrites | null {
    const library = compilePreload(SOURCE, place);
    return library === null ? null : new FaultyWrites(library, place, folder);
  }

  /** Fails `most` calls, after the next `after` ones. */
  begin({ error, after = 0, most = Number.MAX_SAFE_INTEGER, reads = false }: Fault): void {
    this.#write([0, after + 1, most, 0, 0, Number(reads)]);
    this.#write([constants.errno[error]]);
  }

  end(): void {
    this.#write([0]);
  }

  failed(): number {
    const bytes = Buffer.alloc(8);
    readSync(this.#file, bytes, 0, 8, 32);
    return Number(bytes.readBigInt64LE());
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(numbers: number[]): void {
    const bytes = Buffer.alloc(8 * numbers.length);
    for (const [place, number] of numbers.entries()) bytes.writeBigInt64LE(BigInt(number), place * 8);
    writeSync(this.#file, bytes, 0, bytes.length, 0);
  }
}

/** A resizable file system in memory. */
export class SmallDisk {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Null without permission to mount. */
  static at(folder: string, bytes: number): SmallDisk | null {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'valebank-test', folder], {
        stdio: 'pipe',
      });
    } catch {
      return null;
    }
    return new SmallDisk(folder);
  }

  resize(bytes: number): void {
    execFileSync('mount', ['-o', `remount,size=${bytes}`, this.folder], { stdio: 'pipe' });
  }

  /** Leaves about this many bytes free; retries if other writes interfere. */
  leaveFree(bytes: number): void {
    for (let tries = 1; ; tries += 1) {
      const { blocks, bfree, bsize } = statfsSync(this.folder);
      try {
        this.resize((blocks - bfree) * bsize + bytes);
        return;
      } catch (error) {
        if (tries === 20) throw error;
      }
    }
  }

  /** Works while no file is open for writing. */
  makeReadOnly(): void {
    execFileSync('mount', ['-o', 'remount,ro', this.folder], { stdio: 'pipe' });
  }

  unmount(): void {
    execFileSync('umount', ['-l', this.folder], { stdio: 'pipe' });
  }
}
