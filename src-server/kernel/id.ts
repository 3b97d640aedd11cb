import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';
import { systemClock } from '#server/kernel/clock';

const ID_BYTES = 16;

/** Random bytes for the next 256 identifiers: asking the system once for all of them is a tenth of asking for each. */
const pool = Buffer.alloc(256 * ID_BYTES);
let used = pool.length;

const clock = systemClock();
let msecs = 0;
let seq = 0;

/**
 * A new identifier: UUID v7, whose order follows the order of making, so that indexes grow at their end. In each
 * millisecond it begins at random: nobody guesses it from the one before, which codes of documents rest on.
 */
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
