import { eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { WithReasonInput } from '#domain/admin/reason';
import { DOCUMENT_FREE_SECONDS } from '#domain/auth/document-free';
import { secondsAfter } from '#domain/moment';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import { clearDocumentFree, documentFreeFrom, setDocumentFreeFrom } from '#server/auth/document-free';
import { atTrustedEmail } from '#server/auth/email-hold';
import { lockedCustomer } from '#server/auth/own-row';
import { refuseAsker, refuseCorrector } from '#server/auth/two-administrators';
import type { UserRow } from '#server/auth/user-answer';
import type { SessionContext } from '#server/kernel/context';
import { momentText } from '#server/outbox/messages/access';
import { queueMessage } from '#server/outbox/queue-message';
import { type AdminUser, adminUser } from './users.ts';

const AT_ONCE = 'Este cadastro está encerrado: o documento pode ser liberado na hora';
const STILL_ACTIVE = 'O acesso deste cadastro está ativo: desative-o antes de liberar o documento';

/**
 * For the document's owner, who was identified and is not the holder of this account, which the bank has deactivated: from seven days later
 * the document may be freed. The holder is told and can object by then. Refuses NOT_FOUND (also for administrators), USER_CLOSED,
 * USER_ALREADY_ACTIVE, DOCUMENT_FREED, DOCUMENT_FREE_ASKED, CORRECTED_BY_YOU.
 */
export const askDocumentFree = (ctx: SessionContext, { id, reason }: WithReasonInput): Promise<AdminUser> =>
  ctx.db.transaction(async (tx) => {
    const user = await lockedHolder(tx, id);
    if (user.closedAt !== null) refuse('USER_CLOSED', { text: AT_ONCE });
    if (await documentFreeFrom(tx, id)) refuse('DOCUMENT_FREE_ASKED');
    // Its letter goes to the e-mail.
    await refuseCorrector(tx, ctx, id);
    const from = secondsAfter(ctx.clock.real(), DOCUMENT_FREE_SECONDS);
    await setDocumentFreeFrom(tx, id, from);
    await queueMessage(tx, ctx, 'document_free_asked', await told(tx, ctx, user), { from, reason });
    const changes = { freeFrom: from.toISOString(), reason };
    await record(tx, ctx, { action: 'ask_document_free', entityId: id, changes });
    return adminUser(tx, id);
  });

/**
 * Lets somebody else register the document: of a closed customer at once, of a deactivated one after the days to object, by another administrator
 * than who asked, where there is one. The record keeps it, and signs in by it no longer. Refuses NOT_FOUND (also for administrators),
 * USER_ALREADY_ACTIVE, DOCUMENT_FREED, DOCUMENT_FREE_NOT_ASKED, DOCUMENT_FREE_WAITS, DOCUMENT_ASKED_BY_YOU.
 */
export const freeDocument = (ctx: SessionContext, { id, reason }: WithReasonInput): Promise<AdminUser> =>
  ctx.db.transaction(async (tx) => {
    const user = await lockedHolder(tx, id);
    if (user.closedAt === null) {
      await refuseEarly(tx, ctx, id);
      await refuseAsker(tx, ctx, id);
    }
    const { users } = tx.tables;
    await tx.update(users).set({ documentFreedAt: ctx.clock.now() }).where(eq(users.id, id));
    await clearDocumentFree(tx, id);
    // Of a closed customer the bank has no address.
    await queueMessage(tx, ctx, 'document_freed', await told(tx, ctx, user), { reason });
    const changes = { isDocumentFreed: true, reason };
    await record(tx, ctx, { action: 'free_document', entityId: id, changes });
    return adminUser(tx, id);
  });

/** Takes the request back. Refuses NOT_FOUND, DOCUMENT_FREE_NOT_ASKED. */
export const keepDocument = (ctx: SessionContext, { id, reason }: WithReasonInput): Promise<AdminUser> =>
  ctx.db.transaction(async (tx) => {
    const user = await lockedCustomer(tx, id);
    if (!(await clearDocumentFree(tx, id))) refuse('DOCUMENT_FREE_NOT_ASKED');
    await queueMessage(tx, ctx, 'document_kept', await told(tx, ctx, user), { reason });
    await record(tx, ctx, { action: 'keep_document', entityId: id, changes: { reason } });
    return adminUser(tx, id);
  });

async function lockedHolder(tx: Tx, id: string): Promise<UserRow> {
  const user = await lockedCustomer(tx, id);
  if (user.isActive) refuse('USER_ALREADY_ACTIVE', { text: STILL_ACTIVE });
  if (user.documentFreedAt !== null) refuse('DOCUMENT_FREED');
  return user;
}

async function refuseEarly(tx: Tx, { clock }: SessionContext, id: string): Promise<void> {
  const from = await documentFreeFrom(tx, id);
  if (!from) refuse('DOCUMENT_FREE_NOT_ASKED');
  if (from > clock.real())
    refuse('DOCUMENT_FREE_WAITS', {
      text: `O documento só pode ser liberado a partir de ${momentText(from)}: até lá quem tem o cadastro pode contestar`,
    });
}

const told = (tx: Tx, { clock }: SessionContext, user: UserRow) => atTrustedEmail(tx, user, clock.real());
