import type { Started } from '#simulator/testing/started';

export type Charge = { id: string; txid: string; payload: string };

/** A merchant of the simulator charges, as its control `/simulator/charges` says. */
export async function charge({ control }: Pick<Started, 'control'>, asked: object): Promise<Charge> {
  const { status, body } = await control('POST', '/simulator/charges', asked);
  if (status !== 200) throw new Error(`no charge: ${JSON.stringify(body)}`);
  return { id: String(body.id), txid: String(body.txid), payload: String(body.payload) };
}

/** Due on a Friday; the bank's Tuesday after it costs R$ 102,13: 2 % of fine, and 1 % a month of interest for 4 days. */
export const OVERDUE = {
  original: '100.00',
  dueOn: '2026-03-06',
  validDays: 30,
  fine: { mode: 2, value: '2.00' },
  interest: { mode: 3, value: '1.00' },
};
