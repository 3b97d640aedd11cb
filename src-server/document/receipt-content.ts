import { asc, eq } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { documentCode } from '#domain/document/code';
import { ACCOUNT_TYPE_LABELS, type AccountType, type TransactionType } from '#domain/ledger/words';
import { toDecimal } from '#domain/money';
import type { OrderStatus } from '#domain/pix/words';
import { maskDocument } from '#domain/tax-id';
import type { Env } from '#server/kernel/env';
import { destinationOf, type FoundOrder, findOrderOf, type ReceiptOrder } from './receipt-order.ts';

export type ReceiptParty = {
  name: string;
  /** CPF masked, CNPJ in full. */
  document: string | null;
  accountNumber: string | null;
  /** For the external account, whose number no screen shows. */
  accountName?: string;
  /** Null: at another bank, which is unknown. */
  institution: string | null;
};

export type ReceiptContent = {
  code: string;
  transactionId: string;
  type: TransactionType;
  amount: string;
  description: string;
  createdAt: string;
  reversesId: string | null;
  payer: ReceiptParty;
  payee: ReceiptParty;
  /** For payments through the provider. */
  order?: ReceiptOrder;
};

export type Receipt = {
  content: ReceiptContent;
  amountCents: number;
  holderIds: string[];
  /** The paying customer, or the receiving one if the bank pays; null if no customer takes part. */
  payerId: string | null;
  /** For payments through the provider. */
  orderStatus: OrderStatus | null;
  /** Of money reserved for a payment, or its end: the payment has a receipt of its own. */
  isReservation: boolean;
};

/** An order has one receipt for its reservation and its settlement. */
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
  const of = (isPayer: boolean) => sides.filter(({ amountCents }) => amountCents < 0 === isPayer);
  const own = (isPayer: boolean) => of(isPayer).find(({ userId }) => userId !== null);
  // If bank and customer are on one side (withheld tax), the customer counts.
  const side = (isPayer: boolean): ReceiptParty => toParty(own(isPayer) ?? of(isPayer)[0], env.BRAND_NAME);
  return {
    amountCents: transaction.amountCents,
    payerId: (own(true) ?? own(false))?.userId ?? null,
    holderIds: sides.flatMap(({ userId }) => userId ?? []),
    orderStatus: order?.status ?? null,
    isReservation: sides.some(({ accountType }) => accountType === 'held'),
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

async function payeeOf(on: Reader, order: FoundOrder, payer: ReceiptParty): Promise<ReceiptParty> {
  const { kind } = order.facts;
  if (kind === 'move_in' || kind === 'move_out') {
    const { accountName: _, ...person } = payer;
    return { ...person, ...knownAs(await destinationOf(on, order)) };
  }
  const { name, document } = order.payee;
  return {
    name: name ?? UNNAMED[kind],
    document: document && maskDocument(document),
    accountNumber: null,
    institution: null,
  };
}

const UNNAMED = {
  pix: 'Titular da chave PIX',
  boleto: 'Beneficiário do boleto',
  return: 'Quem pagou o PIX',
} as const;

type Side = Awaited<ReturnType<typeof sidesOf>>[number];

function sidesOf(on: Reader, transactionId: string) {
  const { accounts, entries, users } = on.tables;
  return on
    .select({
      amountCents: entries.amountCents,
      accountNumber: accounts.accountNumber,
      accountType: accounts.accountType,
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
    ...knownAs(side),
    institution,
  };
}

/** Customers know the external account by its name: no screen shows its number. */
const knownAs = (account: { accountType: AccountType; accountNumber: string | null } | null) =>
  account?.accountType === 'external' || account?.accountType === 'held'
    ? { accountNumber: null, accountName: ACCOUNT_TYPE_LABELS[account.accountType] }
    : { accountNumber: account?.accountNumber ?? null };
