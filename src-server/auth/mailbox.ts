import type { Context } from '#server/kernel/context';

/** What letters to an e-mail address that nobody has confirmed, and texts to a telephone, are counted by. */
export const mailboxName = (ctx: Pick<Context, 'keys'>, address: string): string =>
  addressName(ctx, withoutTag(address));

/** What those to a confirmed address are counted by: its tag is its owner's, who shares with no other tag, which anybody may have stated. */
export const addressName = ({ keys }: Pick<Context, 'keys'>, address: string): string =>
  keys.sign('attempt', address).mac;

/**
 * `ana+tag@…` → `ana+@…`: all tags of a mailbox count as one, apart from the address without a tag, whose share strangers do not use up
 * with tags.
 */
function withoutTag(address: string): string {
  const plus = address.indexOf('+');
  const at = address.indexOf('@');
  return plus === -1 || plus > at ? address : address.slice(0, plus + 1) + address.slice(at);
}
