import { eq } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { difference } from '#domain/audit/difference';
import { type Profile, profileSchemaOf, type SentProfile } from '#domain/auth/profile';
import type { Role } from '#domain/auth/role';
import { type StatedIncome, withStatedIncome } from '#domain/credit/counted-income';
import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { missingProof } from '#server/access/proof';
import { hasTrustedPasskey } from '#server/access/required-two-factor';
import { record } from '#server/audit/record';
import type { SessionContext } from '#server/kernel/context';
import { toAnswer } from '#server/kernel/to-answer';
import { queueMessage } from '#server/outbox/queue-message';
import { countAttempt, countInTransaction, refuseWhileFull } from '../attempts.ts';
import { noteContactChange } from '../contact-change.ts';
import { newLinkToken } from '../link-token.ts';
import { mailboxName } from '../mailbox.ts';
import { lockedActive, ownRow } from '../own-row.ts';
import { type UserAnswer, type UserRow, userAnswer } from '../user-answer.ts';
import { changeEmail, needsLink } from './email-change.ts';

/**
 * A new e-mail stays `pendingEmail` until its link is opened; a raised income counts later (`countedIncomeCents`).
 * Refuses VALIDATION, TOO_MANY_ATTEMPTS (30 changes and five new addresses an hour per user, links a day per address: two
 * of one user, twenty of all), REAUTHENTICATE (telephone; the e-mail of an owner with a passkey).
 */
export async function updateProfile(ctx: SessionContext, sent: SentProfile): Promise<UserAnswer> {
  const { email, ...profile } = readProfile(ctx.user.role, sent);
  const token = newLinkToken();
  const missing = await missingProof(ctx, { always: 'whole', underRules: 'sinceSignIn' });
  const wanted = { email, phone: profile.phone, at: ctx.clock.real() };
  if (missing && (await needsProof(ctx.db, await ownRow(ctx.db, ctx.user.id), wanted))) throw missing;
  if (await needsLink(ctx.db, { userId: ctx.user.id, email, at: ctx.clock.real() })) {
    const mailbox = mailboxName(ctx, email);
    await refuseWhileFull(ctx, 'emailChangeToAll', mailbox);
    await countAttempt(ctx, 'emailChange', sharerOf(ctx));
    await countAttempt(ctx, 'emailChangeTo', sharerOf(ctx, `${ctx.user.id}-${mailbox}`));
    await countAttempt(ctx, 'emailChangeToAll', mailbox);
  }

  const user = await ctx.db.transaction(async (tx) => {
    const before = await lockedActive(tx, ctx.user.id);
    // It may have changed since it was read.
    if (missing && (await needsProof(tx, before, wanted))) throw missing;
    const pendingEmail = await changeEmail(tx, ctx, { user: before, email, token });
    const { monthlyIncome, ...address } = profile;
    const income = withStatedIncome(before, monthlyIncome, ctx.clock.today());
    const phoneConfirmedAt = profile.phone === before.phone ? before.phoneConfirmedAt : null;
    const values = { ...address, ...incomeColumns(income), phoneConfirmedAt, pendingEmail };
    const changes = difference(audited(before), audited({ ...before, ...values }));
    if (!changes) return before;
    await countInTransaction(tx, ctx, 'profileChange', sharerOf(ctx));

    const { users } = tx.tables;
    await tx.update(users).set(values).where(eq(users.id, before.id));
    if (values.phone !== before.phone) {
      await noteContactChange(tx, before.id, ctx.clock.real());
      await queueMessage(tx, ctx, 'phone_changed', before, { phone: values.phone, request: ctx.request });
    }
    await record(tx, ctx, { action: 'update_user', entityId: before.id, changes });
    return { ...before, ...values };
  });
  return userAnswer(user);
}

type Wanted = Pick<Profile, 'email' | 'phone'>;

/** The link of a new e-mail asks for password and the app's code, and cannot ask for a passkey. */
const needsProof = async (
  db: Reader,
  before: UserRow,
  { email, phone, at }: Wanted & { at: Date },
): Promise<boolean> =>
  phone !== before.phone || (email !== before.email && (await hasTrustedPasskey(db, before.id, at)));

/** Picks the columns: the argument may be a whole row. */
const incomeColumns = ({ monthlyIncomeCents, incomeBeforeCents, incomeRaisedOn }: StatedIncome) => ({
  monthlyIncomeCents,
  incomeBeforeCents,
  incomeRaisedOn,
});

function readProfile(role: Role, sent: SentProfile): Profile {
  const read = profileSchemaOf(role).safeParse(sent);
  if (read.success) return read.data;
  const { error, fields } = toAnswer(read.error).body;
  refuse('VALIDATION', { text: error, ...(fields && { fields }) });
}

const audited = (user: UserRow) => ({
  pendingEmail: user.pendingEmail,
  phone: user.phone,
  street: user.street,
  number: user.number,
  complement: user.complement,
  neighborhood: user.neighborhood,
  city: user.city,
  state: user.state,
  zipCode: user.zipCode,
  monthlyIncome: user.monthlyIncomeCents === null ? null : toDecimal(user.monthlyIncomeCents),
});
