import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

/** Linux counts processor time in ticks of 10 ms. */
const TICK_MICROS = 10_000;

type Times = { parentPid: number; ownMicros: number; endedChildrenMicros: number };

/** Null if unknown: not on Linux, or the process has ended. */
function timesOf(pid: number | string): Times | null {
  try {
    // The name in parentheses is field 2, so `fields` begins at 3: 4 is the parent, 14 to 17 are ticks.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? [];
    const [, parentPid = 0] = fields;
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return {
      parentPid,
      ownMicros: (user + system) * TICK_MICROS,
      endedChildrenMicros: (endedUser + endedSystem) * TICK_MICROS,
    };
  } catch {
    return null;
  }
}

/** Processor time of a process so far, in microseconds. */
export const processMicros = (pid: number | undefined): number | null =>
  pid === undefined ? null : (timesOf(pid)?.ownMicros ?? null);

/** Processor time of a PostgreSQL server with all its backends so far, those that have ended included. */
export async function clusterMicros(url: string): Promise<() => number | null> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const postmaster = timesOf(rows[0]?.pid ?? 0)?.parentPid;
  await client.end();
  if (!postmaster) return () => null;
  return () => {
    const own = timesOf(postmaster);
    if (!own) return null;
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => timesOf(pid) ?? [])
      .filter(({ parentPid }) => parentPid === postmaster);
    return (
      own.ownMicros + own.endedChildrenMicros + children.reduce((sum, { ownMicros }) => sum + ownMicros, 0)
    );
  };
}
