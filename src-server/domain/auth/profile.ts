import { z } from 'zod';
import { hundredthsSchema } from '#domain/amount';
import { identitySchema } from '#domain/auth/identity';
import { linkTokenSchema } from '#domain/auth/link';
import { emailSchema } from '#domain/auth/register';
import type { Role } from '#domain/auth/role';
import { cepSchema } from '#domain/cep';
import { phoneSchema } from '#domain/phone';
import { STATES } from '#domain/state';
import { optionalTextSchema, textSchema } from '#domain/text-schema';

const MESSAGES = {
  email: 'E-mail inválido',
  phone: 'Telefone inválido',
  street: 'Rua é obrigatória',
  number: 'Número é obrigatório',
  complement: 'Complemento inválido',
  neighborhood: 'Bairro é obrigatório',
  city: 'Cidade é obrigatória',
  state: 'Estado deve ter 2 caracteres',
  zipCode: 'CEP inválido',
  monthlyIncome: 'Renda mensal deve ser maior que zero',
} as const;

const incomeSchema = z
  .union([z.number(), z.string().trim()], { error: MESSAGES.monthlyIncome })
  .pipe(hundredthsSchema(MESSAGES.monthlyIncome, 1));

const stateSchema = z
  .string({ error: MESSAGES.state })
  .trim()
  .toUpperCase()
  .length(2, { error: MESSAGES.state })
  .refine((state) => state.length !== 2 || STATES.includes(state), { error: 'Estado inválido' });

/** Masks are removed, the state is upper-cased, `monthlyIncome` comes out as cents. */
export const profileSchema = z.object({
  email: emailSchema,
  phone: phoneSchema,
  street: textSchema(1, 120, MESSAGES.street),
  number: textSchema(1, 20, MESSAGES.number),
  complement: optionalTextSchema(80).transform((complement) => complement ?? null),
  neighborhood: textSchema(1, 80, MESSAGES.neighborhood),
  city: textSchema(1, 80, MESSAGES.city),
  state: stateSchema,
  zipCode: cepSchema,
  monthlyIncome: incomeSchema,
});

const orNull = <Rule extends z.ZodType>(rule: Rule) =>
  z.preprocess(
    (value) => (value === undefined || (typeof value === 'string' && value.trim() === '') ? null : value),
    rule.nullable(),
  );

/** Administrators only need an e-mail. */
export const adminProfileSchema = z.object({
  email: emailSchema,
  phone: orNull(phoneSchema),
  street: orNull(profileSchema.shape.street),
  number: orNull(profileSchema.shape.number),
  complement: profileSchema.shape.complement,
  neighborhood: orNull(profileSchema.shape.neighborhood),
  city: orNull(profileSchema.shape.city),
  state: orNull(stateSchema),
  zipCode: orNull(cepSchema),
  monthlyIncome: orNull(incomeSchema),
});

/** `monthlyIncome` in cents; only administrators may have nulls outside the complement. */
export type Profile = z.output<typeof adminProfileSchema>;

export const profileSchemaOf = (role: Role): typeof profileSchema | typeof adminProfileSchema =>
  role === 'admin' ? adminProfileSchema : profileSchema;

const sent = (field: keyof typeof MESSAGES) => z.string({ error: MESSAGES[field] }).nullish();

/** Fields are validated by role (`profileSchemaOf`). */
export const sentProfileSchema = z.object({
  email: sent('email'),
  phone: sent('phone'),
  street: sent('street'),
  number: sent('number'),
  complement: sent('complement'),
  neighborhood: sent('neighborhood'),
  city: sent('city'),
  state: sent('state'),
  zipCode: sent('zipCode'),
  monthlyIncome: z.union([z.number(), z.string()], { error: MESSAGES.monthlyIncome }).nullish(),
});
export type SentProfile = z.output<typeof sentProfileSchema>;

export const confirmEmailSchema = identitySchema.extend({ token: linkTokenSchema });
export type ConfirmEmailInput = z.output<typeof confirmEmailSchema>;

export const undoEmailChangeSchema = z.object({ token: linkTokenSchema });
export type UndoEmailChangeInput = z.output<typeof undoEmailChangeSchema>;
