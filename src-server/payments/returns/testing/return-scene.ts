import { eq } from 'drizzle-orm';
import { balanceOf } from '#server/ledger/statement';
import { orderScene, settleAll } from '../../orders/testing/order-scene.ts';
import { processEvents } from '../../process-events.ts';
import { type Customer, deliverEvent, externalRow } from '../../testing/scene.ts';

/** `orderScene` with Bruno's key, to which Ana and others pay; `arrive` returns the transaction that booked a PIX from outside. */
export async function returnScene(options: Parameters<typeof orderScene>[0] = {}) {
  const scene = await orderScene(options);
  const { bank, simulator, bruno } = scene;
  const { key } = await bruno.call.pix.keys.create({ type: 'EVP' });
  if (!key) throw new Error('the random key has no value');
  const incoming = () => bank.db.select().from(bank.db.tables.incomingPayments);

  async function bookedAs(providerId: string): Promise<string> {
    const row = (await incoming()).find((one) => one.providerId === providerId);
    return row?.transactionId ?? '';
  }

  return {
    ...scene,
    key,
    incoming,
    /** A PIX for Bruno from outside. */
    arrive: async (value: number) => {
      const { body } = await simulator.control('POST', '/simulator/receive', {
        addressKey: key,
        value,
        payerName: 'Carla Dias',
        payerDocument: '39053344705',
      });
      const providerId = String(body.id);
      await deliverEvent(bank, bruno, { event: 'PAYMENT_RECEIVED', objectId: providerId });
      return { providerId, id: await bookedAs(providerId) };
    },
    /** A PIX from Ana to Bruno; both have booked it. */
    pay: async (amount: string) => {
      const sent = await scene.ana.call.pix.transfer({ pixKey: key, amount });
      await simulator.settle();
      await settleAll(bank);
      const [payment] = simulator.simulator.store.list('payment');
      const providerId = payment?.id ?? '';
      await deliverEvent(bank, bruno, { event: 'PAYMENT_RECEIVED', objectId: providerId });
      return { sent: sent.id, providerId, id: await bookedAs(providerId) };
    },
    centsOf: async ({ user }: Customer) => {
      const { accountId } = await externalRow(bank, user.id);
      return balanceOf(bank.db, accountId ?? '');
    },
    /** Events that the bank keeps for itself included. */
    events: async () => {
      await processEvents(bank);
      const { providerEvents } = bank.db.tables;
      return bank.db.select().from(providerEvents).where(eq(providerEvents.event, 'PIX_RETURNED'));
    },
    faults: (on: object) => simulator.control('POST', '/simulator/faults', { onlyPosts: true, ...on }),
    refundsOf: (providerId: string) => simulator.simulator.store.get('payment', providerId)?.refunds ?? [],
  };
}
