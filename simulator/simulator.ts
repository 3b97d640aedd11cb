import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Faults } from './faults.ts';
import type { MovableClock } from './moment.ts';
import type { AccountRecord } from './records.ts';
import type { Store } from './store.ts';

/** How the provider behaves, network aside. Milliseconds are of real time. */
export type Switches = {
  /** From a transfer's or a bill's acceptance to its end. */
  settleMs: number;
  /** From the third document to the account's approval. */
  approvalMs: number;
  /** From an account's opening until it lists the documents it wants. */
  documentsAfterMs: number;
  /** First pause before an event is delivered again; doubles up to `maxRetryMs`. */
  retryMs: number;
  maxRetryMs: number;
  /** Failures in a row after which a webhook is interrupted. */
  interruptAfter: number;
  /** Only random keys are made, as the real provider does. */
  evpOnly: boolean;
  /** The same value to the same destination within 15 minutes is refused with 409, as the real provider does. */
  refuseDuplicates: boolean;
  /** Documents are sent through a link of the provider's, and the upload is refused. */
  onboardingUrl: string | null;
  /** The documents are rejected with these words. */
  rejectDocuments: string | null;
  /** So many of the next transfers to a key and bills end as failed. */
  failNext: number;
};

export const USUAL_SWITCHES: Switches = {
  settleMs: 1000,
  approvalMs: 8000,
  documentsAfterMs: 5000,
  retryMs: 1000,
  maxRetryMs: 60_000,
  interruptAfter: 15,
  evpOnly: false,
  refuseDuplicates: false,
  onboardingUrl: null,
  rejectDocuments: null,
  failNext: 0,
};

/** What every part of the simulated provider works on. */
export type Simulator = {
  store: Store;
  clock: MovableClock;
  switches: Switches;
  faults: Faults;
  /** The root account's id. */
  rootId: string;
  /** Tells the worker that something became due. */
  wake(): void;
};

/** What a request carries once its key was read. */
export type SimulatorEnv = { Bindings: HttpBindings; Variables: { account: AccountRecord } };
export type Routes = Hono<SimulatorEnv>;
