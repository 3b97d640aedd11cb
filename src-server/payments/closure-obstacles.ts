import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { OPEN_ORDER_STATUSES } from '#domain/pix/words';

/** Payments in progress; balances are checked by the closing itself. */
export async function openOrders(tx: Tx, userId: string): Promise<string[]> {
  const { paymentOrders: orders } = tx.tables;
  const open = await tx.$count(
    orders,
    and(eq(orders.userId, userId), inArray(orders.status, [...OPEN_ORDER_STATUSES])),
  );
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
  const isOpen = inArray(charges.status, ['making', 'open']);
  const open = await tx.$count(charges, and(eq(charges.userId, userId), isOpen));
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
  const open = await tx.$count(waiting, and(eq(waiting.userId, userId), eq(waiting.status, 'waiting')));
  return open === 0 ? [] : ['Há pagamento reservado: desfaça-o ou aguarde antes de encerrar.'];
}
