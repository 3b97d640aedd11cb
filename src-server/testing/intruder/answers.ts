import { and, eq, isNull } from 'drizzle-orm';
import { endDueFactors } from '#server/auth/lost-factors/end-due';
import type { Browser } from '#server/auth/testing/browser';
import { releaseDue } from '#server/payments/waiting/waiting-worker';
import { callerOf } from '#server/testing/people';
import { Party, refusalIn, works } from './party.ts';
import type { Moment } from './scene.ts';

/** Addresses that the intruder never reads. */
export const OWNERS_NEW_EMAIL = 'ana.nova@correio.example';
const OWNERS_NEXT_EMAIL = 'ana.outra@correio.example';
const REASON = 'Identificada por vídeo';

type Answer = (owner: Party, moment: Moment) => Promise<unknown>;

export const ownerOf = ({ bank, own }: Moment): Party => new Party(bank, own);

/** The owner's session, by whatever lets the owner in. */
export async function ownersSession(owner: Party): Promise<Browser | null> {
  const [open] = await owner.open();
  const browser = open ?? (await owner.enter()) ?? ((await owner.recover()) ? await owner.enter() : null);
  if (browser) return browser;
  // Somebody else's app asks for a code: its letter has a link that turns it off.
  if (!(await undoApp(owner)) || !(await owner.recover())) return null;
  return owner.enter();
}

const inSession =
  (act: (browser: Browser, owner: Party, moment: Moment) => Promise<unknown>): Answer =>
  async (owner, moment) => {
    const browser = await ownersSession(owner);
    if (!browser) return false;
    await owner.prove(browser);
    return act(browser, owner, moment);
  };

async function byLink(
  owner: Party,
  page: string,
  press: (browser: Browser, token: string) => Promise<unknown>,
): Promise<boolean> {
  for (const token of await owner.links(page))
    if (await works(press(owner.browser(new Map()), token))) return true;
  return false;
}

const undoEmail = (owner: Party) =>
  byLink(owner, 'desfazer-email', (browser, token) => browser.ask((on) => on.undoEmailChange({ token })));
const undoApp = (owner: Party) =>
  byLink(owner, 'desfazer-dois-fatores', (browser, token) =>
    browser.ask((on) => on.twoFactor.undo({ token })),
  );

const users = ({ bank, admin }: Moment) => callerOf(bank, admin).admin.users;
const identified = ({ owner }: Moment) => ({ id: owner.id, reason: REASON });

async function changePassword(browser: Browser, owner: Party): Promise<void> {
  const next = 'uma senha nova da ana 7';
  const [current = ''] = owner.held.passwords;
  await browser.ask((on) => on.changePassword({ current, next } as never));
  owner.held.passwords.unshift(next);
}

async function correct(owner: Party, moment: Moment): Promise<void> {
  const email = owner.held.mailboxes.includes(OWNERS_NEW_EMAIL) ? OWNERS_NEXT_EMAIL : OWNERS_NEW_EMAIL;
  await users(moment).correctEmail({ ...identified(moment), email });
  owner.held.mailboxes.push(email);
}

async function endKeys(browser: Browser, owner: Party, { bank, owner: { id } }: Moment): Promise<boolean> {
  const { passkeys } = bank.db.tables;
  const mine = owner.held.passkeys.map(({ id: credentialId }) => credentialId);
  const rows = await bank.db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.userId, id), isNull(passkeys.endedAt)));
  const others = rows.filter(({ credentialId }) => !mine.includes(credentialId));
  for (const key of others) await browser.ask((on) => on.passkeys.remove({ id: key.id }));
  return others.length > 0;
}

async function endDevices(browser: Browser): Promise<boolean> {
  const devices = (await browser.ask((on) => on.devices.list())) as unknown as {
    id: string;
    isThis?: boolean;
  }[];
  for (const { id } of devices) await browser.ask((on) => on.devices.end({ id }));
  return devices.length > 0;
}

/** What owner or bank do about it. */
export const ANSWERS = {
  'freezes by a letter’s link': async (owner) => {
    for (const { token } of owner.held.freezeLinks)
      if (await works(owner.browser(new Map()).ask((on) => on.freezeByLink({ token })))) return true;
    return false;
  },
  'freezes on screen': inSession((browser) => browser.ask((on) => on.freeze())),
  'changes the password': inSession(changePassword),
  'recovers the password': (owner) => owner.recover(),
  'undoes the e-mail': undoEmail,
  'undoes the app': undoApp,
  'ends other sessions': inSession((browser) => browser.ask((on) => on.sessions.endOthers())),
  'ends devices': inSession(endDevices),
  'removes passkeys': inSession(endKeys),
  'revokes tokens': inSession(async (browser) => {
    const tokens = (await browser.ask((on) => on.tokens.list())) as unknown as { id: string }[];
    for (const { id } of tokens) await browser.ask((on) => on.tokens.revoke({ id }));
    return tokens.length > 0;
  }),
  unfreezes: inSession(async (browser, owner) => {
    await owner.confirmEmail(browser);
    await owner.prove(browser);
    return browser.ask((on) => on.unfreeze());
  }),
  'bank unfreezes': (_, moment) => users(moment).unfreeze(identified(moment)),
  'bank corrects the e-mail': correct,
  'bank deactivates and activates': async (_, moment) => {
    await users(moment).deactivate(identified(moment));
    moment.bank.clock.passSeconds(3600);
    return users(moment).activate(identified(moment));
  },
  'bank deactivates, corrects and activates': async (owner, moment) => {
    await users(moment).deactivate(identified(moment));
    await correct(owner, moment);
    moment.bank.clock.passSeconds(86_400);
    return users(moment).activate(identified(moment));
  },
  'bank ends the factors, password recovered': async (owner, moment) => {
    await users(moment).endFactors(identified(moment));
    moment.bank.clock.passSeconds(86_400);
    await endDueFactors(moment.bank);
    owner.held.passkeys = [];
    owner.held.apps = [];
    return owner.recover();
  },
} satisfies Record<string, Answer>;
export type AnswerName = keyof typeof ANSWERS;
export const ANSWER_NAMES = Object.keys(ANSWERS) as AnswerName[];

/** Whether it could be given. */
export async function answers(name: AnswerName, moment: Moment): Promise<boolean> {
  const owner = ownerOf(moment);
  try {
    const given = (await ANSWERS[name](owner, moment)) !== false;
    // The worker runs every second.
    await releaseDue(moment.bank);
    return given;
  } catch (error) {
    refusalIn(error);
    return false;
  }
}
