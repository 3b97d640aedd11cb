import { asc, eq } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { documentCode } from '#domain/document/code';
import type { TransactionType } from '#domain/ledger/words';
import { toDecimal } from '#domain/money';
import { maskDocument } from '#domain/tax-id';
import type { Env } from '#server/env';

/** One side of a transaction, as both sides may see it. The bank itself has neither document nor account number. */
export type ReceiptParty = {
  name: string;
  /** CPF masked, CNPJ whole. */
  document: string | null;
  accountNumber: string | null;
  institution: string;
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
};

/** What is made of a transaction: what its receipt says, and the customers who may have it. */
export type Receipt = { content: ReceiptContent; amountCents: number; holderIds: string[] };

/** Reads what the receipt of a transaction says; null when there is no such transaction. */
export async function readReceipt(
  on: Reader,
  env: Pick<Env, 'BRAND_NAME'>,
  transactionId: string,
): Promise<Receipt | null> {
  const { transactions } = on.tables;
  const [transaction] = await on.select().from(transactions).where(eq(transactions.id, transactionId));
  if (!transaction) return null;
  const sides = await sidesOf(on, transactionId);
  const side = (isPayer: boolean): ReceiptParty => {
    const own = sides.filter(({ amountCents }) => amountCents < 0 === isPayer);
    // Where the bank stands on a side together with a customer (tax withheld), the receipt is the customer's.
    return toParty(own.find(({ userId }) => userId !== null) ?? own[0], env.BRAND_NAME);
  };
  return {
    amountCents: transaction.amountCents,
    holderIds: sides.flatMap(({ userId }) => userId ?? []),
    content: {
      code: documentCode(transaction.id),
      transactionId: transaction.id,
      type: transaction.type,
      amount: toDecimal(transaction.amountCents),
      description: transaction.description,
      createdAt: transaction.createdAt.toISOString(),
      reversesId: transaction.reversesId,
      payer: side(true),
      payee: side(false),
    },
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
