import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';
import { systemClock } from '#server/kernel/clock';

const ID_BYTES = 16;
const DAY_MS = 86_400_000;

/** Random bytes for 256 ids: one call to the system costs a tenth of 256 calls. */
const pool = Buffer.alloc(256 * ID_BYTES);
let used = pool.length;

const clock = systemClock();
let msecs = 0;
let seq = 0;

/** UUID v7, random within its millisecond: indexes grow at their end, and document codes cannot be guessed. */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + ID_BYTES);
  used += ID_BYTES;
  const now = clock.real().getTime();
  if (now > msecs) {
    msecs = now;
    seq = random.readUInt32BE(6) >>> 1;
  } else {
    seq += 1;
  }
  return v7({ random, msecs, seq });
}

/** An id before all that were made in these days; with a day more, since machines' clocks differ. */
export const idBefore = (days: number): string =>
  v7({ random: new Uint8Array(ID_BYTES), msecs: clock.real().getTime() - (days + 1) * DAY_MS, seq: 0 });

export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);
