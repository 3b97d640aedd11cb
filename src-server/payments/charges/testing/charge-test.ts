import { eq } from 'drizzle-orm';
import { test as pixTest } from '../../testing/pix-test.ts';
import { activate, deliverEvent } from '../../testing/scene.ts';
import type { ChargeRow } from '../charge-row.ts';

export const ASKED = { amount: '100.00', description: 'Aulas de novembro' };

/** Due in ten days, with everything. */
export const DATED = {
  ...ASKED,
  dueDate: '2026-03-20',
  fine: { mode: 'percent' as const, value: '2' },
  interest: '1',
  discount: { mode: 'value' as const, value: '5', daysBefore: 5 },
};

/**
 * `ana` has an account, a key and no webhook, so that events come when a test delivers them. `pay`: somebody outside pays a charge's code,
 * `late` also when it is over. `tell`: the provider's event of a payment. `row`: of a charge.
 */
export const test = pixTest
  .extend('owner', async ({ scene }) => {
    await activate(scene, scene.ana);
    await scene.ana.call.pix.keys.create({ type: 'EVP' });
    return scene.ana;
  })
  .extend('charge', ({ owner }) => owner.call.charge)
  .extend('pay', ({ simulator }) => async (payload: string | null, more: object = {}) => {
    const { status, body } = await simulator.control('POST', '/simulator/receive', {
      payload,
      payerName: 'Carla Dias',
      payerDocument: '11144477735',
      ...more,
    });
    if (status !== 200) throw new Error(`not paid: ${JSON.stringify(body)}`);
    return String(body.id);
  })
  .extend(
    'tell',
    ({ bank, owner }) =>
      (objectId: string, id?: string) =>
        deliverEvent(bank, owner, { event: 'PAYMENT_RECEIVED', objectId, ...(id && { id }) }),
  )
  .extend('row', ({ bank }) => async (id: string): Promise<ChargeRow> => {
    const { charges } = bank.db.tables;
    const [found] = await bank.db.select().from(charges).where(eq(charges.id, id));
    if (!found) throw new Error(`no charge ${id}`);
    return found;
  });
