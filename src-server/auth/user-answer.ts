import { z } from 'zod';
import type { Tables } from '#db/schema';
import { ROLES } from '#domain/auth/role';
import { toDecimal } from '#domain/money';

export type UserRow = Tables['users']['$inferSelect'];

const nullable = z.string().nullable();

/** Documents, phone and postal code without mask; null if missing. */
export const userSchema = z.object({
  id: z.string(),
  fullName: z.string(),
  username: z.string(),
  email: z.string(),
  pendingEmail: nullable,
  phone: nullable,
  cpf: nullable,
  cnpj: nullable,
  rg: nullable,
  birthDate: z.iso.date().nullable(),
  occupation: nullable,
  monthlyIncome: z
    .string()
    .regex(/^\d+\.\d{2}$/)
    .nullable(),
  street: nullable,
  number: nullable,
  complement: nullable,
  neighborhood: nullable,
  city: nullable,
  state: nullable,
  zipCode: nullable,
  role: z.enum(ROLES),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  ratingVb: z.int().nullable(),
  asaasSubAccountId: nullable,
  asaasAccountStatus: z.enum(['pending', 'awaiting_approval', 'approved', 'rejected']).nullable(),
});
export type UserAnswer = z.output<typeof userSchema>;

/** Leaves out credentials and the reason of a deactivation. */
export function userAnswer(row: UserRow): UserAnswer {
  const {
    passwordHash: _hash,
    totpSecret: _secret,
    totpLastStep: _step,
    inactiveReason: _reason,
    closedAt: _closedAt,
    emailConfirmedAt: _emailConfirmedAt,
    phoneConfirmedAt: _phoneConfirmedAt,
    monthlyIncomeCents,
    incomeBeforeCents: _incomeBefore,
    incomeRaisedOn: _incomeRaisedOn,
    createdAt,
    ...user
  } = row;
  return {
    ...user,
    monthlyIncome: monthlyIncomeCents === null ? null : toDecimal(monthlyIncomeCents),
    asaasAccountStatus: userSchema.shape.asaasAccountStatus.parse(user.asaasAccountStatus),
    createdAt: createdAt.toISOString(),
  };
}
