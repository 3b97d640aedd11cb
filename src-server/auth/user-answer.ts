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

/** Nothing but the schema's fields. */
export const userAnswer = ({ monthlyIncomeCents, createdAt, ...row }: UserRow): UserAnswer =>
  userSchema.parse({
    ...row,
    monthlyIncome: monthlyIncomeCents === null ? null : toDecimal(monthlyIncomeCents),
    createdAt: createdAt.toISOString(),
  });
