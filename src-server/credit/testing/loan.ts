import { codeSentTo } from '#server/contract/testing/code';
import type { openBankWithTwo } from '#server/testing/people';
import { creditDailySteps } from '../daily-steps.ts';

type Scene = Awaited<ReturnType<typeof openBankWithTwo>>;

export const LOAN = {
  amount: '1200.00',
  termMonths: 12,
  purpose: 'Reforma da cozinha',
  hasCollateral: false,
};

/** Returns the proposal id. */
export async function approvedCredit(
  { admin, ana }: Pick<Scene, 'admin' | 'ana'>,
  asked: Partial<typeof LOAN> & { interestRate?: string } = {},
): Promise<string> {
  const { interestRate, ...loan } = asked;
  const { id } = await ana.call.credit.proposals.create({ ...LOAN, ...loan });
  await admin.call.credit.proposals.approve({ id, interestRate });
  return id;
}

export async function contractOf({ ana }: Pick<Scene, 'ana'>, proposalId: string) {
  const found = (await ana.call.contract.list()).find(({ relatedId }) => relatedId === proposalId);
  if (!found) throw new Error(`proposal ${proposalId}: contract not found`);
  return found;
}

export async function signCredit({ bank, ana }: Pick<Scene, 'ana' | 'bank'>, proposalId: string) {
  const contract = await contractOf({ ana }, proposalId);
  await ana.call.contract.requestOtp({ id: contract.id });
  const otpCode = await codeSentTo(bank, `${ana.user.id}@correio.example`);
  return ana.call.contract.sign({ id: contract.id, otpCode });
}

/** Returns the proposal id. */
export async function signedCredit(
  scene: Pick<Scene, 'admin' | 'ana' | 'bank'>,
  asked: Partial<typeof LOAN> & { interestRate?: string } = {},
): Promise<string> {
  const id = await approvedCredit(scene, asked);
  await signCredit(scene, id);
  return id;
}

export async function runDay({ bank }: Pick<Scene, 'bank'>, day: string): Promise<void> {
  bank.clock.set(`${day}T09:00:00-03:00`);
  for (const step of creditDailySteps) await step.run(bank, day);
}
