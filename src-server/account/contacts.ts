import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import { CONTACT_TYPES, DIFFICULTIES } from '#domain/contact/words';
import { MAX_LISTED } from '#domain/limits';
import type { SignedInContext } from '#server/kernel/context';

/** `contactDate`: when it took place; `createdAt`: when it was recorded. */
export const contactSchema = z.object({
  id: z.string(),
  contactType: z.enum(CONTACT_TYPES),
  notes: z.string(),
  difficulty: z.enum(DIFFICULTIES),
  resolved: z.boolean(),
  contactDate: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  operationId: z.string().nullable(),
  createdByName: z.string(),
});
export type Contact = z.output<typeof contactSchema>;

export const ownContacts = (ctx: SignedInContext): Promise<Contact[]> => contactsOf(ctx.db, ctx.user.id);

/** The MAX_LISTED latest, newest first. */
export async function contactsOf(db: Reader, clientId: string): Promise<Contact[]> {
  const { contacts, users } = db.tables;
  const rows = await db
    .select({ contact: contacts, createdByName: users.fullName })
    .from(contacts)
    .innerJoin(users, eq(users.id, contacts.createdById))
    .where(eq(contacts.clientId, clientId))
    .orderBy(desc(contacts.contactedAt), desc(contacts.id))
    .limit(MAX_LISTED);
  return rows.map(({ contact, createdByName }) => toContact(contact, createdByName));
}

export function toContact(row: Reader['tables']['contacts']['$inferSelect'], createdByName: string): Contact {
  return {
    id: row.id,
    contactType: row.contactType,
    notes: row.notes,
    difficulty: row.difficulty,
    resolved: row.isResolved,
    contactDate: row.contactedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    operationId: row.operationId,
    createdByName,
  };
}
