import { migrate, open } from '#db/open';
import { openNode, type PostgresNode } from './postgres-nodes.ts';
import { databaseUrl } from './postgres-setup.ts';
import { openRaw } from './raw.ts';

/** A migrated bank on a PostgreSQL of its own, and an asynchronous replica. */
export type ReplicaPair = {
  primary: PostgresNode;
  replica: PostgresNode;
  /** The bank's database at a node. */
  at(node: PostgresNode): string;
  /** In the bank's database at the primary. */
  run(text: string): Promise<Record<string, unknown>[]>;
  /** Until `resume`, nothing that is committed is seen at the replica. */
  pauseReplaying(): Promise<void>;
  resumeReplaying(): Promise<void>;
  close(): Promise<void>;
};

/** Database, role and password: the role is no superuser. */
const BANK = 'bank';

/** Throws without PostgreSQL's server programs. */
export async function openReplicaPair(): Promise<ReplicaPair> {
  const opened = await openNode({ isDurable: false });
  if (!opened) throw new Error('PostgreSQL is not available');
  const { node: primary, close } = opened;
  const at = ({ url }: PostgresNode) => {
    const address = new URL(databaseUrl(url, BANK));
    [address.username, address.password] = [BANK, BANK];
    return address.href;
  };
  await primary.run(`CREATE ROLE ${BANK} LOGIN PASSWORD '${BANK}'`);
  await primary.run(`CREATE DATABASE ${BANK} OWNER ${BANK}`);
  const db = await open(at(primary));
  await migrate(db);
  await db.close();
  const replica = await primary.addReplica('replica');
  return {
    primary,
    replica,
    at,
    close,
    run: async (text) => {
      const raw = await openRaw(at(primary));
      return raw.run(text).finally(() => raw.close());
    },
    pauseReplaying: async () => {
      await replica.run('SELECT pg_wal_replay_pause()');
      for (;;) {
        const [row] = await replica.run('SELECT pg_get_wal_replay_pause_state() AS state');
        if (row?.state === 'paused') return;
      }
    },
    resumeReplaying: async () => void (await replica.run('SELECT pg_wal_replay_resume()')),
  };
}
