import type { TestBank } from '#server/testing/test-bank';

const callsIn = ({ logged }: TestBank) =>
  logged.filter((text) => text.includes('called the payment provider'));

/** How many calls to the provider the work makes. */
export async function callsOf(bank: TestBank, work: () => Promise<unknown>): Promise<number> {
  const before = callsIn(bank).length;
  await work();
  return callsIn(bank).length - before;
}
