import { z } from 'zod';
import { amountSchema } from '#domain/amount';
import { MAX_NICKNAME_LENGTH } from '#domain/limits';
import { idSchema, limitSchema } from '#domain/page';
import { parsePixKey, shownKey } from '#domain/pix/key';
import { cleanText } from '#domain/text';

/** How a recipient is identified: account of the bank, PIX key, or beneficiary of boletos. */
export const RECIPIENT_KINDS = ['account', 'pix', 'boleto'] as const;
export type RecipientKind = (typeof RECIPIENT_KINDS)[number];

export const RECIPIENT_KIND_LABELS: Record<RecipientKind, string> = {
  account: 'Conta',
  pix: 'Chave PIX',
  boleto: 'Boleto',
};

/** The account number or PIX key as shown in a copy of personal data, with a CPF masked; null for boletos. */
export function shownTarget({ kind, target }: { kind: RecipientKind; target: string }): string | null {
  if (kind === 'boleto') return null;
  return kind === 'account'
    ? target
    : shownKey({ type: parsePixKey(target)?.type ?? null, canonical: target });
}

const DEFAULT_RECIPIENTS = 5;

export const recipientListSchema = z.object({
  kind: z.enum(RECIPIENT_KINDS, { error: 'Tipo inválido' }).default('account'),
  limit: limitSchema.default(DEFAULT_RECIPIENTS),
});
export type RecipientListInput = z.output<typeof recipientListSchema>;

/** Null if blank. */
export const nicknameSchema = z
  .string({ error: 'Apelido inválido' })
  .nullable()
  .transform((text) => cleanText(text ?? '') || null)
  .pipe(
    z
      .string()
      .max(MAX_NICKNAME_LENGTH, { error: `Deve ter no máximo ${MAX_NICKNAME_LENGTH} caracteres` })
      .nullable(),
  );

/** Absent fields stay unchanged; a blank nickname removes the stored one. `trustedUpTo`: in cents; null trusts no more. */
export const recipientChangeSchema = z
  .object({
    id: idSchema,
    nickname: nicknameSchema.optional(),
    isPinned: z.boolean({ error: 'Informe se é fixado' }).optional(),
    trustedUpTo: amountSchema.nullable().optional(),
  })
  .refine(({ id: _id, ...changes }) => Object.values(changes).some((change) => change !== undefined), {
    error: 'Informe o apelido, se é fixado ou até quanto você confia',
  });
export type RecipientChange = z.output<typeof recipientChangeSchema>;
