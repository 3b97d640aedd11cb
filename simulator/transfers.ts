import { Hono } from 'hono';
import { PIX_KEY_TYPES, parsePixKey } from '#domain/pix/key';
import { maskDocument } from '#domain/tax-id';
import { give, requireApproved, take } from './balance.ts';
import { keyHolder } from './directory.ts';
import { failsNow, isFailing, MAGIC } from './failing.ts';
import { dayOf, realMs } from './moment.ts';
import { ISPB, newEndToEndId, receive, walletOwner } from './payments.ts';
import { keyOwner } from './pix-keys.ts';
import { badRequest, notFound, refusal } from './provider-error.ts';
import type { AccountRecord, TransferRecord } from './records.ts';
import { type Body, bodyOf, centsOf, readRoutes, textOf, toNumber } from './request.ts';
import type { Routes, Simulator, SimulatorEnv } from './simulator.ts';
import { emit } from './webhooks.ts';

const MAX_PAGE = 10;
const DUPLICATE_WINDOW_MS = 15 * 60_000;

export function transferRoutes(simulator: Simulator): Routes {
  const { store } = simulator;
  const routes: Routes = new Hono<SimulatorEnv>();

  routes.post('/transfers', async (c) => {
    const body = await bodyOf(c);
    const account = c.get('account');
    const transfer = store.transaction(() => makeTransfer(simulator, account.id, body));
    simulator.wake();
    return c.json(transferAnswer(simulator, transfer));
  });

  readRoutes(routes, simulator, ['/transfers', 'transfer', MAX_PAGE], (transfer) =>
    transferAnswer(simulator, transfer),
  );
  return routes;
}

function makeTransfer(simulator: Simulator, accountId: string, body: Body): TransferRecord {
  const { store, clock, switches } = simulator;
  const account = store.get('account', accountId);
  if (!account) throw notFound();
  requireApproved(account);
  const amountCents = centsOf(body, 'value');
  if (amountCents === null) throw badRequest('invalid_value', 'O campo value deve ser informado.');
  const { to, receiver } = targetOf(simulator, account, body);
  if (switches.refuseDuplicates) refuseDuplicate(simulator, { accountId, amountCents, to });
  take(store, accountId, amountCents);
  const isInternal = 'walletId' in to;
  const today = dayOf(clock);
  const transfer: TransferRecord = {
    id: store.newId(),
    accountId,
    status: isInternal ? 'DONE' : 'PENDING',
    amountCents,
    to,
    description: textOf(body, 'description'),
    externalReference: textOf(body, 'externalReference'),
    endToEndId: isInternal ? null : newEndToEndId(simulator, ISPB.provider),
    failReason: null,
    dateCreated: today,
    effectiveDate: isInternal ? today : null,
    madeAt: clock.now().toISOString(),
  };
  store.insert('transfer', transfer.id, transfer, {
    accountId,
    reference: transfer.externalReference,
    day: today,
  });
  tell(simulator, transfer, 'CREATED');
  if (isInternal && receiver) {
    give(store, receiver.id, amountCents);
    tell(simulator, transfer, 'DONE');
  } else {
    tell(simulator, transfer, 'PENDING');
    store.addJob('transfer', transfer.id, realMs() + switches.settleMs / 2);
  }
  return transfer;
}

type Target = { to: TransferRecord['to']; receiver: AccountRecord | null };

function targetOf(simulator: Simulator, account: AccountRecord, body: Body): Target {
  const walletId = textOf(body, 'walletId');
  const target = walletId
    ? { to: { walletId }, receiver: walletOwner(simulator.store, walletId) }
    : keyTarget(simulator, body);
  if (walletId && !target.receiver) throw badRequest('invalid_walletId', 'A carteira informada é inválida.');
  if (target.receiver?.id === account.id)
    throw badRequest('invalid_action', 'Não é possível transferir para a própria conta.');
  return target;
}

function keyTarget(simulator: Simulator, body: Body): Target {
  const text = textOf(body, 'pixAddressKey');
  if (!text) throw badRequest('invalid_pixAddressKey', 'O campo pixAddressKey deve ser informado.');
  const key = parsePixKey(text);
  const type = PIX_KEY_TYPES.find((known) => known === textOf(body, 'pixAddressKeyType'));
  if (!type) throw badRequest('invalid_pixAddressKeyType', 'O tipo da chave Pix deve ser informado.');
  if (key?.type !== type)
    throw badRequest('invalid_pixAddressKey', 'A chave Pix informada não condiz com o seu tipo.');
  if (key.canonical.startsWith(MAGIC.unknownKey))
    throw badRequest('invalid_action', 'A chave Pix informada não foi encontrada.');
  return { to: { key: key.canonical, keyType: type }, receiver: keyOwner(simulator, key.canonical) };
}

/** Same value and destination within 15 minutes: throws 409. */
function refuseDuplicate(
  { store, clock }: Simulator,
  { accountId, amountCents, to }: Pick<TransferRecord, 'accountId' | 'amountCents' | 'to'>,
): void {
  const since = clock.now().getTime() - DUPLICATE_WINDOW_MS;
  const same = store
    .list('transfer', { accountId }, { limit: 100 })
    .find(
      (other) =>
        Date.parse(other.madeAt) > since &&
        other.status !== 'FAILED' &&
        other.amountCents === amountCents &&
        JSON.stringify(other.to) === JSON.stringify(to),
    );
  if (same)
    throw refusal(
      409,
      'duplicated_transfer',
      'Já existe uma transferência com o mesmo valor e destino nos últimos 15 minutos.',
    );
}

/** Advances a transfer: to BANK_PROCESSING, then to DONE or FAILED. Inside a transaction. */
export function advanceTransfer(simulator: Simulator, id: string): void {
  const { store, switches } = simulator;
  const transfer = store.get('transfer', id);
  if (transfer?.status === 'PENDING') {
    tell(simulator, store.update('transfer', id, { status: 'BANK_PROCESSING' }), 'IN_BANK_PROCESSING');
    store.addJob('transfer', id, realMs() + switches.settleMs / 2);
  } else if (transfer?.status === 'BANK_PROCESSING') endTransfer(simulator, transfer);
}

function endTransfer(simulator: Simulator, transfer: TransferRecord): void {
  const { store, clock } = simulator;
  const { id, accountId, amountCents, to } = transfer;
  const key = 'key' in to ? to.key : null;
  if (isFailing(transfer) || failsNow(simulator)) {
    failTransfer(simulator, transfer, 'A instituição de destino recusou a transferência.');
    return;
  }
  tell(simulator, store.update('transfer', id, { status: 'DONE', effectiveDate: dayOf(clock) }), 'DONE');
  const receiver = key && keyOwner(simulator, key);
  const payer = store.get('account', accountId);
  if (!receiver || !payer) return;
  receive(simulator, {
    accountId: receiver.id,
    amountCents,
    key,
    txid: null,
    payerName: payer.name,
    payerDocument: payer.cpfCnpj,
    description: transfer.description,
    endToEndId: transfer.endToEndId ?? newEndToEndId(simulator, ISPB.provider),
    transferId: transfer.id,
  });
}

/** Returns the money with a reason, even of a completed transfer. Inside a transaction. */
export function failTransfer(simulator: Simulator, transfer: TransferRecord, failReason: string): void {
  const { store } = simulator;
  give(store, transfer.accountId, transfer.amountCents);
  tell(simulator, store.update('transfer', transfer.id, { status: 'FAILED', failReason }), 'FAILED');
}

const tell = (simulator: Simulator, transfer: TransferRecord, word: string): void =>
  emit(simulator, transfer.accountId, {
    event: `TRANSFER_${word}`,
    subject: { transfer: transferAnswer(simulator, transfer) },
  });

function transferAnswer(simulator: Simulator, record: TransferRecord) {
  const { to, accountId, amountCents, endToEndId, madeAt, ...transfer } = record;
  const isInternal = 'walletId' in to;
  return {
    ...transfer,
    object: 'transfer',
    type: isInternal ? 'ASAAS_ACCOUNT' : 'BANK_ACCOUNT',
    value: toNumber(amountCents),
    netValue: toNumber(amountCents),
    transferFee: 0,
    scheduleDate: transfer.dateCreated,
    endToEndIdentifier: endToEndId,
    authorized: true,
    transactionReceiptUrl: null,
    operationType: isInternal ? 'INTERNAL' : 'PIX',
    recurring: null,
    ...(isInternal ? { walletId: to.walletId } : { bankAccount: receivingAccount(simulator, to.key) }),
  };
}

/** The key's owner, as far as known here. */
function receivingAccount(simulator: Simulator, key: string) {
  const holder = keyHolder(simulator, key);
  return {
    ownerName: holder?.name ?? null,
    cpfCnpj: holder ? maskDocument(holder.document) : null,
    pixAddressKey: key,
  };
}
