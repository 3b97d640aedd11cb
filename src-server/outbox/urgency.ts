import { isAboutSecurity, type MessageKind } from './catalogue.ts';
import { hasCode } from './expiry.ts';
import type { Receiver } from './message.ts';

/** Its link undoes what the letter tells. */
const UNDO_LINKS: ReadonlySet<MessageKind> = new Set<MessageKind>([
  ...(['payment_waiting', 'payment_in_review'] as const),
  ...(['email_changed', 'email_corrected', 'two_factor_enabled'] as const),
]);

/** In a band; a receiver's later letters of an hour go with the next band. */
const TURNS = 10;
/** It goes to whoever asked, who is counted, also by network. */
const CODE = 0;
const FIRST_RECOVERY = CODE + 1;
export const FIRST_NOTICE = FIRST_RECOVERY + TURNS;
/** The eleventh notice about security that one receiver gets in an hour goes with the first of the rest. */
export const FIRST_OF_REST = FIRST_NOTICE + TURNS;

/**
 * What a receiver's letters are counted in, each hour, for their turns. Those whose link undoes something apart, so that harmless notices, which
 * whoever has copied a cookie can cause, do not delay them; links to a new e-mail and recovery links apart, since somebody waits for
 * them. Null: it has no turns of its own.
 */
export function turnsOf(kind: MessageKind): 'undo' | 'notice' | 'link' | 'recovery' | null {
  if (UNDO_LINKS.has(kind)) return 'undo';
  if (kind === 'email_confirm') return 'link';
  if (kind === 'recovery') return 'recovery';
  return isAboutSecurity(kind) && !hasCode(kind) ? 'notice' : null;
}

/**
 * The order in which letters are sent, 0 first: codes, recovery links, links to a new e-mail and what tells about security, the rest. But for
 * codes the receivers take turns (`turn`, from 1), so that one receiver's many letters do not all go before another's first. A recovery of an account
 * whose address nobody has confirmed goes with the rest: anybody opens many. A link to a new
 * e-mail comes after recovery links: an account may ask for many, each to an address of its choice.
 */
export function urgencyOf(
  kind: MessageKind,
  { emailConfirmedAt }: Pick<Receiver, 'emailConfirmedAt'>,
  turn: number,
): number {
  if (hasCode(kind)) return CODE;
  if (kind === 'recovery')
    return emailConfirmedAt ? FIRST_RECOVERY + Math.min(turn, TURNS) - 1 : FIRST_OF_REST;
  return (turnsOf(kind) ? FIRST_NOTICE : FIRST_OF_REST) + turn - 1;
}
