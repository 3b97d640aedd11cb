import { z } from 'zod';
import { idempotencyKeySchema } from '#domain/account/transfer';
import { amountSchema } from '#domain/amount';
import { addDays, bankDate, formatDay } from '#domain/date';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { formatBrl } from '#domain/money';
import { idSchema } from '#domain/page';
import { refuse } from '#domain/refusal';
import { optionalTextSchema } from '#domain/text-schema';

/**
 * Why a received PIX is given back. `duplicate`: paid twice · `wrong_amount` · `unknown_payer`: not expected by its receiver ·
 * `cancelled`: a sale or service that was called off · `other`: in the receiver's words.
 */
export const RETURN_REASONS = ['duplicate', 'wrong_amount', 'unknown_payer', 'cancelled', 'other'] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

export const RETURN_REASON_LABELS: Record<ReturnReason, string> = {
  duplicate: 'Pagamento em duplicidade',
  wrong_amount: 'Valor errado',
  unknown_payer: 'Não reconheço este PIX',
  cancelled: 'Compra ou serviço cancelado',
  other: 'Outro motivo',
};

export const returnFields = z.object({
  amount: amountSchema,
  reason: z.enum(RETURN_REASONS, { error: 'Escolha o motivo' }),
  reasonText: optionalTextSchema(MAX_DESCRIPTION_LENGTH),
});

/** Another reason is told in words. */
export function refuseUntold(
  { reason, reasonText }: Pick<z.output<typeof returnFields>, 'reason' | 'reasonText'>,
  context: z.RefinementCtx,
): void {
  if (reason !== 'other' || reasonText !== undefined) return;
  context.addIssue({ code: 'custom', path: ['reasonText'], message: 'Escreva o motivo' });
}

/** `id`: of the transaction that booked the PIX. `amount`, in cents: a part or all of what is left. */
export const giveBackSchema = returnFields
  .extend({ id: idSchema, idempotencyKey: idempotencyKeySchema })
  .superRefine(refuseUntold);
export type GiveBackInput = z.output<typeof giveBackSchema>;

/** What the statement says. */
export const returnDescription = ({ payerName }: { payerName: string | null }): string =>
  `Devolução de PIX${payerName ? ` de ${payerName}` : ''}`.slice(0, MAX_DESCRIPTION_LENGTH);

/** `reason` null: the provider gave it back by itself. */
export function returnReasonInWords(reason: ReturnReason | null, text: string | null | undefined): string {
  if (reason === null) return 'Devolvido pelo provedor de pagamentos';
  return reason === 'other' && text ? text : [RETURN_REASON_LABELS[reason], text].filter(Boolean).join(': ');
}

/**
 * A return is begun within 90 days of the payment; it may be in parts, up to what came (regulation of Pix, annex to BCB
 * Resolution 1/2020, art. 40 § 2 and art. 41-A, as changed by Resolution 103/2021).
 */
export const RETURN_DAYS = 90;

/** The last day, by the bank's date, on which a PIX can be given back. */
export const lastReturnDay = (arrivedAt: Date): string => addDays(bankDate(arrivedAt), RETURN_DAYS);

/** `returnedCents`: given back or being given back. `isTakenBack`: as a whole, by the provider. */
export type Received = {
  amountCents: number;
  arrivedAt: Date;
  returnedCents: number;
  isTakenBack: boolean;
};

/** Cents of a received PIX that can still be given back. */
export const leftToReturnCents = ({
  amountCents,
  returnedCents,
  isTakenBack,
}: Omit<Received, 'arrivedAt'>): number => (isTakenBack ? 0 : Math.max(0, amountCents - returnedCents));

/** `today`: the bank's date. Refuses RETURN_TOO_LATE, RETURN_TOO_MUCH. */
export function refuseReturn(received: Received, amountCents: number, today: string): void {
  const lastDay = lastReturnDay(received.arrivedAt);
  if (today > lastDay)
    refuse('RETURN_TOO_LATE', {
      text: `O prazo de ${RETURN_DAYS} dias para devolver este PIX terminou em ${formatDay(lastDay)}. Para mandar o dinheiro de volta, faça um PIX para quem pagou.`,
    });
  const leftCents = leftToReturnCents(received);
  if (leftCents === 0) refuse('RETURN_TOO_MUCH', { text: 'Este PIX já foi devolvido por inteiro' });
  if (amountCents > leftCents)
    refuse('RETURN_TOO_MUCH', {
      text: `Restam ${formatBrl(leftCents)} a devolver deste PIX: escolha um valor até esse`,
    });
}

const CENTS = 100;

/** As limits count what was given back. */
export const startedReais = (amountCents: number): number => Math.ceil(amountCents / CENTS);
