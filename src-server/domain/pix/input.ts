import { z } from 'zod';
import { idempotencyKeySchema } from '#domain/account/transfer';
import { amountSchema } from '#domain/amount';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { formatBrl } from '#domain/money';
import { optionalTextSchema } from '#domain/text-schema';
import { type BrCodeFault, readBrCode } from './br-code.ts';
import { type PixKey, parsePixKey } from './key.ts';

export const BR_CODE_FAULTS: Record<BrCodeFault, string> = {
  tlv: 'Código PIX inválido',
  crc: 'Código PIX inválido: confira se ele foi copiado inteiro',
  currency: 'Este código PIX não é em reais',
  country: 'Este código PIX não é do Brasil',
  nokey: 'Este código não tem uma chave PIX',
  field: 'Código PIX inválido',
};

/** `amountCents` null: the payer chooses the amount. */
export type KeyTarget = { key: PixKey; name: string | null; amountCents: number | null };

/** A dynamic code: only the provider knows what it charges, and for whom. */
export type CodeTarget = { key: null; name: string; amountCents: null; payload: string };

export type PixTarget = KeyTarget | CodeTarget;

const MAX_PAYLOAD_LENGTH = 512;
const startsAsCode = (text: string): boolean => text.trim().startsWith('000201');

export function readPixTarget(text: string): PixTarget | { fault: string } {
  if (!startsAsCode(text)) {
    const key = parsePixKey(text);
    return key ? { key, name: null, amountCents: null } : { fault: 'Chave PIX inválida' };
  }
  const reading = readBrCode(text);
  if (!reading.ok) return { fault: BR_CODE_FAULTS[reading.fault] };
  const { code } = reading;
  if (code.key === null) return { key: null, name: code.name, amountCents: null, payload: text.trim() };
  const key = parsePixKey(code.key);
  return key ? { key, name: code.name, amountCents: code.amountCents } : { fault: BR_CODE_FAULTS.nokey };
}

const targetSchema = z
  .string({ error: 'Chave PIX é obrigatória' })
  .trim()
  .min(1, { error: 'Chave PIX é obrigatória', abort: true })
  .max(MAX_PAYLOAD_LENGTH, { error: 'Chave PIX inválida', abort: true })
  .transform((text, context) => {
    const target = readPixTarget(text);
    if (!('fault' in target)) return target;
    context.addIssue({ code: 'custom', message: target.fault });
    return z.NEVER;
  });

const pixFields = z.object({
  pixKey: targetSchema,
  amount: amountSchema,
  description: optionalTextSchema(MAX_DESCRIPTION_LENGTH),
});

/** `pixKey` is a key or copia-e-cola payload; `amount` (cents) must equal the payload's, if it has one. What a dynamic code charges, the use case asks. */
export const pixPaymentSchema = pixFields.superRefine(refuseOtherAmount);
export const pixTransferSchema = pixFields
  .extend({ idempotencyKey: idempotencyKeySchema })
  .superRefine(refuseOtherAmount);
export type PixTransferInput = z.output<typeof pixTransferSchema>;

function refuseOtherAmount({ pixKey, amount }: z.output<typeof pixFields>, context: z.RefinementCtx): void {
  if (pixKey.amountCents === null || pixKey.amountCents === amount) return;
  const message = `O valor deste código é ${formatBrl(pixKey.amountCents)}`;
  context.addIssue({ code: 'custom', path: ['amount'], message });
}

/** `in`: from the checking account to the external one; `out`: back. */
export const MOVE_DIRECTIONS = ['in', 'out'] as const;
export type MoveDirection = (typeof MOVE_DIRECTIONS)[number];

export const moveSchema = z.object({
  direction: z.enum(MOVE_DIRECTIONS, { error: 'Direção inválida' }),
  amount: amountSchema,
  idempotencyKey: idempotencyKeySchema,
});
export type MoveInput = z.output<typeof moveSchema>;
