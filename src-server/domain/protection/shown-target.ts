import { parsePixKey, shownKey } from '#domain/pix/key';
import type { WaitingKind } from './waiting.ts';
import type { PaymentKind } from './words.ts';

export const TARGET_LABELS: Record<PaymentKind, string> = {
  pix_person: 'Chave PIX',
  pix_company: 'Chave PIX',
  transfer: 'Conta de destino',
  boleto: 'Boleto',
};

/** Account number, PIX key with a CPF masked, or line of the boleto. */
export const shownTarget = (kind: PaymentKind | WaitingKind, target: string): string =>
  kind === 'transfer' || kind === 'boleto'
    ? target
    : shownKey({ type: parsePixKey(target)?.type ?? null, canonical: target });
