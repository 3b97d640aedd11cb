import { createHash, timingSafeEqual } from 'node:crypto';
import { count, isNull, max, min } from 'drizzle-orm';
import { routePath } from 'hono/route';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isAway } from '#db/away';
import { engineOf } from '#db/engine';
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

/** `procedures`: known names. Reads queues, outbox and jobs on each scrape, unless the database does not answer. */
export function newMetrics(
  bank: Pick<Bank, 'db' | 'clock'>,
  procedures: ReadonlySet<string>,
  readiness: Readiness,
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
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
  const fromDatabase = new Registry();
  addQueues(fromDatabase, bank);
  addJobs(fromDatabase, bank);
  addClock(fromDatabase, bank);
  return {
    observe: (c, seconds) => {
      const { method } = c.req;
      requests.observe({ method, route: routeOf(c, procedures), status: String(c.res.status) }, seconds);
    },
    text: async () => {
      const own = await registry.metrics();
      const { reason } = await readiness.look();
      return reason !== null && NO_ANSWER.includes(reason)
        ? own
        : `${own}\n${await unlessAway(fromDatabase)}`;
    },
    contentType: registry.contentType,
  };
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

/** The declared route, never a requested path: '/api/accounts', '/trpc/account.list', 'screens'. */
function routeOf(c: HttpContext, procedures: ReadonlySet<string>): string {
  const { path } = c.req;
  if (isBelow(path, '/trpc')) {
    const name = path.slice('/trpc/'.length);
    if (name.includes(',')) return '/trpc/(batch)';
    return procedures.has(name) ? `/trpc/${name}` : '/trpc/(unknown)';
  }
  const route = routePath(c);
  return route === '*' || route === '/*' ? 'screens' : route;
}

const addGauge = (registry: Registry, name: string, help: string, read: () => number | Promise<number>) =>
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await read());
    },
  });

function addProcess(registry: Registry, { db }: Pick<Bank, 'db'>): void {
  const waiting = 'Transactions that wait for their turn or a connection';
  addGauge(registry, 'database_waiting_transactions', waiting, () => engineOf(db).waiting());
  const dropped = 'Lines of the log that could not be written since the start';
  addGauge(registry, 'log_lines_dropped', dropped, standardOutput.dropped);
}

function addReadiness(registry: Registry, readiness: Readiness): void {
  const ready = '1 while the bank can do its work, as /readyz says; else 0';
  addGauge(registry, 'ready', ready, async () => Number((await readiness.look()).reason === null));
  const damaged = '1 when the check after an unclean stop found the database damaged';
  addGauge(registry, 'database_damaged', damaged, async () =>
    Number((await readiness.look()).reason === 'database-damaged'),
  );
  new Gauge({
    name: 'disk_free_bytes',
    help: 'What may still be written to DATA_DIR, and beside the file of the database',
    labelNames: ['place'],
    registers: [registry],
    async collect() {
      const { freeBytes } = await readiness.look();
      this.reset();
      for (const [place, bytes] of Object.entries(freeBytes)) if (bytes !== null) this.set({ place }, bytes);
    },
  });
}

function addQueues(registry: Registry, { db }: Pick<Bank, 'db'>): void {
  const { paymentOrders, providerEvents } = db.tables;
  new Gauge({
    name: 'outbox_messages',
    help: 'E-mail that waits, and that was given up',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const { waiting, failed } = await outboxState(db);
      this.set({ state: 'waiting' }, waiting);
      this.set({ state: 'given_up' }, failed);
    },
  });
  new Gauge({
    name: 'payment_orders_open',
    help: 'Orders to the payment provider whose end is not known, by state',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      const rows = await db
        .select({ status: paymentOrders.status, orders: count() })
        .from(paymentOrders)
        .where(isNull(paymentOrders.concludedAt))
        .groupBy(paymentOrders.status);
      for (const status of OPEN_ORDER_STATUSES)
        this.set({ status }, rows.find((row) => row.status === status)?.orders ?? 0);
    },
  });
  addGauge(
    registry,
    'payment_orders_oldest_open_timestamp_seconds',
    'When the oldest open order was made; 0: none',
    async () => {
      const [row] = await db
        .select({ at: min(paymentOrders.createdAt) })
        .from(paymentOrders)
        .where(isNull(paymentOrders.concludedAt));
      return (row?.at?.getTime() ?? 0) / 1000;
    },
  );
  addGauge(
    registry,
    'provider_events_waiting',
    'What the payment provider told us and is not processed',
    () => db.$count(providerEvents, isNull(providerEvents.processedAt)),
  );
}

function addDatabaseLog(registry: Registry, { db }: Pick<Bank, 'db'>): void {
  const { logBytes } = engineOf(db);
  if (!logBytes) return;
  new Gauge({
    name: 'database_log_bytes',
    help: 'Length of the write-ahead log of SQLite; it stays above 65 536 000 while somebody else reads for too long',
    registers: [registry],
    collect() {
      this.set(logBytes());
    },
  });
}

function addOverload(registry: Registry, { db }: Pick<Bank, 'db'>): void {
  new Gauge({
    name: 'database_wait_seconds',
    help: 'How long a request that came now would wait to read, and to write, as measured; 0: no rush',
    labelNames: ['to'],
    registers: [registry],
    collect() {
      for (const [to, ms] of Object.entries(engineOf(db).waitMs())) this.set({ to }, ms / 1000);
    },
  });
  new Counter({
    name: 'requests_shed_total',
    help: 'Requests answered BUSY, or dropped, before anything of them was done: at the door and in the line to write',
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

function addJobs(registry: Registry, { db }: Pick<Bank, 'db'>): void {
  const { jobRuns } = db.tables;
  new Gauge({
    name: 'job_last_end_timestamp_seconds',
    help: 'When a job last ended, well or not; 0: never',
    labelNames: ['job', 'outcome'],
    registers: [registry],
    async collect() {
      const rows = await db
        .select({ job: jobRuns.job, error: jobRuns.error, at: max(jobRuns.finishedAt) })
        .from(jobRuns)
        .groupBy(jobRuns.job, jobRuns.error);
      for (const job of JOB_NAMES) {
        for (const outcome of ['done', 'failed']) {
          const ends = rows.filter((row) => row.job === job && (row.error === null) === (outcome === 'done'));
          this.set({ job, outcome }, Math.max(0, ...ends.map(({ at }) => (at?.getTime() ?? 0) / 1000)));
        }
      }
    },
  });
}

function addClock(registry: Registry, bank: Pick<Bank, 'db' | 'clock'>): void {
  new Gauge({
    name: 'clock_past_known_seconds',
    help: "How far the machine's clock is past the newest moment that the bank knows; negative: time went backwards",
    registers: [registry],
    async collect() {
      const { known, machineAt } = await lookAtClock(bank);
      this.set(known ? (machineAt.getTime() - known.at.getTime()) / 1000 : 0);
    },
  });
  new Gauge({
    name: 'clock_in_doubt',
    help: "1: the machine's clock is ahead (the daily run waits for an administrator), or behind what the bank knows",
    labelNames: ['standing'],
    registers: [registry],
    async collect() {
      const { standing } = await lookAtClock(bank);
      for (const doubt of ['ahead', 'behind']) this.set({ standing: doubt }, standing === doubt ? 1 : 0);
    },
  });
}

/** Needs METRICS_TOKEN; without one it is open on the local machine only. */
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
