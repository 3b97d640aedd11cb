import type { Bank, Caller, RequestInfo } from '#server/kernel/context';
import { findAccessToken } from './access-token.ts';
import { findSession } from './session.ts';

const NOBODY = { user: null, session: null, token: null };

/** By bearer token if there is one, even invalid; else by cookie. `isQuiet`: does not extend the session. */
export async function identify(
  bank: Pick<Bank, 'db' | 'clock' | 'log'>,
  { bearerToken, sessionToken }: Pick<RequestInfo, 'bearerToken' | 'sessionToken'>,
  { isQuiet = false } = {},
): Promise<Caller> {
  if (bearerToken !== null) {
    const found = await findAccessToken(bank, bearerToken);
    return found ? { ...NOBODY, ...found } : NOBODY;
  }
  const found = sessionToken ? await findSession(bank, sessionToken, { isUse: !isQuiet }) : null;
  return found ? { ...NOBODY, ...found } : NOBODY;
}
