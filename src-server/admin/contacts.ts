import { and, eq } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import type { CreateContactInput } from '#domain/contact/register';
import { refuse } from '#domain/refusal';
import { type Contact, contactsOf, toContact } from '#server/account/contacts';
import { record } from '#server/audit/record';
import { recomputeRating } from '#server/credit/rating';
import type { SignedInContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';

/** Newest first. Refuses NOT_FOUND for non-customers. */
export async function listContacts(ctx: SignedInContext, { id }: { id: string }): Promise<Contact[]> {
  await refuseUnlessCustomer(ctx.db, id);
  return contactsOf(ctx.db, id);
}

/** Recomputes the customer's rating. Refuses NOT_FOUND for a non-customer or another's operation, VALIDATION. */
export async function createContact(ctx: SignedInContext, input: CreateContactInput): Promise<Contact> {
  const now = ctx.clock.now();
  const contactedAt = input.contactDate ? new Date(input.contactDate) : now;
  if (contactedAt > now)
    refuse('VALIDATION', { fields: { contactDate: 'Data do contato não pode ser no futuro' } });
  return ctx.db.transaction(async (tx) => {
    await refuseUnlessCustomer(tx, input.clientId);
    if (input.operationId !== null) await refuseUnlessTheirs(tx, input.operationId, input.clientId);
    const row = {
      id: newId(),
      clientId: input.clientId,
      operationId: input.operationId,
      contactType: input.contactType,
      notes: input.notes,
      difficulty: input.difficulty,
      isResolved: input.resolved,
      contactedAt,
      createdAt: now,
      createdById: ctx.user.id,
    };
    await tx.insert(tx.tables.contacts).values(row);
    await recomputeRating(tx, ctx, input.clientId, ctx.clock.today());
    await record(tx, ctx, {
      action: 'create_contact',
      entityId: row.id,
      changes: {
        clientId: input.clientId,
        contactType: input.contactType,
        difficulty: input.difficulty,
        resolved: input.resolved,
      },
    });
    return toContact(row, ctx.user.fullName);
  });
}

/** Closed customers have a history too; administrators have none. */
async function refuseUnlessCustomer(db: Reader, id: string): Promise<void> {
  const { users } = db.tables;
  const [customer] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'cliente')));
  if (!customer) refuse('NOT_FOUND');
}

async function refuseUnlessTheirs(tx: Tx, operationId: string, customerId: string): Promise<void> {
  const { creditProposals } = tx.tables;
  const [operation] = await tx
    .select({ id: creditProposals.id })
    .from(creditProposals)
    .where(and(eq(creditProposals.id, operationId), eq(creditProposals.userId, customerId)));
  if (!operation) refuse('NOT_FOUND');
}
