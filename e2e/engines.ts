import { findPostgres } from '../scripts/machine.mjs';
import { startCluster } from '../scripts/postgres-cluster.ts';

type Running = { env: Record<string, string>; close: () => Promise<void> };

/** SQLite, and a temporary PostgreSQL cluster if the machine has the binaries. */
export function engines(): { name: string; open: () => Promise<Running> }[] {
  const sqlite = { name: 'SQLite', open: async () => ({ env: {}, close: async () => {} }) };
  if (!findPostgres()) {
    console.log('journeys on PostgreSQL are skipped: no server binary on this machine');
    return [sqlite];
  }
  return [sqlite, { name: 'PostgreSQL', open: openPostgres }];
}

async function openPostgres(): Promise<Running> {
  const cluster = await startCluster();
  if (!cluster) throw new Error('PostgreSQL was found but could not be started');
  return { env: { DATABASE_URL: cluster.url }, close: cluster.stop };
}
