import { isAboutSecurity, type MessageKind } from './catalogue.ts';
import { hasCode } from './expiry.ts';
import type { Receiver } from './message.ts';

/** Somebody waits for it; after codes, since it goes to an address that anybody may state. */
const AWAITED_LINKS: ReadonlySet<MessageKind> = new Set<MessageKind>(['recovery', 'email_confirm']);

/** Its link undoes what the letter tells. */
const UNDO_LINKS: ReadonlySet<MessageKind> = new Set<MessageKind>([
  ...(['payment_waiting', 'payment_in_review'] as const),
  ...(['email_changed', 'email_corrected', 'two_factor_enabled'] as const),
]);

/** It goes to whoever asked, who is counted, also by network. */
const CODE = 0;
const AWAITED_LINK = 1;
const FIRST_NOTICE = 2;
/** The eleventh notice about security that one receiver gets in an hour goes with the first of the rest. */
export const FIRST_OF_REST = 12;

/**
 * What a receiver's notices about security are counted in, each hour, for their turns: those whose link undoes something apart, so that
 * harmless ones, which whoever has copied a cookie can cause, do not delay them. Null: they have no turns of their own.
 */
export function turnsOf(kind: MessageKind): 'undo' | 'notice' | null {
  if (UNDO_LINKS.has(kind)) return 'undo';
  return isAboutSecurity(kind) && !hasCode(kind) && !AWAITED_LINKS.has(kind) ? 'notice' : null;
}

/**
 * The order in which letters are sent, 0 first: codes, links that somebody waits for, what tells about security, the rest. Of the last two
 * the receivers take turns (`turn`, from 1), so that one receiver's many letters do not all go before another's first. A recovery of an account
 * whose address nobody has confirmed goes with the rest: anybody opens many.
 */
export function urgencyOf(
  kind: MessageKind,
  { emailConfirmedAt }: Pick<Receiver, 'emailConfirmedAt'>,
  turn: number,
): number {
  if (hasCode(kind)) return CODE;
  if (kind === 'recovery' && !emailConfirmedAt) return FIRST_OF_REST;
  if (AWAITED_LINKS.has(kind)) return AWAITED_LINK;
  return (turnsOf(kind) ? FIRST_NOTICE : FIRST_OF_REST) + turn - 1;
}
