import { z } from 'zod';
import { identitySchema } from '#domain/auth/identity';
import { linkTokenSchema } from '#domain/auth/link';
import { emailSchema } from '#domain/auth/register';
import type { Role } from '#domain/auth/role';
import { cepSchema } from '#domain/cep';
import { parseDecimal } from '#domain/money';
import { phoneSchema } from '#domain/phone';
import { STATES } from '#domain/state';
import { optionalTextSchema, textSchema } from '#domain/text-schema';

/** What is said of each field of the profile (section 5 of the specification). */
const MESSAGES = {
  email: 'Email inválido',
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
  .union([z.number(), z.string()], { error: MESSAGES.monthlyIncome })
  .transform((value, context) => {
    const cents = parseDecimal(String(value).trim());
    if (cents !== null && cents > 0) return cents;
    context.addIssue({ code: 'custom', message: MESSAGES.monthlyIncome });
    return z.NEVER;
  });

const stateSchema = z
  .string({ error: MESSAGES.state })
  .trim()
  .toUpperCase()
  .length(2, { error: MESSAGES.state })
  .refine((state) => state.length !== 2 || STATES.includes(state), { error: 'Estado inválido' });

/**
 * A customer's profile as it is edited: all of it, the complement aside. Phone and postal code may come with their masks
 * and come out as digits, the state in capitals, `monthlyIncome` (decimal text or number) as integer cents.
 */
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

/** Nothing, null and blank are null; anything else is read by the rule. */
const orNull = <Rule extends z.ZodType>(rule: Rule) =>
  z.preprocess(
    (value) => (value === undefined || (typeof value === 'string' && value.trim() === '') ? null : value),
    rule.nullable(),
  );

/** An administrator's profile: of them the bank only asks the e-mail; what is given follows the same rules. */
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

/** A profile as it is kept: `monthlyIncome` in integer cents; only an administrator's has nulls beside the complement. */
export type Profile = z.output<typeof adminProfileSchema>;

/** The rules of a role's profile. */
export const profileSchemaOf = (role: Role): typeof profileSchema | typeof adminProfileSchema =>
  role === 'admin' ? adminProfileSchema : profileSchema;

const sent = (field: keyof typeof MESSAGES) => z.string({ error: MESSAGES[field] }).nullish();

/** A profile as it is sent: text of any kind; what each field must be depends on whose it is (`profileSchemaOf`). */
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

/** The token of a link that confirms an e-mail address (32 random bytes as base64url), and what proves who opens it. */
export const confirmEmailSchema = identitySchema.extend({ token: linkTokenSchema });
export type ConfirmEmailInput = z.output<typeof confirmEmailSchema>;

/** The token of a link that takes a change of e-mail back. */
export const undoEmailChangeSchema = z.object({ token: linkTokenSchema });
export type UndoEmailChangeInput = z.output<typeof undoEmailChangeSchema>;
