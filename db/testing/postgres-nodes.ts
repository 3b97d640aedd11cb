import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from '../../scripts/machine.mjs';
import { freePort, initialize, type Runner, unprivileged } from '../../scripts/postgres-cluster.ts';
import { databaseUrl } from './postgres-setup.ts';
import { openRaw } from './raw.ts';

/** Stops every server below folder $0 and deletes it once standard input ends, however this process ends. */
const KEEPER = `
  cat >/dev/null
  for data in "$0"/*/; do "$1/pg_ctl" -D "$data" -m immediate stop >/dev/null 2>&1; done
  cd /; rm -rf "$0"`;

/** Few, so that a test can occupy all of them. */
export const MAX_CONNECTIONS = 40;

type Machine = {
  binaries: string;
  folder: string;
  runner: Runner | undefined;
  password: string;
  isDurable: boolean;
};

/** A durable PostgreSQL that a test may stop, start and promote. */
class PostgresNode {
  readonly #machine: Machine;
  readonly #data: string;
  readonly #port: number;
  readonly url: string;

  constructor(machine: Machine, name: string, port: number) {
    this.#machine = machine;
    this.#data = join(machine.folder, name);
    this.#port = port;
    this.url = `postgres://postgres:${machine.password}@127.0.0.1:${port}/postgres`;
  }

  start(): Promise<void> {
    const { folder, isDurable } = this.#machine;
    // A standby reconnects after 5 s by default; until then the primary acknowledges no COMMIT.
    const settings = [
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      `max_connections=${MAX_CONNECTIONS}`,
      'wal_retrieve_retry_interval=200ms',
      // A read that holds up a standby's replaying is cancelled after this time.
      'max_standby_streaming_delay=100ms',
      ...(isDurable ? [] : ['fsync=off']),
    ];
    const options = `-p ${this.#port} ${settings.map((one) => `-c ${one}`).join(' ')}`;
    return this.#control('start', '-o', options, '-l', `${this.#data}.log`);
  }

  /** `fast` disconnects clients, `immediate` is a crash. */
  restart(mode: 'fast' | 'immediate'): Promise<void> {
    return this.#control('restart', '-m', mode, '-l', `${this.#data}.log`);
  }

  crash(): Promise<void> {
    return this.#control('stop', '-m', 'immediate');
  }

  promote(): Promise<void> {
    return this.#control('promote');
  }

  /** Adds a synchronous standby. */
  async addStandby(): Promise<PostgresNode> {
    const standby = await this.addReplica('standby');
    await this.run("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await this.run('SELECT pg_reload_conf()');
    return standby;
  }

  /** Adds an asynchronous standby. */
  async addReplica(name: string): Promise<PostgresNode> {
    const replica = new PostgresNode(this.#machine, name, await freePort());
    await this.#tool('pg_basebackup', ['-D', replica.#data, '-d', this.url, '-R', '-c', 'fast', '--no-sync']);
    await replica.start();
    return replica;
  }

  async run(text: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    const raw = await openRaw(databaseUrl(this.url, database));
    return raw.run(text).finally(() => raw.close()) as Promise<Record<string, unknown>[]>;
  }

  #control = (command: string, ...args: string[]): Promise<void> =>
    this.#tool('pg_ctl', ['-D', this.#data, '-w', command, ...args]);

  async #tool(name: string, args: string[]): Promise<void> {
    const { binaries, runner, folder } = this.#machine;
    const tool = spawn(join(binaries, name), args, { ...runner, cwd: folder, stdio: 'ignore' });
    const [code] = await once(tool, 'exit');
    if (code !== 0) throw new Error(`${name} ${args.join(' ')} ended with ${code}`);
  }
}

export type { PostgresNode };

/**
 * Starts a temporary PostgreSQL; `close` also stops its standbys. `isDurable`: false: quicker, survives no crash of the machine.
 * Null without server binaries.
 */
export async function openNode({
  isDurable = true,
} = {}): Promise<{ node: PostgresNode; close(): Promise<void> } | null> {
  const binaries = findPostgres();
  if (!binaries) return null;
  const folder = mkdtempSync(join(tmpdir(), 'valebank-postgres-nodes-'));
  const runner = unprivileged();
  if (runner) chownSync(folder, runner.uid, runner.gid);
  const keeper: ChildProcess = spawn('sh', ['-c', KEEPER, folder, binaries], {
    ...runner,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const close = async () => {
    keeper.stdin?.end();
    if (keeper.exitCode === null) await once(keeper, 'exit');
  };
  try {
    const password = initialize(binaries, folder, runner);
    const node = new PostgresNode(
      { binaries, folder, runner, password, isDurable },
      'data',
      await freePort(),
    );
    await node.start();
    return { node, close };
  } catch (error) {
    await close();
    throw error;
  }
}
