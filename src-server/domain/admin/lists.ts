import { z } from 'zod';
import { limitSchema } from '#domain/account/statement';
import { ROLES } from '#domain/auth/role';
import { ACCOUNT_TYPES } from '#domain/ledger/words';
import { cursorSchema, flagSchema, searchSchema } from '#domain/page';

/** The page of people an administrator asks for; `q` looks in name, e-mail and username, and is a whole CPF or CNPJ. */
export const userListSchema = z.object({
  q: searchSchema,
  role: z.enum(ROLES, { error: 'Perfil inválido' }).optional(),
  active: flagSchema,
  cursor: cursorSchema,
  limit: limitSchema,
});
export type UserListInput = z.output<typeof userListSchema>;

/** The page of customers' accounts an administrator asks for; `q` looks in the holder's name and the account's number. */
export const accountListSchema = z.object({
  q: searchSchema,
  type: z.enum(ACCOUNT_TYPES, { error: 'Tipo inválido' }).exclude(['external', 'bank']).optional(),
  active: flagSchema,
  cursor: cursorSchema,
  limit: limitSchema,
});
export type AccountListInput = z.output<typeof accountListSchema>;
