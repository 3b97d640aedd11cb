import { z } from 'zod';
import { byIdSchema } from '#domain/page';
import { PIX_KEY_TYPES, parseKeyAs } from './key.ts';
import { CLAIM_KINDS, claimKindFor } from './key-claim.ts';

/** A key that the customer wants: as for a new one, but of a type that can be claimed. */
export const claimKeySchema = z
  .object({
    type: z.enum(PIX_KEY_TYPES, { error: 'Selecione o tipo da chave' }),
    key: z.string({ error: 'Informe a chave PIX' }).max(100, { error: 'Chave PIX inválida' }),
    kind: z.enum(CLAIM_KINDS, { error: 'Escolha o tipo de pedido' }),
  })
  .transform(({ type, key: text, kind }, context) => {
    const mayBe = kind === claimKindFor(type, kind === 'portability');
    const key = parseKeyAs(type, text);
    if (mayBe && key !== null) return { kind, type, key };
    const message = mayBe ? 'Chave PIX inválida' : 'Uma chave deste tipo não pode ser pedida assim';
    context.addIssue({ code: 'custom', path: [mayBe ? 'key' : 'type'], message });
    return z.NEVER;
  });
export type ClaimKeyInput = z.output<typeof claimKeySchema>;

export const answerClaimSchema = byIdSchema.extend({
  accept: z.boolean({ error: 'Diga se aceita o pedido' }),
});
export type AnswerClaimInput = z.output<typeof answerClaimSchema>;
