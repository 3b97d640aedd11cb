import { secondsAfter } from '#domain/moment';
import type { Browser } from '#server/auth/testing/browser';
import { type Holdings, Party } from './party.ts';
import type { Moment, OwnerKind } from './scene.ts';

/** What the intruder has at first. */
export const STOLEN = [
  'cookie',
  'unlocked device',
  'unlocked telephone',
  'password',
  'mailbox',
  'password and mailbox',
  'reading token',
  'money token',
] as const;
export type Stolen = (typeof STOLEN)[number];

/** The owner signs in: what is stolen begins there. */
async function ownersBrowser(party: Party): Promise<Browser> {
  const browser = await party.enter();
  if (!browser) throw new Error('the owner cannot sign in');
  party.bank.clock.passSeconds(60);
  return browser;
}

async function ownersToken(party: Party, browser: Browser, scopes: ('read' | 'money')[]): Promise<string> {
  if (!(await party.prove(browser))) throw new Error('the owner cannot prove');
  const expiresAt = secondsAfter(party.bank.clock.real(), 300 * 86_400).toISOString();
  const token = { name: 'Planilha', scopes, expiresAt };
  return (await browser.ask((on) => on.tokens.create(token))).secret;
}

/** Hands it over. False: such an owner has no such thing. */
export async function steal(what: Stolen, kind: OwnerKind, moment: Moment): Promise<boolean> {
  const { bank, own, stolen } = moment;
  const owner = new Party(bank, own);
  if (what === 'money token' && kind === 'password') return false;
  const browser = await ownersBrowser(owner);
  const copyJar = (names: readonly string[]) =>
    stolen.jars.push(new Map([...own.cookies].filter(([name]) => names.includes(name))));
  if (what.includes('password')) stolen.passwords.push(...own.passwords);
  if (what.includes('mailbox')) stolen.mailboxes.push(...own.mailboxes);
  if (what === 'cookie') copyJar(['session']);
  if (what === 'unlocked device') {
    if (!(await owner.prove(browser))) return false;
    copyJar(['session', 'device']);
  }
  // It shows the mail, SMS and the app's codes too.
  if (what === 'unlocked telephone') {
    copyJar(['session', 'device']);
    stolen.mailboxes.push(...own.mailboxes);
    stolen.apps.push(...own.apps);
  }
  if (what === 'reading token') stolen.tokens.push(await ownersToken(owner, browser, ['read']));
  if (what === 'money token') stolen.tokens.push(await ownersToken(owner, browser, ['read', 'money']));
  return true;
}

/** The intruder's session with the strongest proof; null: nothing lets them in. */
export async function acting(thief: Party): Promise<Browser | null> {
  const [open] = await thief.open();
  const browser = open ?? (await thief.enter()) ?? ((await thief.recover()) ? await thief.enter() : null);
  if (browser) await thief.prove(browser);
  return browser;
}

export const thiefOf = ({ bank, stolen }: { bank: Moment['bank']; stolen: Holdings }): Party =>
  new Party(bank, stolen);
