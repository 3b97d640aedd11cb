import { and, eq, isNull } from 'drizzle-orm';
import type { MessageKind } from '#server/outbox/catalogue';
import { ownerOf } from './answers.ts';
import type { Moment } from './scene.ts';

type State = Record<string, unknown>;

/** The letters of which one tells the owner that this part of the account changed. `null`: told by none, and named in docs/security.md. */
const TOLD_BY: Record<string, readonly MessageKind[] | null> = {
  email: ['email_changed', 'email_left', 'email_change_undone'],
  pendingEmail: ['email_change_asked'],
  phone: ['phone_changed'],
  // Known limit: with a copied cookie.
  address: null,
  income: null,
  password: ['password_changed'],
  app: ['two_factor_enabled', 'two_factor_disabled'],
  passkeys: ['passkey_added', 'passkey_removed'],
  devices: ['device_registered', 'device_ended'],
  tokens: ['token_created'],
  sessions: ['new_login'],
  limits: ['limit_changed'],
  protection: ['protection_changed'],
  trust: ['payee_trusted'],
  payees: ['new_payee_paid'],
  waiting: ['payment_waiting', 'payment_in_review'],
  // Whoever asks has none yet: a contract is signed by a code to the mailbox first.
  proposals: null,
  factorsEndAt: ['factors_end_asked'],
};

/** What an intruder may have changed of the account, by the names above. */
export async function stateOf({ bank, owner: { id } }: Moment): Promise<State> {
  const { db } = bank;
  const { tables } = db;
  const [user] = await db.select().from(tables.users).where(eq(tables.users.id, id));
  const [own] = await db.select().from(tables.protections).where(eq(tables.protections.userId, id));
  const payees = await db.select().from(tables.recipients).where(eq(tables.recipients.userId, id));
  const count = (table: 'passkeys' | 'devices') =>
    db.$count(tables[table], and(eq(tables[table].userId, id), isNull(tables[table].endedAt)));
  if (!user) throw new Error('the customer is gone');
  return {
    ...{ email: user.email, pendingEmail: user.pendingEmail, phone: user.phone, address: user.street },
    ...{ income: user.monthlyIncomeCents, password: user.passwordHash, app: user.totpSecret },
    passkeys: await count('passkeys'),
    devices: await count('devices'),
    tokens: await db.$count(tables.accessTokens, eq(tables.accessTokens.userId, id)),
    sessions: await db.$count(tables.sessions, eq(tables.sessions.userId, id)),
    limits: await db.$count(tables.limitRules, eq(tables.limitRules.userId, id)),
    protection: [own?.undoMinutes ?? null, own?.confirmAboveCents ?? null].join(),
    trust: payees.flatMap(({ trustedCents }) => trustedCents ?? []).join(),
    payees: payees.length,
    waiting: await db.$count(tables.waitingPayments, eq(tables.waitingPayments.userId, id)),
    proposals: await db.$count(tables.creditProposals, eq(tables.creditProposals.userId, id)),
    factorsEndAt: own?.factorsEndAt?.toISOString() ?? null,
  };
}

/** Names of what differs from before and no letter since then to the owner's mailbox tells. */
export async function untold(moment: Moment, before: State, letters: number): Promise<string[]> {
  const after = await stateOf(moment);
  const owner = ownerOf(moment);
  const sent = await owner.letters();
  const kinds = sent.slice(0, sent.length - letters).map(({ kind }) => kind);
  return Object.keys(TOLD_BY).filter((name) => {
    const told = TOLD_BY[name];
    return after[name] !== before[name] && told != null && !told.some((kind) => kinds.includes(kind));
  });
}
