import { z } from 'zod';
import { ROLES } from '#domain/auth/role';
import { daySchema } from '#domain/day-schema';
import type { AccountType } from '#domain/ledger/words';
import { flagSchema, pageFields, searchSchema, sortSchema } from '#domain/page';

/**
 * The page of people an administrator asks for; `q` looks in name, e-mail and username, and is a whole CPF or CNPJ; `from` is
 * the bank's day since which they have been with it.
 */
export const userListSchema = z.object({
  q: searchSchema,
  role: z.enum(ROLES, { error: 'Perfil inválido' }).optional(),
  active: flagSchema,
  from: daySchema('Data inválida').optional(),
  sort: sortSchema('fullName'),
  ...pageFields,
});
export type UserListInput = z.output<typeof userListSchema>;

/** Where customers keep the money that is theirs to spend: what 'deposits' lists, and the dashboard's total sums up. */
export const DEPOSIT_TYPES = ['checking', 'savings'] as const satisfies AccountType[];

/** The page of customers' accounts an administrator asks for; `q` looks in the holder's name and the account's number. */
export const accountListSchema = z.object({
  q: searchSchema,
  type: z.enum([...DEPOSIT_TYPES, 'investment', 'deposits'], { error: 'Tipo inválido' }).optional(),
  active: flagSchema,
  sort: sortSchema('accountNumber'),
  ...pageFields,
});
export type AccountListInput = z.output<typeof accountListSchema>;
