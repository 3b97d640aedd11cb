import type { Env } from '#server/kernel/env';

/** Who the passkeys are for (WebAuthn, relying party): the host of APP_ORIGIN. Browsers accept http for localhost only. */
export const relyingParty = ({ APP_ORIGIN }: Pick<Env, 'APP_ORIGIN'>): { id: string; origin: string } => ({
  id: new URL(APP_ORIGIN).hostname,
  origin: APP_ORIGIN,
});

/** Loaded at the first ceremony: 33 MB and 0.7 s that most processes of the bank never need. */
export const webAuthn = () => import('@simplewebauthn/server');
export const webAuthnHelpers = () => import('@simplewebauthn/server/helpers');
