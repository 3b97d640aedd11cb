import { and, eq } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { forUpdate } from '#db/lock';
import { difference } from '#domain/audit/difference';
import type { ChangeContactInput, CreateContactInput } from '#domain/contact/register';
import { refuse } from '#domain/refusal';
import { type Contact, contactsOf, toContact } from '#server/account/contacts';
import { record } from '#server/audit/record';
import { noteView } from '#server/auth/profile/note-view';
import { recomputeRating } from '#server/credit/rating';
import type { SignedInContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';

/** Newest first; leaves a `view_user` row. Refuses NOT_FOUND for non-customers. */
export async function listContacts(ctx: SignedInContext, { id }: { id: string }): Promise<Contact[]> {
  await refuseUnlessCustomer(ctx.db, id);
  const contacts = await contactsOf(ctx.db, id);
  await noteView(ctx, id);
  return contacts;
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

/**
 * Corrects or resolves a contact, and recomputes the customer's rating. The audit row tells that the report was changed,
 * not its text. Refuses NOT_FOUND.
 */
export async function changeContact(
  ctx: SignedInContext,
  { id, resolved, ...given }: ChangeContactInput,
): Promise<Contact> {
  return ctx.db.transaction(async (tx) => {
    const { row: before, createdByName } = await lockContact(tx, id);
    const after = { ...before, ...definedOf(given), isResolved: resolved ?? before.isResolved };
    const changes = differenceOf(before, after);
    if (!changes) return toContact(before, createdByName);
    const { contactType, notes, difficulty, isResolved } = after;
    const { contacts } = tx.tables;
    await tx.update(contacts).set({ contactType, notes, difficulty, isResolved }).where(eq(contacts.id, id));
    await recomputeRating(tx, ctx, before.clientId, ctx.clock.today());
    await record(tx, ctx, {
      action: 'change_contact',
      entityId: id,
      changes: { clientId: before.clientId, ...changes },
    });
    return toContact(after, createdByName);
  });
}

type ContactRow = Tx['tables']['contacts']['$inferSelect'];

async function lockContact(tx: Tx, id: string): Promise<{ row: ContactRow; createdByName: string }> {
  const { contacts, users } = tx.tables;
  const [row] = await forUpdate(tx.select().from(contacts).where(eq(contacts.id, id)));
  if (!row) refuse('NOT_FOUND');
  const [author] = await tx
    .select({ fullName: users.fullName })
    .from(users)
    .where(eq(users.id, row.createdById));
  return { row, createdByName: author?.fullName ?? '' };
}

const definedOf = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

function differenceOf(before: ContactRow, after: ContactRow): Record<string, unknown> | null {
  const told = ({ contactType, difficulty, isResolved }: ContactRow) => ({
    contactType,
    difficulty,
    resolved: isResolved,
  });
  const changed = difference(told(before), told(after));
  const isRewritten = before.notes !== after.notes;
  return changed || isRewritten ? { ...changed, ...(isRewritten && { notes: 'changed' }) } : null;
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
