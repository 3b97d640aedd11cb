import { expect } from 'vitest';
import type { SignedIn } from './bank-test.ts';

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
