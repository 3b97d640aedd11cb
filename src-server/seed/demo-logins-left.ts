import { and, eq, inArray, lt, or } from 'drizzle-orm';
import { secondsAfter } from '#domain/moment';
import { formatDocument } from '#domain/tax-id';
import { atTheMachine } from '#server/auth/attempts';
import { verifyPassword } from '#server/auth/password';
import type { Bank } from '#server/kernel/context';
import { DEMO_ADMIN, DEMO_PASSWORD, PEOPLE } from './people.ts';

const DAY_SECONDS = 86_400;

const documents = Object.values(PEOPLE).flatMap(({ cpf, cnpj }) => cpf ?? cnpj ?? []);

/**
 * Documents of active people of the demonstration whose password is still the published one. A stranger may register any document with any
 * password, and must not stop the bank by it: only who came before or within a day of the demonstration's administrator
 * counts, who is made half a year back.
 */
export async function demoLoginsLeft({ db }: Pick<Bank, 'db'>): Promise<string[]> {
  const { users } = db.tables;
  const columns = {
    cpf: users.cpf,
    cnpj: users.cnpj,
    isActive: users.isActive,
    passwordHash: users.passwordHash,
    createdAt: users.createdAt,
  };
  const [admin] = await db
    .select(columns)
    .from(users)
    .where(and(eq(users.cpf, DEMO_ADMIN.cpf), eq(users.role, 'admin')));
  if (!admin) return [];
  const customers = await db
    .select(columns)
    .from(users)
    .where(
      and(
        or(inArray(users.cpf, documents), inArray(users.cnpj, documents)),
        lt(users.createdAt, secondsAfter(admin.createdAt, DAY_SECONDS)),
      ),
    )
    .orderBy(users.createdAt);
  const left: string[] = [];
  for (const { cpf, cnpj, isActive, passwordHash } of [admin, ...customers]) {
    const password = cpf === DEMO_ADMIN.cpf ? DEMO_ADMIN.password : DEMO_PASSWORD;
    if (isActive && (await verifyPassword(atTheMachine(), passwordHash, password)))
      left.push(formatDocument(cpf ?? cnpj ?? ''));
  }
  return left;
}
