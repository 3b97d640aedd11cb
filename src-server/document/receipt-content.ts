import { asc, eq } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { documentCode } from '#domain/document/code';
import type { TransactionType } from '#domain/ledger/words';
import { toDecimal } from '#domain/money';
import type { OrderStatus } from '#domain/pix/words';
import { maskDocument } from '#domain/tax-id';
import type { Env } from '#server/kernel/env';
import { destinationNumber, type FoundOrder, findOrderOf, type ReceiptOrder } from './receipt-order.ts';

/** One side of a transaction, as both sides may see it. The bank itself has neither document nor account number. */
export type ReceiptParty = {
  name: string;
  /** CPF masked, CNPJ whole. */
  document: string | null;
  accountNumber: string | null;
  /** null: another bank's, which nobody has named. */
  institution: string | null;
};

/** Everything a receipt says, the same for both sides. */
export type ReceiptContent = {
  code: string;
  transactionId: string;
  type: TransactionType;
  amount: string;
  description: string;
  createdAt: string;
  /** Of a reversal: the transaction it undoes. */
  reversesId: string | null;
  payer: ReceiptParty;
  payee: ReceiptParty;
  /** Of what went through the payment provider. */
  order?: ReceiptOrder;
};

/** What is made of a transaction: what its receipt says, and the customers who may have it. */
export type Receipt = {
  content: ReceiptContent;
  amountCents: number;
  holderIds: string[];
  /** Of what went through the payment provider: until it is 'done' there is nothing to confirm. */
  orderStatus: OrderStatus | null;
};

/**
 * Reads what the receipt of a transaction says; null when there is no such transaction. A payment through the provider has
 * one receipt, whether it is asked for by the transaction that reserved the money or by the one that settled it.
 */
export async function readReceipt(
  on: Reader,
  env: Pick<Env, 'BRAND_NAME'>,
  transactionId: string,
): Promise<Receipt | null> {
  const { transactions } = on.tables;
  const [transaction] = await on.select().from(transactions).where(eq(transactions.id, transactionId));
  if (!transaction) return null;
  const sides = await sidesOf(on, transactionId);
  const holder = sides.find(({ userId }) => userId !== null);
  const order = await findOrderOf(on, transactionId, holder?.userId ?? null);
  if (order && order.transactionId !== transactionId) return readReceipt(on, env, order.transactionId);
  const side = (isPayer: boolean): ReceiptParty => {
    const own = sides.filter(({ amountCents }) => amountCents < 0 === isPayer);
    // Where the bank stands on a side together with a customer (tax withheld), the receipt is the customer's.
    return toParty(own.find(({ userId }) => userId !== null) ?? own[0], env.BRAND_NAME);
  };
  return {
    amountCents: transaction.amountCents,
    holderIds: sides.flatMap(({ userId }) => userId ?? []),
    orderStatus: order?.status ?? null,
    content: {
      code: documentCode(transaction.id),
      transactionId: transaction.id,
      type: transaction.type,
      amount: toDecimal(transaction.amountCents),
      description: transaction.description,
      createdAt: transaction.createdAt.toISOString(),
      reversesId: transaction.reversesId,
      payer: side(true),
      payee: order ? await payeeOf(on, order, side(true)) : side(false),
      ...(order && { order: order.facts }),
    },
  };
}

/** Of a move the payer; else whoever the order was for, as far as anybody has named them. */
async function payeeOf(on: Reader, order: FoundOrder, payer: ReceiptParty): Promise<ReceiptParty> {
  const { kind } = order.facts;
  if (kind === 'move_in' || kind === 'move_out') return { ...payer, ...(await destinationNumber(on, order)) };
  const { name, document } = order.payee;
  return {
    name: name ?? (kind === 'pix' ? 'Titular da chave PIX' : 'Beneficiário do boleto'),
    document: document && maskDocument(document),
    accountNumber: null,
    institution: null,
  };
}

type Side = Awaited<ReturnType<typeof sidesOf>>[number];

function sidesOf(on: Reader, transactionId: string) {
  const { accounts, entries, users } = on.tables;
  return on
    .select({
      amountCents: entries.amountCents,
      accountNumber: accounts.accountNumber,
      userId: accounts.userId,
      name: users.fullName,
      cpf: users.cpf,
      cnpj: users.cnpj,
    })
    .from(entries)
    .innerJoin(accounts, eq(accounts.id, entries.accountId))
    .leftJoin(users, eq(users.id, accounts.userId))
    .where(eq(entries.transactionId, transactionId))
    .orderBy(asc(accounts.id), asc(entries.seq));
}

function toParty(side: Side | undefined, institution: string): ReceiptParty {
  if (!side?.name) return { name: institution, document: null, accountNumber: null, institution };
  return {
    name: side.name,
    document: maskDocument(side.cpf ?? side.cnpj ?? ''),
    accountNumber: side.accountNumber,
    institution,
  };
}
