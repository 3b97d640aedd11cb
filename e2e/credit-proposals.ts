import { expect } from 'vitest';
import type { SignedIn } from './bank-test.ts';
import { signatureCode } from './mailbox.ts';
import type { Script } from './script.ts';

export const KITCHEN = { amount: '3000.00', termMonths: 10, purpose: 'Reforma da cozinha' };

export async function propose({ script }: SignedIn, ...proposals: object[]): Promise<void> {
  for (const asked of proposals)
    expect((await script.call('POST', '/api/credit/proposals', asked)).status).toBe(201);
}

export async function proposalOf({ script }: SignedIn, purpose: string) {
  const { proposals } = (await script.call('GET', '/api/credit/proposals')).body;
  const found = proposals.find((one) => one.purpose === purpose);
  if (!found) throw new Error(`proposal '${purpose}' not found`);
  return found;
}

/** Proposes, approves and signs a credit of R$ 3.000,00 in 10 instalments. */
export async function grant(origin: string, admin: Script, customer: SignedIn): Promise<void> {
  const { script, person } = customer;
  await propose(customer, KITCHEN);
  const { id } = await proposalOf(customer, KITCHEN.purpose);
  expect((await admin.call('PATCH', `/api/credit/proposals/${id}/approve`, {})).status).toBe(200);
  const [contract] = (await script.call('GET', '/api/contracts')).body.contracts;
  await script.call('POST', `/api/contracts/${contract?.id}/request-otp`);
  const otpCode = await signatureCode(origin, person.email);
  expect((await script.call('POST', `/api/contracts/${contract?.id}/sign`, { otpCode })).status).toBe(200);
}
