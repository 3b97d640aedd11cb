import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Faults } from './faults.ts';
import type { MovableClock } from './moment.ts';
import type { AccountRecord } from './records.ts';
import type { Store } from './store.ts';

export const USUAL_SWITCHES = {
  /** From acceptance to the end of a transfer or bill. */
  settleMs: 1000,
  /** From acceptance to the end of a refund; 0: it ends at once. */
  refundMs: 0,
  /** From the third document to approval. */
  approvalMs: 8000,
  /** From opening an account until its documents are listed. */
  documentsAfterMs: 5000,
  /** First retry pause of a delivery; doubles up to `maxRetryMs`. */
  retryMs: 1000,
  maxRetryMs: 60_000,
  /** Failures in a row that interrupt a webhook. */
  interruptAfter: 15,
  /** Only random keys, as in production. */
  evpOnly: false,
  /** Refuses the same value to the same destination within 15 minutes (409), as in production. */
  refuseDuplicates: false,
  /** How many look-ups of keys are answered before 429; null: all. */
  keyLookups: null as number | null,
  /** Documents go through this link; uploads are refused. */
  onboardingUrl: null as string | null,
  /** Rejects documents with this text. */
  rejectDocuments: null as string | null,
  /** Whom every boleto is registered for, without a document; null: as its line says. */
  beneficiary: null as string | null,
  /** How many of the next PIX transfers, bills and refunds fail. */
  failNext: 0,
};
export type Switches = typeof USUAL_SWITCHES;

export type Simulator = {
  store: Store;
  clock: MovableClock;
  switches: Switches;
  faults: Faults;
  rootId: string;
  wake(): void;
};

export type SimulatorEnv = { Bindings: HttpBindings; Variables: { account: AccountRecord } };
export type Routes = Hono<SimulatorEnv>;
