import type { SessionContext } from '#server/kernel/context';

/**
 * Names the counts of what is guessed in a session. Each has its own, so that a copied cookie leaves the owner's other sessions their tries;
 * those opened by passkeys that do not count yet share one, since such a passkey, which a thief may have added, opens any number of them.
 */
export const guessesOf = ({ user, session }: Pick<SessionContext, 'user' | 'session'>): string =>
  session.isByNewPasskey ? `${user.id}.new-passkey` : session.publicId;
