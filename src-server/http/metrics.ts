import { createHash, timingSafeEqual } from 'node:crypto';
import { count, isNull, max, min } from 'drizzle-orm';
import { matchedRoutes, routePath } from 'hono/route';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isAway } from '#db/away';
import { engineOf } from '#db/engine';
import { REPLICA_STANDINGS } from '#db/replica-state';
import { JOB_NAMES } from '#domain/jobs/words';
import { OPEN_ORDER_STATUSES } from '#domain/pix/words';
import { Refusal } from '#domain/refusal';
import { bearerOf } from '#server/http/bearer';
import { turnedAway } from '#server/http/doorkeeper';
import { type HttpContext, isBelow, refusalResponse } from '#server/http/http';
import { lookAtClock } from '#server/kernel/clock-watch';
import type { Bank } from '#server/kernel/context';
import type { Env } from '#server/kernel/env';
import { standardOutput } from '#server/kernel/log-sink';
import type { Readiness, UnreadyReason } from '#server/kernel/readiness';
import { outboxState } from '#server/outbox/state';

export type Metrics = {
  observe(c: HttpContext, seconds: number): void;
  text(): Promise<string>;
  contentType: string;
};

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** `procedures`: names of all procedures. Reads queues, outbox and jobs on each scrape, unless the database does not answer. */
export function newMetrics(
  bank: Pick<Bank, 'db' | 'clock'>,
  procedures: ReadonlySet<string>,
  readiness: Readiness,
): Metrics {
  ofProcess();
  const registry = new Registry();
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  addProcess(registry, bank);
  addReadiness(registry, readiness);
  addDatabaseLog(registry, bank);
  addOverload(registry, bank);
  addReplica(registry, bank);
  const fromDatabase = new Registry();
  addQueues(fromDatabase, bank);
  addJobs(fromDatabase, bank);
  addClock(fromDatabase, bank);
  return {
    observe: (c, seconds) => {
      const method = METHODS.includes(c.req.method) ? c.req.method : 'other';
      requests.observe({ method, route: routeOf(c, procedures), status: String(c.res.status) }, seconds);
    },
    text: async () => {
      const own = `${await ofProcess().metrics()}\n${await registry.metrics()}`;
      const { reason } = await readiness.look();
      return reason !== null && NO_ANSWER.includes(reason)
        ? own
        : `${own}\n${await unlessAway(fromDatabase)}`;
    },
    contentType: registry.contentType,
  };
}

let processRegistry: Registry | null = null;

/** One per process: its observers of garbage collection and of the event loop never end, and would keep an app with them. */
function ofProcess(): Registry {
  if (processRegistry) return processRegistry;
  processRegistry = new Registry();
  collectDefaultMetrics({ register: processRegistry });
  return processRegistry;
}

/** Querying the database now would only delay the scrape. */
const NO_ANSWER: readonly UnreadyReason[] = ['database-silent', 'database-unwritable'];

/** Empty while the database is away; the process metrics remain. */
async function unlessAway(registry: Registry): Promise<string> {
  try {
    return await registry.metrics();
  } catch (error) {
    if (!isAway(error)) throw error;
    return '';
  }
}

/** A scrape writes every series anew, so that a client must not be able to make many. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The declared route, never a requested path: '/api/accounts', '/trpc/account.list', 'screens'; '(refused)' before one was reached. */
function routeOf(c: HttpContext, procedures: ReadonlySet<string>): string {
  const { path } = c.req;
  const route = routePath(c);
  // The screens are the last of '/*'; the others are checks that let nothing on.
  const isOfCheck = route === '/*' && c.req.routeIndex < matchedRoutes(c).length - 1;
  if (isOfCheck || c.res.status === 405) return '(refused)';
  if (isBelow(path, '/trpc')) {
    const name = path.slice('/trpc/'.length);
    if (name.includes(',')) return '/trpc/(batch)';
    return procedures.has(name) ? `/trpc/${name}` : '/trpc/(unknown)';
  }
  return route === '/*' ? 'screens' : route;
}

type Labelled = readonly (readonly [labels: Record<string, string>, value: number])[];
type Read = () => number | Labelled | Promise<number | Labelled>;

function addGauge(
  registry: Registry,
  [name, ...labelNames]: [string, ...string[]],
  help: string,
  read: Read,
) {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      const value = await read();
      this.reset();
      if (typeof value === 'number') this.set(value);
      else for (const [labels, one] of value) this.set(labels, one);
    },
  });
}

function addProcess(registry: Registry, { db }: Pick<Bank, 'db'>): void {
  const waiting = 'Transactions that wait for their turn or for a connection';
  addGauge(registry, ['database_waiting_transactions'], waiting, () => engineOf(db).waiting());
  const dropped = 'Log lines since the start that could not be written';
  addGauge(registry, ['log_lines_dropped'], dropped, standardOutput.dropped);
}

function addReadiness(registry: Registry, readiness: Readiness): void {
  const ready = '1 while the bank can do its work, as /readyz says; else 0';
  addGauge(registry, ['ready'], ready, async () => Number((await readiness.look()).reason === null));
  const damaged = '1 when the check after an unclean stop found the database damaged';
  addGauge(registry, ['database_damaged'], damaged, async () =>
    Number((await readiness.look()).reason === 'database-damaged'),
  );
  const free = 'Free disk space at DATA_DIR, and beside the database file';
  addGauge(registry, ['disk_free_bytes', 'place'], free, async () => {
    const { freeBytes } = await readiness.look();
    return Object.entries(freeBytes).flatMap(([place, bytes]) =>
      bytes === null ? [] : [[{ place }, bytes] as const],
    );
  });
}

function addQueues(registry: Registry, { db }: Pick<Bank, 'db'>): void {
  const { paymentOrders, providerEvents } = db.tables;
  const mail = 'Messages that wait to be sent, and messages given up';
  addGauge(registry, ['outbox_messages', 'state'], mail, async () => {
    const { waiting, failed } = await outboxState(db);
    return [
      [{ state: 'waiting' }, waiting],
      [{ state: 'given_up' }, failed],
    ];
  });
  const open = 'Orders to the payment provider whose outcome is not known, by status';
  addGauge(registry, ['payment_orders_open', 'status'], open, async () => {
    const rows = await db
      .select({ status: paymentOrders.status, orders: count() })
      .from(paymentOrders)
      .where(isNull(paymentOrders.concludedAt))
      .groupBy(paymentOrders.status);
    return OPEN_ORDER_STATUSES.map((status) => [
      { status },
      rows.find((row) => row.status === status)?.orders ?? 0,
    ]);
  });
  const oldest = 'When the oldest open order was created; 0: none';
  addGauge(registry, ['payment_orders_oldest_open_timestamp_seconds'], oldest, async () => {
    const [row] = await db
      .select({ at: min(paymentOrders.createdAt) })
      .from(paymentOrders)
      .where(isNull(paymentOrders.concludedAt));
    return (row?.at?.getTime() ?? 0) / 1000;
  });
  const events = 'Events of the payment provider that are not processed yet';
  addGauge(registry, ['provider_events_waiting'], events, () =>
    db.$count(providerEvents, isNull(providerEvents.processedAt)),
  );
}

function addDatabaseLog(registry: Registry, { db }: Pick<Bank, 'db'>): void {
  const { logBytes } = engineOf(db);
  if (!logBytes) return;
  const length =
    "Bytes in SQLite's write-ahead log; above 65 536 000 while another process keeps a read open";
  addGauge(registry, ['database_log_bytes'], length, logBytes);
}

function addOverload(registry: Registry, { db }: Pick<Bank, 'db'>): void {
  const wait = 'Measured wait of a request that comes now, to read and to write; 0: no queue';
  addGauge(registry, ['database_wait_seconds', 'to'], wait, () =>
    Object.entries(engineOf(db).waitMs()).map(([to, ms]) => [{ to }, ms / 1000]),
  );
  new Counter({
    name: 'database_batches_tried_again_total',
    help: 'Batches of transactions that failed as a whole, so that their parts were tried again',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(engineOf(db).triedAgain());
    },
  });
  new Counter({
    name: 'requests_shed_total',
    help: 'Requests answered BUSY or dropped before any work: at the door, and in the queue to write',
    labelNames: ['at', 'reason'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(turnedAway)) this.inc({ at: 'door', reason }, count);
      for (const [reason, count] of Object.entries(engineOf(db).shed()))
        this.inc({ at: 'line', reason }, count);
    },
  });
}

function addReplica(registry: Registry, { db }: Pick<Bank, 'db'>): void {
  const { replica } = engineOf(db);
  if (!replica) return;
  const lag = 'How long the replica has lacked what the primary had committed';
  addGauge(registry, ['database_replica_lag_seconds'], lag, () => replica.state().lagSeconds);
  const standing = '1: ready, or why reads go to the primary instead';
  addGauge(registry, ['database_replica_standing', 'standing'], standing, () =>
    REPLICA_STANDINGS.map((one) => [{ standing: one }, Number(replica.state().standing === one)]),
  );
  new Counter({
    name: 'database_reads_total',
    help: 'Queries that a replica may answer, by who answered, and why it was the primary',
    labelNames: ['by', 'why'],
    registers: [registry],
    collect() {
      this.reset();
      const { replica: own, ...others } = replica.state().reads;
      this.inc({ by: 'replica', why: '' }, own);
      for (const [why, count] of Object.entries(others)) this.inc({ by: 'primary', why }, count);
    },
  });
}

function addJobs(registry: Registry, { db }: Pick<Bank, 'db'>): void {
  const { jobRuns } = db.tables;
  const ended = 'When a job last succeeded, and last failed; 0: never';
  addGauge(registry, ['job_last_end_timestamp_seconds', 'job', 'outcome'], ended, async () => {
    const rows = await db
      .select({ job: jobRuns.job, error: jobRuns.error, at: max(jobRuns.finishedAt) })
      .from(jobRuns)
      .groupBy(jobRuns.job, jobRuns.error);
    return JOB_NAMES.flatMap((job) =>
      ['done', 'failed'].map((outcome) => {
        const ends = rows.filter((row) => row.job === job && (row.error === null) === (outcome === 'done'));
        return [{ job, outcome }, Math.max(0, ...ends.map(({ at }) => (at?.getTime() ?? 0) / 1000))] as const;
      }),
    );
  });
}

function addClock(registry: Registry, bank: Pick<Bank, 'db' | 'clock'>): void {
  const past =
    "How far the machine's clock is past the newest moment that the bank knows; negative: time went backwards";
  addGauge(registry, ['clock_past_known_seconds'], past, async () => {
    const { known, machineAt } = await lookAtClock(bank);
    return known ? (machineAt.getTime() - known.at.getTime()) / 1000 : 0;
  });
  const doubt =
    "1: the machine's clock is ahead (the daily run waits for an administrator), or behind what the bank knows";
  addGauge(registry, ['clock_in_doubt', 'standing'], doubt, async () => {
    const { standing } = await lookAtClock(bank);
    return ['ahead', 'behind'].map((one) => [{ standing: one }, Number(standing === one)]);
  });
}

/** Needs METRICS_TOKEN; where none is set, /metrics answers only in development on the local machine. */
export async function serveMetrics(c: HttpContext, env: Env, metrics: Metrics): Promise<Response> {
  const { METRICS_TOKEN } = env;
  if (!METRICS_TOKEN && !env.servesDev) return refusalResponse(c, new Refusal('ROUTE_NOT_FOUND'));
  if (METRICS_TOKEN && !isSame(bearerOf(c.req.header('authorization')) ?? '', METRICS_TOKEN))
    return refusalResponse(c, new Refusal('UNAUTHENTICATED', { text: 'Token de métricas inválido' }));
  return c.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType });
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return Boolean(one && other && timingSafeEqual(one, other));
}
