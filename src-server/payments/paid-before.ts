import { and, inArray, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { OPEN_ORDER_STATUSES } from '#domain/pix/words';
import type { Fact } from '#server/decision/decision';
import { anyOf, anyTuple, idList, tupleList } from '#server/kernel/any-of';

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

/** A payment of the customer's that waits will pay it. */
export const reservedFor = (userId: string, named: Named, text: string): Fact<true> => ({
  source: RESERVED[named],
  key: `${userId} ${text}`,
});

const RESERVED = {
  target: reserves((request) => request.line),
  payload: reserves((request) => request.pixKey?.payload),
};

/** What is kept of a payment that waits: a boleto's input, or a PIX's. */
type Request = { line?: string; pixKey?: { payload?: string } };

/** A customer has few that wait. */
function reserves(textIn: (request: Request) => string | undefined) {
  return async (on: Reader, keys: readonly string[]): Promise<ReadonlyMap<string, true>> => {
    const rows = await on
      .prepared('payments.reserved', (reader, { waitingPayments: { userId, request, status } }) =>
        reader
          .select({ userId, request })
          .from(reader.tables.waitingPayments)
          // Not a parameter, so that the partial index is used.
          .where(and(anyOf(reader, userId, 'userIds'), sql`${status} = 'waiting'`)),
      )
      .execute({ userIds: idList(on, keys.map(userOf)) });
    return new Map(rows.map(({ userId, request }) => [`${userId} ${textIn(request as Request)}`, true]));
  };
}

const userOf = (key: string): string => key.slice(0, key.indexOf(' '));
const textOf = (key: string): string => key.slice(key.indexOf(' ') + 1);

const READ = { target: reads('target'), payload: reads('payload') };
/** What the partial index of each has, which a parameter could not use. */
const IN_INDEX = { target: sql`kind = 'boleto'`, payload: sql`payload is not null` };

function reads(named: Named) {
  return async (on: Reader, keys: readonly string[]): Promise<ReadonlyMap<string, true>> => {
    const rows = await on
      .prepared(`payments.paidBefore.${named}`, (reader, { paymentOrders }) =>
        reader
          .select({ userId: paymentOrders.userId, text: paymentOrders[named] })
          .from(paymentOrders)
          .where(
            and(
              IN_INDEX[named],
              anyTuple(reader, [paymentOrders.userId, paymentOrders[named]], 'orders'),
              inArray(paymentOrders.status, [...OPEN_ORDER_STATUSES, 'done']),
            ),
          ),
      )
      .execute(
        tupleList(
          on,
          'orders',
          keys.map((key) => [userOf(key), textOf(key)]),
        ),
      );
    return new Map(rows.map(({ userId, text }) => [`${userId} ${text}`, true]));
  };
}
