import { type AnyColumn, and, eq, inArray, like, or, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { parseDocument, parseListed } from '#domain/tax-id';
import { among } from '#server/kernel/any-of';
import { anyContains } from '#server/kernel/search';

/** An account's number (with or without its dash), or its holder's name or document, contains what was typed. */
export function accountMatches(db: Reader, q: string): SQL | undefined {
  const { accounts, users } = db.tables;
  return or(
    numberContains(db, q),
    inArray(accounts.userId, db.select({ id: users.id }).from(users).where(holderMatches(db, q))),
  );
}

/** Those of some people, of whom an account matches. */
export async function matchingHolders(db: Reader, q: string, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const { accounts, users } = db.tables;
  const rows = await db
    .selectDistinct({ id: users.id })
    .from(users)
    .innerJoin(accounts, eq(accounts.userId, users.id))
    .where(and(among(db, users.id, userIds), or(numberContains(db, q), holderMatches(db, q))));
  return rows.map(({ id }) => id);
}

const holderMatches = (db: Reader, q: string): SQL | undefined =>
  personMatches(db, [db.tables.users.fullName], q);

/**
 * Whose texts contain what was typed; of a document, whose it is and nobody else: names are free, and one with somebody's CPF in it would be
 * found in their place.
 */
export const personMatches = (db: Reader, columns: readonly AnyColumn[], q: string): SQL | undefined =>
  hasDocument(db, q) ?? anyContains(db, columns, q);

/** A whole CPF or CNPJ, or one as lists show it: fewer digits must not list customers. */
export function hasDocument(db: Reader, q: string): SQL | undefined {
  const { cpf, cnpj } = db.tables.users;
  const taxId = parseDocument(q);
  if (taxId) return eq(taxId.kind === 'cpf' ? cpf : cnpj, taxId.digits);
  const listed = parseListed(q);
  if (!listed) return undefined;
  return listed.kind === 'cpf' ? like(cpf, `___${listed.shown}__`) : like(cnpj, `__${listed.shown}__`);
}

function numberContains(db: Reader, q: string): SQL | undefined {
  const digits = q.replace(/\D/g, '');
  if (digits === '' || !/^[\d\s-]+$/.test(q)) return undefined;
  return sql`replace(${db.tables.accounts.accountNumber}, '-', '') like ${`%${digits}%`}`;
}
