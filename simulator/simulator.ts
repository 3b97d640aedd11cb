import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Faults } from './faults.ts';
import type { MovableClock } from './moment.ts';
import type { AccountRecord } from './records.ts';
import type { Store } from './store.ts';

export type Switches = {
  /** From acceptance to the end of a transfer or bill. */
  settleMs: number;
  /** From the third document to approval. */
  approvalMs: number;
  /** From opening an account until its documents are listed. */
  documentsAfterMs: number;
  /** First retry pause of a delivery; doubles up to `maxRetryMs`. */
  retryMs: number;
  maxRetryMs: number;
  /** Failures in a row that interrupt a webhook. */
  interruptAfter: number;
  /** Only random keys, as in production. */
  evpOnly: boolean;
  /** Refuses the same value to the same destination within 15 minutes (409), as in production. */
  refuseDuplicates: boolean;
  /** Documents go through this link; uploads are refused. */
  onboardingUrl: string | null;
  /** Rejects documents with this text. */
  rejectDocuments: string | null;
  /** Number of next transfers to a key and bills that fail. */
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
