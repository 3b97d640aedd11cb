import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';

/** Payments in progress; balances are checked by the closing itself. */
export async function openOrders(tx: Tx, userId: string): Promise<string[]> {
  const { paymentOrders: orders } = tx.tables;
  const open = await tx.$count(orders, and(eq(orders.userId, userId), isNull(orders.concludedAt)));
  return open === 0 ? [] : ['Há pagamento em processamento: aguarde a conclusão antes de encerrar.'];
}

/** Money that the bank has not yet released or returned. */
export async function heldMoney(tx: Tx, userId: string): Promise<string[]> {
  const { heldPayments: held } = tx.tables;
  const open = await tx.$count(held, and(eq(held.userId, userId), isNull(held.concludedAt)));
  return open === 0 ? [] : ['Há PIX retido pelo banco: fale com o atendimento antes de encerrar.'];
}

/** Codes that somebody may still pay. */
export async function openCharges(tx: Tx, userId: string): Promise<string[]> {
  const { charges } = tx.tables;
  const open = await tx.$count(charges, and(eq(charges.userId, userId), isNull(charges.concludedAt)));
  return open === 0 ? [] : ['Há cobrança PIX em aberto: cancele-a antes de encerrar.'];
}

/** They would end without their owner, who alone may answer them. */
export async function openClaims(tx: Tx, userId: string): Promise<string[]> {
  const { keyClaims: claims } = tx.tables;
  const open = await tx.$count(claims, and(eq(claims.userId, userId), isNull(claims.concludedAt)));
  return open === 0
    ? []
    : ['Há pedido de chave PIX em aberto: responda a ele, ou desista do seu, antes de encerrar.'];
}

/** Money reserved for payments that can still be undone. */
export async function waitingPayments(tx: Tx, userId: string): Promise<string[]> {
  const { waitingPayments: waiting } = tx.tables;
  // Not a parameter, so that the partial index is used.
  const isWaiting = sql`${waiting.status} = 'waiting'`;
  const open = await tx.$count(waiting, and(eq(waiting.userId, userId), isWaiting));
  return open === 0 ? [] : ['Há pagamento reservado: desfaça-o ou aguarde antes de encerrar.'];
}
