import { z } from 'zod';
import { emailSchema, newPasswordSchema } from '#domain/auth/register';
import { parseCpf } from '#domain/tax-id';
import { cleanText } from '#domain/text';
import { record } from '#server/audit/record';
import type { Actor, Bank } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { atTheMachine } from './attempts.ts';
import { hashPassword } from './password.ts';
import { refuseCommonPassword } from './refuse-common.ts';
import { insertUser } from './register.ts';
import type { UserRow } from './user-answer.ts';

export const newAdminSchema = z.object({
  fullName: z
    .string()
    .transform(cleanText)
    .pipe(
      z
        .string()
        .min(2, { error: 'Nome deve ter no mínimo 2 caracteres' })
        .max(120, { error: 'Nome deve ter no máximo 120 caracteres' }),
    ),
  email: emailSchema,
  cpf: z.string().transform((typed, context) => {
    const digits = parseCpf(typed);
    if (digits !== null) return digits;
    context.addIssue({ code: 'custom', message: 'CPF inválido' });
    return z.NEVER;
  }),
  password: newPasswordSchema,
});
export type NewAdmin = z.input<typeof newAdminSchema>;

/** The username is the e-mail. Throws a ZodError; refuses VALIDATION (common password), ALREADY_REGISTERED. */
export async function createAdmin(bank: Bank, input: NewAdmin): Promise<Actor> {
  const { password, ...given } = newAdminSchema.parse(input);
  const counted = atTheMachine();
  await refuseCommonPassword(counted, password, given);
  const admin: UserRow = {
    ...NOTHING_ELSE,
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
  const { id, fullName, role } = admin;
  await bank.db.transaction(async (tx) => {
    await insertUser(tx, bank, admin);
    const origin = { ip: 'local', userAgent: 'admin:create' };
    await record(
      tx,
      { ...bank, request: origin, user: null },
      {
        action: 'create_user',
        entityType: 'user',
        entityId: id,
        changes: { username: admin.username, role },
      },
    );
  });
  return { id, fullName, role };
}

const NOTHING_ELSE = {
  cnpj: null,
  rg: null,
  pendingEmail: null,
  phone: null,
  phoneConfirmedAt: null,
  birthDate: null,
  occupation: null,
  monthlyIncomeCents: null,
  incomeBeforeCents: null,
  incomeRaisedOn: null,
  street: null,
  number: null,
  complement: null,
  neighborhood: null,
  city: null,
  state: null,
  zipCode: null,
  ratingVb: null,
  asaasSubAccountId: null,
  asaasAccountStatus: null,
  inactiveReason: null,
  closedAt: null,
  totpSecret: null,
  totpLastStep: null,
};
