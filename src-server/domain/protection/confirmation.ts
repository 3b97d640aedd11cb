import { z } from 'zod';
import { assertionSchema } from '#domain/auth/passkey';
import { anyTwoFactorCodeSchema, parseAppCode } from '#domain/auth/two-factor';
import { idSchema } from '#domain/page';
import { parsedBy } from '#domain/parsed';

/** How an owner may confirm a payment: with a passkey if they have one, else the app's code, else one sent by e-mail. */
export const CONFIRM_WAYS = ['passkey', 'app', 'email'] as const;
export type ConfirmWay = (typeof CONFIRM_WAYS)[number];

/** Digits of a code sent by e-mail. */
export const EMAIL_CODE_LENGTH = 6;

const CODE_MESSAGE = 'O código enviado por e-mail tem 6 dígitos';

/** One of `passkey`, `code` (of the app, or a backup code) and `emailCode`. */
export const proveConfirmationSchema = z
  .object({
    id: idSchema,
    passkey: assertionSchema.optional(),
    code: anyTwoFactorCodeSchema.optional(),
    emailCode: z
      .string({ error: CODE_MESSAGE })
      .max(64, { error: CODE_MESSAGE })
      .transform(parsedBy(parseAppCode, CODE_MESSAGE))
      .optional(),
  })
  .refine(({ passkey, code, emailCode }) => [passkey, code, emailCode].filter(Boolean).length === 1, {
    error: 'Confirme com a chave de acesso, com o código do aplicativo ou com o código enviado por e-mail',
  });
export type ProveConfirmationInput = z.output<typeof proveConfirmationSchema>;
