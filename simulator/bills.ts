import { Hono } from 'hono';
import { give, requireApproved, take } from './balance.ts';
import { quoteOf, simulationOf, totalOf } from './boleto-quote.ts';
import { failsNow, isFailing } from './failing.ts';
import { dayOf, realMs } from './moment.ts';
import type { BillRecord, BillStatus } from './records.ts';
import { type Body, bodyOf, readRoutes, textOf, toNumber } from './request.ts';
import type { Routes, Simulator, SimulatorEnv } from './simulator.ts';
import { emit } from './webhooks.ts';

export function billRoutes(simulator: Simulator): Routes {
  const { store } = simulator;
  const routes: Routes = new Hono<SimulatorEnv>();

  routes.post('/bill/simulate', async (c) => c.json(simulationOf(quoteOf(simulator, await bodyOf(c)))));

  routes.post('/bill', async (c) => {
    const body = await bodyOf(c);
    const account = c.get('account');
    requireApproved(account);
    const bill = store.transaction(() => makeBill(simulator, account.id, body));
    simulator.wake();
    return c.json(billAnswer(bill));
  });

  readRoutes(routes, simulator, ['/bill', 'bill', 100], billAnswer);
  return routes;
}

function makeBill(simulator: Simulator, accountId: string, body: Body): BillRecord {
  const { store, clock, switches } = simulator;
  const quote = quoteOf(simulator, body);
  const amountCents = totalOf(quote, body);
  take(store, accountId, amountCents);
  const bill: BillRecord = {
    id: store.newId(),
    accountId,
    status: 'PENDING',
    line: quote.boleto.line,
    amountCents,
    fineCents: quote.fineCents,
    interestCents: quote.interestCents,
    dueDate: quote.boleto.kind === 'bank' ? quote.boleto.dueOn : null,
    companyName: quote.companyName,
    description: textOf(body, 'description'),
    externalReference: textOf(body, 'externalReference'),
    dateCreated: dayOf(clock),
    scheduleDate: quote.payableFrom,
    paymentDate: null,
    failReasons: null,
  };
  store.insert('bill', bill.id, bill, {
    accountId,
    name: quote.boleto.barcode,
    reference: bill.externalReference,
    day: bill.dateCreated,
  });
  tell(simulator, bill, 'CREATED');
  tell(simulator, bill, 'PENDING');
  store.addJob('bill', bill.id, realMs() + switches.settleMs / 2);
  return bill;
}

/** Advances a bill: to BANK_PROCESSING, then to PAID or FAILED. Inside a transaction. */
export function advanceBill(simulator: Simulator, id: string): void {
  const { store, clock, switches } = simulator;
  const bill = store.get('bill', id);
  if (bill?.status === 'PENDING') {
    change(simulator, id, { status: 'BANK_PROCESSING' });
    store.addJob('bill', id, realMs() + switches.settleMs / 2);
  } else if (bill?.status === 'BANK_PROCESSING') {
    const isFailed = isFailing(bill) || failsNow(simulator);
    if (isFailed) giveBack(simulator, bill, 'FAILED', 'O banco beneficiário recusou o pagamento.');
    else change(simulator, id, { status: 'PAID', paymentDate: dayOf(clock) });
  }
}

/** Returns the money of a failed or refunded bill. Inside a transaction. */
export function giveBack(
  simulator: Simulator,
  { id, accountId, amountCents }: BillRecord,
  status: 'FAILED' | 'REFUNDED',
  failReasons: string,
): void {
  give(simulator.store, accountId, amountCents);
  change(simulator, id, { status, failReasons });
}

function change(simulator: Simulator, id: string, to: Partial<BillRecord> & { status: BillStatus }): void {
  tell(simulator, simulator.store.update('bill', id, to), to.status);
}

const tell = (simulator: Simulator, bill: BillRecord, word: string): void =>
  emit(simulator, bill.accountId, { event: `BILL_${word}`, subject: { bill: billAnswer(bill) } });

const billAnswer = ({ accountId, amountCents, interestCents, fineCents, line, ...bill }: BillRecord) => ({
  ...bill,
  object: 'bill',
  value: toNumber(amountCents),
  discount: 0,
  interest: toNumber(interestCents),
  fine: toNumber(fineCents),
  identificationField: line,
  fee: 0,
  transactionReceiptUrl: null,
  canBeCancelled: false,
});
