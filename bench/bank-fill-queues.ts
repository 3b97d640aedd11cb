import type { Tables } from '#db/schema';
import type { OrderStatus } from '#domain/pix/words';
import { stateOfOrder } from '#domain/protection/intent';
import { newId } from '#server/kernel/id';
import type { History } from './fill.ts';
import type { Filling } from './filling.ts';

const OPEN_ORDERS: [status: OrderStatus, minutesAgo: number][] = [
  ['processing', 50],
  ['sending', 16],
  ['processing', 14],
  ['reserved', 1],
];
const DONE_ORDERS = 200;

type Row<Name extends keyof Tables> = Tables[Name]['$inferInsert'];

export async function fillQueues(filling: Filling, history: History): Promise<void> {
  const { insert, tables, now, today } = filling;
  const orders = await ordersOf(filling, history);
  await insert(tables.paymentIntents, orders.map(intentOf));
  await insert(
    tables.paymentOrders,
    orders.map(({ accountId: _account, ...order }) => order),
  );
  await insert(tables.outbox, mailAt(now));
  await insert(tables.jobRuns, runsAt(now));
  await insert(tables.reconciliations, reconciliationsAt(now));
  // Today's run is done, so that a server that opens this bank leaves it unchanged.
  await insert(tables.dailyRuns, [{ day: today, step: 'whole-day', claimedAt: now, finishedAt: now }]);
}

const minutesBefore = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

type PaidFrom = Row<'paymentOrders'> & { accountId: string };

const intentOf = (order: PaidFrom): Row<'paymentIntents'> => ({
  id: order.intentId,
  userId: order.userId,
  accountId: order.accountId,
  kind: 'pix_person',
  target: order.target,
  amountCents: order.amountCents,
  executeAt: order.createdAt,
  state: stateOfOrder(order.status),
  transactionId: order.transactionId,
  createdAt: order.createdAt,
  concludedAt: order.concludedAt,
});

async function ordersOf({ people, own, now }: Filling, history: History): Promise<PaidFrom[]> {
  const payers = people.filter(({ external }) => external);
  const orders: PaidFrom[] = [];
  for (let n = 0; n < DONE_ORDERS + OPEN_ORDERS.length; n += 1) {
    const payer = payers[n % payers.length];
    if (!payer?.external) throw new Error(`order ${n}: no payer with an external account`);
    const [status, minutesAgo] = OPEN_ORDERS[n - DONE_ORDERS] ?? (['done', 600 + n] as const);
    const about = { type: 'transfer' as const, description: 'PIX', actorId: payer.id, createdAt: now };
    const amountCents = 10 + n;
    const transactionId = await history.post(about, [
      [payer.external, -amountCents],
      [own.provider_clearing, amountCents],
    ]);
    const concludedById =
      status === 'done'
        ? await history.post(about, [
            [own.provider_clearing, -amountCents],
            [own.provider_cash, amountCents],
          ])
        : null;
    orders.push({
      transactionId,
      intentId: transactionId,
      accountId: payer.external.id,
      userId: payer.id,
      kind: 'pix',
      status,
      amountCents,
      target: `cliente.${n}@correio.example`,
      targetType: 'EMAIL',
      attempts: 1,
      createdAt: minutesBefore(now, minutesAgo),
      concludedById,
      ...(concludedById ? { concludedAt: now } : { nextLookAt: now }),
    });
  }
  return orders;
}

const mailAt = (now: Date): Row<'outbox'>[] =>
  Array.from({ length: 400 }, (_, n) => ({
    id: newId(),
    channel: 'mail',
    kind: 'transfer',
    urgency: 12,
    recipient: `cliente.${n}@correio.example`,
    subject: 'Transferência',
    text: 'Você recebeu uma transferência.',
    html: '<p>Você recebeu uma transferência.</p>',
    createdAt: now,
    ...(n % 100 === 1
      ? { attempts: 8, lastError: '550' }
      : n % 100 === 2
        ? { attempts: 0 }
        : { attempts: 1, sentAt: now }),
  }));

function runsAt(now: Date): Row<'jobRuns'>[] {
  const run = (job: 'daily_run' | 'backup', minutesAgo: number, error: string | null) => ({
    id: newId(),
    job,
    turn: `${job}-${minutesAgo}`,
    createdAt: minutesBefore(now, minutesAgo),
    startedAt: minutesBefore(now, minutesAgo),
    finishedAt: minutesBefore(now, minutesAgo - 1),
    durationMs: 60_000,
    ...(error === null ? { summary: 'Feito' } : { error }),
  });
  return [
    run('daily_run', 3_000, 'Sem espaço em disco'),
    run('daily_run', 1_500, null),
    run('backup', 2_900, null),
    run('backup', 1_400, 'Sem espaço em disco'),
  ];
}

const reconciliationsAt = (now: Date): Row<'reconciliations'>[] =>
  [
    { hours: 30, differenceCount: 0 },
    { hours: 6, differenceCount: 3 },
  ].map(({ hours, differenceCount }) => ({
    id: newId(),
    isOk: differenceCount === 0,
    differenceCount,
    report: { checks: [], differences: [] },
    durationMs: 900,
    createdAt: minutesBefore(now, hours * 60),
  }));
