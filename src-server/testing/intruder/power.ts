import { endDueFactors } from '#server/auth/lost-factors/end-due';
import { balanceOf } from '#server/ledger/statement';
import { releaseDue } from '#server/payments/waiting/waiting-worker';
import { callerOf } from '#server/testing/people';
import { settledCodes } from '#server/testing/refusal-of';
import { askForEmail, confirmNewEmail, pay } from './acts.ts';
import { answers, OWNERS_NEW_EMAIL, ownerOf, ownersSession } from './answers.ts';
import { type Party, works } from './party.ts';
import type { Moment } from './scene.ts';
import { thiefOf } from './stolen.ts';

/** What an intruder can do at a moment, and what money of the owner's has come by then. */
export const POWERS = {
  session: 'a session of before is open',
  token: 'a token of before works',
  enters: 'signs in, if need be with a new password by mail',
  proves: 'gives the proof that the bank asks for',
  unfreezes: 'lifts the freeze',
  'pays little': 'pays R$ 100,00',
  'pays much': 'pays R$ 5.000,00',
  'takes the e-mail': 'gives the account another e-mail',
  'undoes the e-mail': 'presses a link that gives the account another e-mail',
  'undoes the app': 'presses a link that turns the app off',
  received: 'has money of a payment that had waited',
} as const;
export type Power = keyof typeof POWERS;

const tries = async (thief: Party, moment: Moment, found: Set<Power>): Promise<void> => {
  const { bank, mule } = moment;
  const frozen = await bank.db.select().from(bank.db.tables.protections);
  const isFrozen = frozen.some(({ userId, frozenAt }) => userId === moment.owner.id && frozenAt !== null);
  const open = await thief.open();
  if (open.length > 0) found.add('session');
  for (const secret of thief.held.tokens)
    if (await works(thief.byToken(secret).then((root) => root.auth.me()))) found.add('token');
  const mayRecover = () => thief.recover([moment.owner.email, OWNERS_NEW_EMAIL]);
  const browser = (await thief.enter()) ?? ((await mayRecover()) ? await thief.enter() : null);
  if (browser) found.add('enters');
  const session = browser ?? open[0];
  if (session) await inside(thief, session, moment, { isFrozen, found });
  for (const secret of thief.held.tokens) {
    const payment = { accountNumber: mule.accountNumber, amount: '100.00', description: 'Furto' };
    const paid = thief
      .byToken(secret)
      .then((root) => root.account.transfer({ ...payment, idempotencyKey: `last-${secret.slice(-8)}` }));
    if (await works(paid)) found.add('pays little');
  }
};

async function inside(
  thief: Party,
  session: NonNullable<Awaited<ReturnType<Party['enter']>>>,
  moment: Moment,
  { isFrozen, found }: { isFrozen: boolean; found: Set<Power> },
): Promise<void> {
  if (await thief.prove(session)) {
    const [code = ''] = await settledCodes([session.ask((on) => on.twoFactor.setup())]);
    // The proof is looked at first.
    if (['done', 'TWO_FACTOR_ALREADY_ENABLED'].includes(code)) found.add('proves');
  }
  if (isFrozen) {
    await thief.confirmEmail(session);
    await thief.prove(session);
    if (await works(session.ask((on) => on.unfreeze()))) found.add('unfreezes');
  }
  if ((await pay(thief, session, moment.mule, '100.00')) !== 'refused') found.add('pays little');
  if ((await pay(thief, session, moment.mule, '5000.00')) !== 'refused') found.add('pays much');
  if (
    (await works(askForEmail(thief, session, 'fim.ladrao@correio.example'))) &&
    (await confirmNewEmail(thief, session))
  )
    found.add('takes the e-mail');
}

/** The links that a mailbox has by now: the intruder's last acts send some of their own. */
async function linksHeld(thief: Party) {
  const [emails, apps] = [await thief.links('desfazer-email'), await thief.links('desfazer-dois-fatores')];
  return async (found: Set<Power>): Promise<void> => {
    for (const token of emails)
      if (await works(thief.browser().ask((on) => on.undoEmailChange({ token }))))
        found.add('undoes the e-mail');
    for (const token of apps)
      if (await works(thief.browser().ask((on) => on.twoFactor.undo({ token })))) found.add('undoes the app');
  };
}

/** Time passes, with the work that the bank does in it. */
export async function passes(moment: Moment, seconds: number): Promise<void> {
  moment.bank.clock.passSeconds(seconds);
  await endDueFactors(moment.bank);
  await approveReviews(moment);
  await releaseDue(moment.bank);
}

/** By an administrator who notices nothing. */
async function approveReviews({ bank, admin }: Moment): Promise<void> {
  const { reviews } = callerOf(bank, admin).admin;
  const rows = await bank.db.select().from(bank.db.tables.paymentReviews);
  for (const { transactionId: id } of rows)
    await works(
      reviews.decide({
        id,
        decision: 'approved',
        reason: 'Sem suspeita',
        idempotencyKey: `r-${id}`,
      } as never),
    );
}

/** Tries everything. The moment cannot be used afterwards. */
export async function powerOf(moment: Moment, waitSeconds: number): Promise<Power[]> {
  const found = new Set<Power>();
  const { bank, mule } = moment;
  const before = await balanceOf(bank.db, mule.accountId);
  await passes(moment, waitSeconds);
  if ((await balanceOf(bank.db, mule.accountId)) > before) found.add('received');
  const thief = thiefOf(moment);
  const press = await linksHeld(thief);
  await tries(thief, moment, found);
  await press(found);
  return Object.keys(POWERS).filter((power) => found.has(power as Power)) as Power[];
}

/** How its owner gets in again: alone, with the links and mailboxes that are the owner's; with the bank, which identified them; or not. */
export type OwnersWay = 'alone' | 'with the bank' | 'never';

export async function ownersWay(moment: Moment, waitSeconds: number): Promise<OwnersWay> {
  await passes(moment, waitSeconds);
  const owner = ownerOf(moment);
  owner.held.cookies.delete('session');
  if (await ownersSession(owner)) return 'alone';
  await answers('bank ends the factors, password recovered', moment);
  if (await ownersSession(owner)) return 'with the bank';
  await answers('bank deactivates, corrects and activates', moment);
  return (await ownersSession(owner)) ? 'with the bank' : 'never';
}
