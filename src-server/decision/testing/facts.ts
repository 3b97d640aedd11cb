import { randomBytes } from 'node:crypto';
import type { OpenAccount } from '#domain/ledger/apply-posting';
import { fixedClock } from '#server/kernel/clock';
import type { SignedInContext } from '#server/kernel/context';
import { readEnv } from '#server/kernel/env';
import { parseKeys } from '#server/kernel/keys';
import type { HeldFact } from '../account-facts.ts';
import type { Asking } from '../decision.ts';

/** Facts for `decide` functions: no database, and always the same moment. */
export const clock = fixedClock('2026-03-10T12:00:00-03:00');

const ctx = {
  clock,
  env: readEnv({ NODE_ENV: 'test' }),
  keys: parseKeys(`test:${randomBytes(32).toString('base64')}`),
  user: { id: 'ana', fullName: 'Ana Moreira', role: 'cliente' },
  token: null,
  request: { id: 'test', ip: '203.0.113.7', userAgent: 'vitest' },
} as unknown as SignedInContext;

/** What Ana asks. */
export const asked = <Input>(input: Input): Asking<Input> => ({
  ctx,
  input,
  by: { createdAt: clock.now(), actorId: 'ana', idempotencyKey: undefined },
  transactionId: '01a20a4f-90bb-71f1-9671-5a793f0dee00',
});

/** An account with 100.00 in it. */
export const openAccount = (id: string, changes: Partial<OpenAccount> = {}): OpenAccount => ({
  id,
  isActive: true,
  isHolderClosed: false,
  floorCents: 0,
  seq: 1,
  balanceCents: 10_000,
  creditsCents: 10_000,
  lastEntryAt: null,
  ...changes,
});

/** The checking account of this person, with 100.00 in it. */
export const heldAccount = (id: string, changes: Partial<HeldFact> = {}): HeldFact => ({
  ...openAccount(`account of ${id}`),
  userId: id,
  accountNumber: `number of ${id}`,
  accountType: 'checking',
  createdAt: clock.now(),
  isHolderActive: true,
  fullName: id,
  cpf: '52998224725',
  cnpj: null,
  email: `${id}@correio.example`,
  emailConfirmedAt: null,
  closedAt: null,
  ...changes,
});
