import { z } from 'zod';
import { emailSchema, newPasswordSchema } from '#domain/auth/register';
import { parsedBy } from '#domain/parsed';
import { parseCpf } from '#domain/tax-id';
import { textSchema } from '#domain/text-schema';
import { record } from '#server/audit/record';
import type { Actor, Bank } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { atTheMachine } from './attempts.ts';
import { hashPassword } from './password.ts';
import { refuseCommonPassword } from './refuse-common.ts';
import { insertUser, type NewUser } from './register.ts';

export const newAdminSchema = z.object({
  fullName: textSchema(
    2,
    120,
    'Nome deve ter no mínimo 2 caracteres',
    'Nome deve ter no máximo 120 caracteres',
  ),
  email: emailSchema,
  cpf: z.string().transform(parsedBy(parseCpf, 'CPF inválido')),
  password: newPasswordSchema,
});
export type NewAdmin = z.input<typeof newAdminSchema>;

/** The username is the e-mail. Throws a ZodError; refuses VALIDATION (common password), ALREADY_REGISTERED. */
export async function createAdmin(bank: Bank, input: NewAdmin): Promise<Actor> {
  const { password, ...given } = newAdminSchema.parse(input);
  const counted = atTheMachine();
  await refuseCommonPassword(counted, password, given);
  const admin: NewUser = {
    ...given,
    id: newId(),
    role: 'admin',
    username: given.email,
    passwordHash: await hashPassword(counted, password),
    isActive: true,
    // The operator vouches for the address.
    emailConfirmedAt: bank.clock.now(),
    createdAt: bank.clock.now(),
  };
  return bank.db.transaction(async (tx) => {
    const { id, fullName, role } = await insertUser(tx, bank, admin);
    const origin = { ip: 'local', userAgent: 'admin:create' };
    await record(
      tx,
      { ...bank, request: origin, user: null },
      { action: 'create_user', entityId: id, changes: { username: admin.username, role } },
    );
    return { id, fullName, role };
  });
}
