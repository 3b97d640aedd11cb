import { intentKindOf } from '#domain/protection/intent';
import { type IntentAsked, UNRULED } from '#server/protection/intents/intent-row';
import type { NewOrder } from './order-row.ts';

/** What an order asks for that no rules authorise: a move, a return, or the bank's own work. */
export const orderAsked = ({ kind, target, targetType, payeeDocument, returned }: NewOrder): IntentAsked => ({
  kind: intentKindOf(kind, { keyType: targetType ?? null, document: payeeDocument ?? null }),
  target: returned?.incomingId ?? target ?? null,
  ...UNRULED,
});
