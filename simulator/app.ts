import { Hono } from 'hono';
import { accountRoutes, openRoot } from './accounts.ts';
import { authenticated } from './auth.ts';
import { billRoutes } from './bills.ts';
import { controlRoutes } from './controls.ts';
import { documentRoutes } from './documents.ts';
import { type Faults, NO_FAULTS } from './faults.ts';
import { faulty } from './faulty.ts';
import { movable, type SimulatorClock } from './moment.ts';
import { paymentRoutes } from './payments.ts';
import { pixKeyRoutes } from './pix-keys.ts';
import { ProviderError } from './provider-error.ts';
import { type Simulator, type SimulatorEnv, type Switches, USUAL_SWITCHES } from './simulator.ts';
import { Store } from './store.ts';
import { transferRoutes } from './transfers.ts';
import { webhookRoutes } from './webhooks.ts';
import { startWorker, type Worker } from './worker.ts';

export type SimulatorOptions = {
  /** Its SQLite file. */
  file: string;
  /** The bank's moment; what is dated is dated by it. */
  clock: SimulatorClock;
  /** From which ids and keys follow; by default a file has its own. */
  seed?: string;
  openingCents?: number;
  switches?: Partial<Switches>;
  faults?: Partial<Faults>;
};

const PARTS = [
  ...[accountRoutes, documentRoutes, webhookRoutes, pixKeyRoutes],
  ...[transferRoutes, billRoutes, paymentRoutes],
];

/** What the root account has on its first day: a thousand million reais. */
const OPENING_CENTS = 100_000_000_000;

/**
 * The payment provider's API v3 (Asaas) over a file of its own: same paths, answers and errors, with faults to switch on. It
 * works from now on; whoever made it stops its worker and then closes `simulator.store`.
 */
export function createSimulator({
  file,
  clock,
  seed,
  openingCents = OPENING_CENTS,
  switches,
  faults,
}: SimulatorOptions): { app: Hono<SimulatorEnv>; simulator: Simulator; worker: Worker } {
  const parts = {
    store: new Store(file, seed),
    clock: movable(clock),
    switches: { ...USUAL_SWITCHES, ...switches },
    faults: { ...NO_FAULTS, ...faults },
  };
  const root = openRoot(parts, openingCents);
  const simulator: Simulator = { ...parts, rootId: root.id, wake: () => {} };
  const worker = startWorker(simulator);
  const app = new Hono<SimulatorEnv>();
  app.use('/v3/*', faulty(simulator), authenticated(simulator));
  for (const routes of PARTS) app.route('/v3', routes(simulator));
  app.route('/simulator', controlRoutes(simulator, worker.settle));
  app.notFound((c) =>
    c.json({ errors: [{ code: 'not_found', description: 'Recurso não encontrado.' }] }, 404),
  );
  app.onError((error, c) =>
    error instanceof ProviderError
      ? c.json({ errors: error.reasons }, error.status)
      : c.json({ errors: [{ code: 'internal_error', description: 'Erro interno.' }] }, 500),
  );
  return { app, simulator, worker };
}
