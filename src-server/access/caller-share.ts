import type { AttemptKind } from '#domain/limits';
import type { SharedKind } from '#domain/sessions-in-limits';
import type { AskedBefore, Caller, SignedInSession } from '#server/kernel/context';
import { nameOfCaller } from './caller-line.ts';

/** Whom a limit is counted for of which a session has a share. `session`: null for tokens, and for whoever needs no session. */
export type Sharer = { name: string; session: string | null };

/** Whom a limit is counted for: of those that sessions share, its kind asks for more than a name. */
export type WhoOf<Kind extends AttemptKind> = Kind extends SharedKind ? Sharer : string;

type Asking = Pick<Caller, 'token'> & {
  user: { id: string } | null;
  session: Pick<SignedInSession, 'publicId' | 'passwordProvenAt'> | null;
  askedBefore?: AskedBefore | null;
  request: { ip: string };
};

/**
 * The session that asks, or asked before, and whose count it shares: by default its caller's. With each proof its share begins anew, as all
 * copies of its cookie end.
 */
export function sharerOf(ctx: Asking, name: string = nameOfCaller(ctx)): Sharer {
  const { session, askedBefore } = ctx;
  if (session) return { name, session: shareOf(session) };
  return { name, session: askedBefore?.askedBy === 'session' ? askedBefore.accessId : null };
}

/** A passkey that does not count yet opens any number of sessions without a proof, and whoever copied a cookie may have added it. */
const shareOf = ({ publicId, passwordProvenAt }: NonNullable<Asking['session']>): string =>
  passwordProvenAt ? `${publicId}.${passwordProvenAt.getTime()}` : 'unproven';

/** Of one count, not of sessions: a link's, a network's. */
export const alone = (name: string): Sharer => ({ name, session: null });
