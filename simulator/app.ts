import { Hono } from 'hono';
import { accountChargeRoutes } from './account-charges.ts';
import { accountRoutes, openRoot } from './accounts.ts';
import { authenticated } from './auth.ts';
import { billRoutes } from './bills.ts';
import { codePaymentRoutes } from './code-payments.ts';
import { controlRoutes } from './controls.ts';
import { documentRoutes } from './documents.ts';
import { type Faults, NO_FAULTS } from './faults.ts';
import { faulty } from './faulty.ts';
import { keyClaimRoutes } from './key-claims.ts';
import { movable, type SimulatorClock } from './moment.ts';
import { outsideRoutes } from './outside.ts';
import { paymentRoutes } from './payments.ts';
import { pixKeyRoutes } from './pix-keys.ts';
import { ProviderError } from './provider-error.ts';
import { refundRoutes } from './refunds.ts';
import { type Simulator, type SimulatorEnv, type Switches, USUAL_SWITCHES } from './simulator.ts';
import { Store } from './store.ts';
import { transferRoutes } from './transfers.ts';
import { webhookRoutes } from './webhooks.ts';
import { startWorker, type Worker } from './worker.ts';

export type SimulatorOptions = {
  file: string;
  /** Dates come from the bank's clock. */
  clock: SimulatorClock;
  /** Seed of ids and keys; by default one per file. */
  seed?: string;
  openingCents?: number;
  switches?: Partial<Switches>;
  faults?: Partial<Faults>;
};

const PARTS = [
  ...[accountRoutes, documentRoutes, webhookRoutes, keyClaimRoutes, pixKeyRoutes],
  // Before the other PIX transactions, which answer to every type and id.
  ...[
    transferRoutes,
    billRoutes,
    accountChargeRoutes,
    paymentRoutes,
    outsideRoutes,
    refundRoutes,
    codePaymentRoutes,
  ],
];

/** Opening balance: a thousand million reais. */
const OPENING_CENTS = 100_000_000_000;

/** Simulates the Asaas API v3 over its own file. The caller stops the worker, then closes `simulator.store`. */
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
