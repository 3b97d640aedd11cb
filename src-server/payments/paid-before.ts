import { and, inArray } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { OPEN_ORDER_STATUSES } from '#domain/pix/words';
import type { Fact } from '#server/decision/decision';
import { anyOf, idList } from '#server/ledger/any-of';

/** What can be paid once: a boleto's line, a dynamic code's text. */
type Named = 'target' | 'payload';

/** An order of the customer pays it, or has paid it. */
export const paidBefore = (userId: string, named: Named, text: string): Fact<true> => ({
  source: READ[named],
  key: `${userId} ${text}`,
});

export async function isPaidBefore(on: Reader, userId: string, named: Named, text: string): Promise<boolean> {
  const { key } = paidBefore(userId, named, text);
  return (await READ[named](on, [key])).has(key);
}

const READ = { target: reads('target'), payload: reads('payload') };

function reads(named: Named) {
  return async (on: Reader, keys: readonly string[]): Promise<ReadonlyMap<string, true>> => {
    const rows = await on
      .prepared(`payments.paidBefore.${named}`, (reader, { paymentOrders }) =>
        reader
          .select({ userId: paymentOrders.userId, text: paymentOrders[named] })
          .from(paymentOrders)
          .where(
            and(
              anyOf(reader, paymentOrders.userId, 'userIds'),
              anyOf(reader, paymentOrders[named], 'texts'),
              inArray(paymentOrders.status, [...OPEN_ORDER_STATUSES, 'done']),
            ),
          ),
      )
      .execute({
        userIds: idList(
          on,
          keys.map((key) => key.slice(0, key.indexOf(' '))),
        ),
        texts: idList(
          on,
          keys.map((key) => key.slice(key.indexOf(' ') + 1)),
        ),
      });
    return new Map(rows.map(({ userId, text }) => [`${userId} ${text}`, true]));
  };
}
