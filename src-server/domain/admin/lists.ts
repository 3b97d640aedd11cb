import { z } from 'zod';
import { ROLES } from '#domain/auth/role';
import { daySchema } from '#domain/day-schema';
import type { AccountType } from '#domain/ledger/words';
import { flagSchema, listInput, searchSchema, sortSchema } from '#domain/page';
import { HELD_STATUSES } from '#domain/pix/held';

/** `q` searches name, e-mail and username, or is a whole CPF or CNPJ. */
export const userListSchema = listInput({
  q: searchSchema,
  role: z.enum(ROLES, { error: 'Perfil inválido' }).optional(),
  active: flagSchema,
  from: daySchema('Data inválida').optional(),
  sort: sortSchema('fullName'),
});
export type UserListInput = z.output<typeof userListSchema>;

export const DEPOSIT_TYPES = ['checking', 'savings'] as const satisfies AccountType[];

export const accountListSchema = listInput({
  q: searchSchema,
  type: z.enum([...DEPOSIT_TYPES, 'investment', 'deposits'], { error: 'Tipo inválido' }).optional(),
  active: flagSchema,
  sort: sortSchema('accountNumber'),
});
export type AccountListInput = z.output<typeof accountListSchema>;

/** `q` searches the names of customer and payer. */
export const heldListSchema = listInput({
  q: searchSchema,
  status: z.enum(HELD_STATUSES, { error: 'Situação inválida' }).optional(),
  sort: sortSchema(),
});
export type HeldListInput = z.output<typeof heldListSchema>;
