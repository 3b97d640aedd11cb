import { eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { ReverseInput } from '#domain/admin/reason';
import { toDecimal } from '#domain/money';
import type { HeldStatus } from '#domain/pix/held';
import { refuse } from '#domain/refusal';
import { requireProof } from '#server/access/proof';
import { askedFor, moneyWrite } from '#server/audit/money-write';
import type { SignedInContext } from '#server/kernel/context';
import { bankAccountId } from '#server/ledger/bank-account';
import { post } from '#server/ledger/post';
import { findExternal, isOpen } from '#server/onboarding/external-account';
import { isClosed } from '#server/onboarding/is-closed';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';
import { leaveEvent } from '../keep-event.ts';
import { type HeldRow, lockHeld, writeHeld } from './held-row.ts';
import { receivedText } from './hold.ts';

export type Decided = { id: string; status: HeldStatus };

const CLOSED =
  'Este cadastro foi encerrado a pedido do cliente: devolva o PIX a quem pagou ou, se não for possível, pague-o fora do banco';
const CAME_BACK =
  'Este PIX já é uma devolução e não pode ser devolvido: libere-o ou, se o cadastro foi encerrado, pague-o fora do banco';

/**
 * Moves a held payment to its owner's external account, frozen or not. Refuses NOT_FOUND, HELD_DECIDED, USER_CLOSED (it
 * is returned, or paid outside the bank), IDEMPOTENCY_KEY_REUSED; in production also TOKEN_NOT_ALLOWED and REAUTHENTICATE. Not a decision:
 * only the held payment tells which account it moves.
 */
export async function releaseHeld(ctx: SignedInContext, input: ReverseInput): Promise<Decided> {
  await requireProof(ctx, { inProduction: 'sinceSignIn' });
  return moneyWrite(ctx, askedFor('releaseHeld', input), async (tx, by) => {
    const held = await undecided(tx, input.id);
    if (await isClosed(tx, held.userId)) refuse('USER_CLOSED', { text: CLOSED });
    const { transactionId: id, amountCents } = held;
    const posted = await post(tx, {
      ...by,
      type: 'deposit',
      description: receivedText(held),
      entries: [
        { accountId: await bankAccountId(tx, 'held_pix'), amountCents: -amountCents },
        { accountId: await externalAccountId(tx, held), amountCents },
      ],
      // Refuses USER_CLOSED too: of a closure at the same time, once the account is locked.
      accounts: { reach: 'frozen' },
    });
    await keepAsIncoming(tx, held, posted.transactionId, by.createdAt);
    if (!held.isReturn) await askForParts(tx, ctx, held);
    await writeHeld(tx, held, { status: 'released', failReason: null, concludedAt: by.createdAt });
    await queueMessage(tx, ctx, 'pix_received', await receiverOf(tx, held.userId), held);
    const changes = { ...told(held), transactionId: posted.transactionId, reason: input.reason };
    return {
      answer: { id, status: 'released' as const },
      audit: { action: 'release_held_pix', entityId: id, changes },
    };
  });
}

/**
 * Has the order worker ask the provider to refund it; until the provider confirms, the money stays held. Refuses
 * NOT_FOUND, HELD_DECIDED, NOT_A_RECEIVED_PIX (it came back itself), IDEMPOTENCY_KEY_REUSED; in production also
 * TOKEN_NOT_ALLOWED and REAUTHENTICATE. Not a decision: it moves no money.
 */
export async function returnHeld(ctx: SignedInContext, input: ReverseInput): Promise<Decided> {
  await requireProof(ctx, { inProduction: 'sinceSignIn' });
  return moneyWrite(ctx, askedFor('returnHeld', input), async (tx) => {
    const held = await undecided(tx, input.id);
    if (held.isReturn) refuse('NOT_A_RECEIVED_PIX', { text: CAME_BACK });
    const begun = { attempts: 0, isAccepted: false, sentAt: null, failReason: null };
    await writeHeld(tx, held, { ...begun, status: 'returning', nextLookAt: ctx.clock.real() });
    const id = held.transactionId;
    return {
      answer: { id, status: 'returning' as const },
      audit: {
        action: 'return_held_pix',
        entityId: id,
        changes: { ...told(held), reason: input.reason },
      },
    };
  });
}

/** Locked. Refuses NOT_FOUND, HELD_DECIDED. */
export async function undecided(tx: Tx, id: string): Promise<HeldRow> {
  const held = await lockHeld(tx, id);
  if (!held) refuse('NOT_FOUND');
  if (held.status !== 'held') refuse('HELD_DECIDED');
  return held;
}

export const told = ({ userId, amountCents, providerId }: HeldRow) => ({
  userId,
  amount: toDecimal(amountCents),
  providerId,
});

async function externalAccountId(tx: Tx, { userId }: HeldRow): Promise<string> {
  const external = await findExternal(tx, userId);
  if (!isOpen(external)) throw new Error(`user ${userId} has no open external account`);
  return external.accountId;
}

/** The provider may have taken a part back while it was held, of which nothing is booked before its release. */
async function askForParts(tx: Tx, ctx: SignedInContext, { userId, providerId }: HeldRow): Promise<void> {
  const { users } = tx.tables;
  const [owner] = await tx
    .select({ accountProviderId: users.asaasSubAccountId })
    .from(users)
    .where(eq(users.id, userId));
  if (!owner) throw new Error(`user ${userId} not found`);
  const id = `released ${providerId}`;
  await leaveEvent(tx, ctx, { id, event: 'PAYMENT_RELEASED', ...owner, objectId: providerId });
}

/** From now on it is like any other incoming payment: in statements, receipts and the provider's books. */
async function keepAsIncoming(tx: Tx, held: HeldRow, transactionId: string, createdAt: Date): Promise<void> {
  const { providerId, userId, amountCents, payerName, payerDocument, endToEndId, isReturn, orderId } = held;
  const kept = { providerId, userId, amountCents, payerName, payerDocument, endToEndId, isReturn, orderId };
  await tx.insert(tx.tables.incomingPayments).values({ ...kept, transactionId, createdAt });
}
