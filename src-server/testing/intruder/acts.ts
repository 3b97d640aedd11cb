import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { secondsAfter } from '#domain/moment';
import { enableTwoFactor } from '#server/auth/testing/authenticator';
import type { Browser } from '#server/auth/testing/browser';
import { newDeviceKey } from '#server/auth/testing/device-key';
import { add } from '#server/auth/testing/passkey-ceremonies';
import { SecurityKey } from '#server/auth/testing/security-key';
import { openBody } from '#server/outbox/sealed';
import { putRules } from '#server/payments/waiting/testing/rules-in-force';
import { callerOf } from '#server/testing/people';
import { refusalOf } from '#server/testing/refusal-of';
import { Party, refusalIn, works } from './party.ts';
import type { Moment } from './scene.ts';
import { acting, thiefOf } from './stolen.ts';

export const THIEFS_EMAIL = 'ladrao@correio.example';
const THIEFS_OTHER_EMAIL = 'outro.ladrao@correio.example';

/** False, or a refusal: it cannot be done with what is stolen. */
type Act = (thief: Party, browser: Browser, moment: Moment) => Promise<unknown>;

const profileOf = async (browser: Browser) => {
  const { user } = await browser.me();
  return { ...user, email: user.email, complement: user.complement ?? '' } as never as Record<string, string>;
};

const update = async (browser: Browser, changes: object) => {
  const profile = await profileOf(browser);
  return browser.ask((on) => on.updateProfile({ ...profile, ...changes } as never));
};

export async function askForEmail(thief: Party, browser: Browser, email: string): Promise<void> {
  if (email.includes('ladrao')) thief.held.mailboxes.push(email);
  await update(browser, { email });
}

/** By the link in the new mailbox, with the password and a code. */
export async function confirmNewEmail(thief: Party, browser: Browser): Promise<boolean> {
  const [token] = await thief.links('confirmar-email');
  if (!token) return false;
  for (const password of thief.held.passwords)
    for (const code of [...thief.codes(), undefined])
      if (
        await works(browser.ask((on) => on.confirmEmail({ token, password, ...(code && { code }) } as never)))
      )
        return true;
  return false;
}

async function changeEmail(thief: Party, browser: Browser, email: string): Promise<boolean> {
  await askForEmail(thief, browser, email);
  return confirmNewEmail(thief, browser);
}

async function addPasskey(thief: Party, browser: Browser): Promise<void> {
  const key = new SecurityKey(thief.bank.env.APP_ORIGIN);
  await add(browser, key);
  thief.held.passkeys.push(key);
}

async function turnAppOn(thief: Party, browser: Browser): Promise<void> {
  const { secret } = await enableTwoFactor(browser);
  thief.held.apps.push(secret);
}

/** Pays with the strongest confirmation that is held; answers whether it was made or waits. */
export async function pay(
  thief: Party,
  browser: Browser,
  { accountNumber }: { accountNumber: string },
  amount: string,
): Promise<string> {
  const payment = {
    accountNumber,
    amount,
    description: 'Furto',
    idempotencyKey: randomBytes(8).toString('hex'),
  };
  const send = () => Party.root(browser, (root) => root.account.transfer(payment));
  const first = await send().catch((error: unknown) => error);
  if (!(first instanceof Error)) return (first as { status: string }).status;
  refusalIn(first);
  const { confirmationId: id } = (await refusalOf(Promise.reject(first))) as { confirmationId?: string };
  if (!id || !(await confirm(thief, browser, id))) return 'refused';
  return send().then(
    ({ status }) => status,
    (error: unknown) => {
      refusalIn(error);
      return 'refused';
    },
  );
}

async function confirm(thief: Party, browser: Browser, id: string): Promise<boolean> {
  const { passkey, ways } = await Party.root(browser, (root) => root.account.confirmations.get({ id }));
  const prove = (proof: object) =>
    works(Party.root(browser, (root) => root.account.confirmations.prove({ id, ...proof } as never)));
  if (ways.includes('passkey')) {
    for (const key of thief.held.passkeys)
      if (await prove({ passkey: key.get({ challenge: passkey?.challenge ?? '' }) })) return true;
    return false;
  }
  if (ways.includes('app')) {
    for (const code of thief.codes()) if (await prove({ code })) return true;
    return false;
  }
  if (!ways.includes('email')) return false;
  await works(Party.root(browser, (root) => root.account.confirmations.sendCode({ id })));
  for (const letter of await thief.letters()) {
    if (letter.kind !== 'payment_code') continue;
    const code = /^\d{6}$/m.exec(openBody(thief.bank.keys, letter).text)?.[0];
    if (code) return prove({ emailCode: code });
  }
  return false;
}

const limits = (browser: Browser) => ({
  change: (input: object) => Party.root(browser, (root) => root.account.limits.change(input as never)),
  protect: (input: object) =>
    Party.root(browser, (root) => root.account.limits.changeProtection(input as never)),
});

const later = ({ bank }: Party, hours: number) => bank.clock.passSeconds(hours * 3600);

/** What an intruder leaves behind in a session. */
export const ACTS = {
  nothing: async () => true,
  'another session': async (thief) => {
    const elsewhere = new Party(thief.bank, { ...thief.held, cookies: new Map() });
    const browser = await elsewhere.enter();
    return browser !== null && thief.held.jars.push(browser.cookies);
  },
  'reading token': async (thief, browser) => makeToken(thief, browser, ['read']),
  'money token': async (thief, browser) => makeToken(thief, browser, ['read', 'money']),
  'registered device': async (thief, browser) => thief.registerDevice(browser, newDeviceKey()),
  passkey: addPasskey,
  app: turnAppOn,
  'app, then another e-mail': async (thief, browser) => {
    await turnAppOn(thief, browser);
    thief.bank.clock.passSeconds(60);
    return changeEmail(thief, browser, THIEFS_EMAIL);
  },
  'another e-mail, then app': async (thief, browser) =>
    (await changeEmail(thief, browser, THIEFS_EMAIL)) && turnAppOn(thief, browser),
  'app turned off': async (thief, browser) => {
    const [token] = thief.codes();
    return token !== undefined && browser.ask((on) => on.twoFactor.disable({ token }));
  },
  'owner’s passkey removed': async (_, browser, { own }) => {
    const [key] = own.passkeys;
    return key !== undefined && browser.ask((on) => on.passkeys.remove({ id: key.passkeyId }));
  },
  'backup codes': async (thief, browser) => {
    const [token] = thief.codes();
    return token !== undefined && browser.ask((on) => on.twoFactor.regenerate({ token }));
  },
  'e-mail asked for': async (thief, browser) => askForEmail(thief, browser, THIEFS_EMAIL),
  'another e-mail': async (thief, browser) => changeEmail(thief, browser, THIEFS_EMAIL),
  'e-mail changed twice': async (thief, browser) => {
    if (!(await changeEmail(thief, browser, THIEFS_EMAIL))) return false;
    thief.bank.clock.passSeconds(60);
    return changeEmail(thief, browser, THIEFS_OTHER_EMAIL);
  },
  'e-mail changed there and back': async (thief, browser, { owner }) => {
    if (!(await changeEmail(thief, browser, THIEFS_EMAIL))) return false;
    thief.bank.clock.passSeconds(60);
    return changeEmail(thief, browser, owner.email);
  },
  telephone: async (_, browser) => update(browser, { phone: '(11) 91234-5678' }),
  'address and income': async (_, browser) =>
    update(browser, { street: 'Rua do Furto', monthlyIncome: '99000.00' }),
  'raised limit': async (_, browser) =>
    limits(browser).change({ kind: 'transfer', window: 'day', amount: '90000.00' }),
  'no time to undo': async (_, browser) => limits(browser).protect({ undoMinutes: 0 }),
  'trusted payee': async (_, browser) => {
    const [known] = await Party.root(browser, (root) => root.account.recipients());
    const id = known?.id ?? '';
    await Party.root(browser, (root) =>
      root.account.changeRecipient({ id, trustedUpTo: '20000.00' } as never),
    );
  },
  'known payee': async (thief, browser, { mule }) => (await pay(thief, browser, mule, '1.00')) === 'done',
  'trusted mule': async (thief, browser, { mule, bank }) => {
    if ((await pay(thief, browser, mule, '1.00')) !== 'done') return false;
    const { recipients } = bank.db.tables;
    const [row] = await bank.db.select().from(recipients).where(eq(recipients.target, mule.accountNumber));
    const trust = { id: row?.id ?? '', trustedUpTo: '20000.00' };
    return Party.root(browser, (root) => root.account.changeRecipient(trust as never));
  },
  'payment that waits': async (thief, browser, { mule }) =>
    (await pay(thief, browser, mule, '900.00')) === 'held',
  'passkey, a day later a payment': async (thief, browser, { mule }) => {
    await addPasskey(thief, browser);
    later(thief, 25);
    const again = await acting(thief);
    return again !== null && (await pay(thief, again, mule, '900.00')) !== 'refused';
  },
  'another password': async (thief, browser) => {
    const next = 'a senha do ladrao 9';
    const [current] = thief.held.passwords;
    if (current === undefined) return false;
    await browser.ask((on) => on.changePassword({ current, next } as never));
    thief.held.passwords.unshift(next);
    return true;
  },
  'credit asked for': async (_, browser) =>
    Party.root(browser, (root) =>
      root.credit.proposals.create({
        amount: '5000.00',
        termMonths: 12,
        purpose: 'Reforma da casa',
      } as never),
    ),
} satisfies Record<string, Act>;

async function makeToken(thief: Party, browser: Browser, scopes: ('read' | 'money')[]): Promise<void> {
  const expiresAt = secondsAfter(thief.bank.clock.real(), 300 * 86_400).toISOString();
  const { secret } = await browser.ask((on) => on.tokens.create({ name: 'X', scopes, expiresAt }));
  thief.held.tokens.push(secret);
}

/** What is done without a session. */
export const ACTS_WITHOUT_SESSION = {
  'recovery link': async (thief: Party) => {
    for (const email of thief.held.mailboxes)
      await thief.browser().ask((on) => on.recovery.request({ email }));
    return (await thief.links('recuperar-senha')).length > 0;
  },
  'payment by token': async (thief: Party, { mule }: Moment) => {
    const [secret] = thief.held.tokens;
    if (secret === undefined) return false;
    const root = await thief.byToken(secret);
    const payment = { accountNumber: mule.accountNumber, amount: '900.00', description: 'Furto' };
    return root.account.transfer({ ...payment, idempotencyKey: 'by-token' });
  },
  /** A review that the bank approves, as if nothing were wrong. */
  'reviewed payment by token': async (thief: Party, { bank, admin, mule }: Moment) => {
    const [secret] = thief.held.tokens;
    if (secret === undefined) return false;
    await putRules(bank, { user: admin }, { stepUpFrom: 5, holdFrom: 10 });
    const root = await thief.byToken(secret);
    const payment = { accountNumber: mule.accountNumber, amount: '900.00', description: 'Furto' };
    const { status } = await root.account.transfer({ ...payment, idempotencyKey: 'in-review' });
    return status === 'held';
  },
  'known payee by token': async (thief: Party, { mule }: Moment) => {
    const [secret] = thief.held.tokens;
    if (secret === undefined) return false;
    const root = await thief.byToken(secret);
    const payment = { accountNumber: mule.accountNumber, amount: '1.00', description: 'Furto' };
    return root.account.transfer({ ...payment, idempotencyKey: 'by-token' });
  },
  /** The intruder, with a good story, asks the bank. */
  'bank asked to end factors': async (_thief: Party, { bank, admin, owner }: Moment) =>
    callerOf(bank, admin).admin.users.endFactors({ id: owner.id, reason: 'Perdeu o telefone' }),
} as const;

export type ActName = keyof typeof ACTS | keyof typeof ACTS_WITHOUT_SESSION;
export const ACT_NAMES = [...Object.keys(ACTS), ...Object.keys(ACTS_WITHOUT_SESSION)] as ActName[];

/** Whether it could be done. */
export async function does(name: ActName, moment: Moment): Promise<boolean> {
  const thief = thiefOf(moment);
  try {
    if (name === 'nothing') return true;
    if (name in ACTS_WITHOUT_SESSION)
      return (await ACTS_WITHOUT_SESSION[name as keyof typeof ACTS_WITHOUT_SESSION](thief, moment)) !== false;
    const browser = await acting(thief);
    return browser !== null && (await ACTS[name as keyof typeof ACTS](thief, browser, moment)) !== false;
  } catch (error) {
    refusalIn(error);
    return false;
  }
}
