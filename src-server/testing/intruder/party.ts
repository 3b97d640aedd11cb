import { eq } from 'drizzle-orm';
import { createCallerFactory } from '#server/access/trpc';
import { identify } from '#server/auth/identify';
import { Authenticator } from '#server/auth/testing/authenticator';
import { Browser } from '#server/auth/testing/browser';
import { type DeviceKey, proveDevice, registerDevice } from '#server/auth/testing/device-key';
import { prove as provePasskey, signIn } from '#server/auth/testing/passkey-ceremonies';
import type { SecurityKey } from '#server/auth/testing/security-key';
import type { Context } from '#server/kernel/context';
import { toAnswer } from '#server/kernel/to-answer';
import { freezeLinkOf } from '#server/outbox/freeze-link';
import { openBody } from '#server/outbox/sealed';
import { appRouter } from '#server/router';
import { callerOf } from '#server/testing/people';
import type { TestBank } from '#server/testing/test-bank';

const rootCaller = createCallerFactory(appRouter);
export type Root = ReturnType<typeof rootCaller>;

/** Who holds things that open one account: its owner, or an intruder. All of it lies outside the bank. */
export type Holdings = {
  cpf: string;
  /** Cookies of a browser; `jars`: of others that are still open somewhere. */
  cookies: Map<string, string>;
  jars: Map<string, string>[];
  passwords: string[];
  /** Secrets of authenticator apps. */
  apps: string[];
  passkeys: SecurityKey[];
  devices: { id: string; key: DeviceKey }[];
  /** Mailboxes that are read, also with what came before. */
  mailboxes: string[];
  tokens: string[];
  freezeLinks: { token: string; at: Date }[];
  /** Address of the network. */
  ip: string;
};

export const nothingHeld = (cpf: string, ip: string): Holdings => ({
  ...{ cpf, ip, cookies: new Map(), jars: [], passwords: [], apps: [], passkeys: [], devices: [] },
  ...{ mailboxes: [], tokens: [], freezeLinks: [] },
});

export const copyOf = (held: Holdings): Holdings => ({
  ...held,
  cookies: new Map(held.cookies),
  jars: held.jars.map((jar) => new Map(jar)),
  ...{ passwords: [...held.passwords], apps: [...held.apps], passkeys: [...held.passkeys] },
  ...{ devices: [...held.devices], mailboxes: [...held.mailboxes], tokens: [...held.tokens] },
  freezeLinks: [...held.freezeLinks],
});

const NEW_PASSWORDS = 'sentinela outra vez';

/** Acts in one bank with what somebody holds. */
export class Party {
  constructor(
    readonly bank: TestBank,
    readonly held: Holdings,
  ) {}

  browser(cookies: Map<string, string> = this.held.cookies): Browser {
    const browser = new Browser(this.bank, this.held.ip);
    return Object.assign(browser, { cookies });
  }

  /** Calls any procedure from this browser. */
  static root = <T>(browser: Browser, call: (root: Root, ctx: Context) => Promise<T>): Promise<T> =>
    browser.ask((_auth, ctx) => call(rootCaller(ctx), ctx));

  async byToken(secret: string): Promise<Root> {
    const who = await identify(this.bank, { sessionToken: null, bearerToken: secret });
    return callerOf(this.bank, null, who);
  }

  /** Browsers whose session is open. */
  async open(): Promise<Browser[]> {
    const found: Browser[] = [];
    for (const jar of [this.held.cookies, ...this.held.jars]) {
      const browser = this.browser(jar);
      if (jar.has('session') && (await works(browser.me()))) found.push(browser);
    }
    return found;
  }

  /** Signs in with what is held; null if nothing lets them in. */
  async enter(): Promise<Browser | null> {
    const browser = this.browser();
    const isIn = (await this.#byPassword(browser)) || (await this.#byPasskey(browser));
    if (!isIn) return null;
    for (const { id, key } of this.held.devices) await works(proveDevice(browser, id, key));
    return browser;
  }

  async #byPassword(browser: Browser): Promise<boolean> {
    for (const password of this.held.passwords) {
      const answer = await browser.givePassword(this.held.cpf, password).catch((error: unknown) => {
        refusalIn(error);
        return null;
      });
      if (!answer) continue;
      if (!answer.requiresTwoFactor) return true;
      for (const token of this.codes())
        if (await works(browser.ask((on) => on.twoFactor.validate({ userId: answer.userId, token }))))
          return true;
    }
    return false;
  }

  async #byPasskey(browser: Browser): Promise<boolean> {
    for (const key of this.held.passkeys) if (await works(signIn(browser, key))) return true;
    return false;
  }

  /** A code of each app, none used before. */
  codes(): string[] {
    this.bank.clock.passSeconds(31);
    return this.held.apps.map((secret) => new Authenticator(this.bank, secret).code());
  }

  /** Gives the strongest proof that is held, after the sign-in. */
  async prove(browser: Browser): Promise<boolean> {
    this.bank.clock.passSeconds(1);
    for (const key of this.held.passkeys) if (await works(provePasskey(browser, key))) return true;
    for (const password of this.held.passwords) {
      for (const code of this.codes())
        if (await works(browser.ask((on) => on.reauthenticate({ password, code } as never)))) return true;
      if (await works(browser.ask((on) => on.reauthenticate({ password })))) return true;
    }
    return false;
  }

  /** Asks for recovery links with every address and uses what arrives in a mailbox that is held. */
  async recover(addresses: readonly string[] = []): Promise<boolean> {
    for (const email of new Set([...this.held.mailboxes, ...addresses]))
      await works(this.browser().ask((on) => on.recovery.request({ email })));
    for (const token of await this.links('recuperar-senha')) {
      const password = `${NEW_PASSWORDS} ${this.held.ip}`;
      if (!(await works(this.browser().ask((on) => on.recovery.reset({ token, password }))))) continue;
      this.held.passwords.unshift(password);
      return true;
    }
    return false;
  }

  /** Tokens of a page's links in the letters that these mailboxes got, newest first. */
  async links(page: string): Promise<string[]> {
    const texts = (await this.letters()).map((letter) => openBody(this.bank.keys, letter).text);
    const link = new RegExp(`/${page}\\?token=(\\S+)`);
    return texts.flatMap((text) => link.exec(text)?.[1] ?? []);
  }

  async letters() {
    const { outbox } = this.bank.db.tables;
    const rows = await this.bank.db.select().from(outbox).where(eq(outbox.channel, 'mail'));
    return rows
      .filter(({ recipient }) => this.held.mailboxes.includes(recipient))
      .sort((one, other) => (one.id < other.id ? 1 : -1));
  }

  /** The links that freeze of letters which are sent now. */
  async collectFreezeLinks(): Promise<void> {
    for (const letter of await this.letters()) {
      const link = await freezeLinkOf(this.bank, letter);
      const token = link && new URL(link).searchParams.get('token');
      if (token) this.held.freezeLinks = [{ token, at: this.bank.clock.real() }];
    }
  }

  /** Confirms the account's e-mail by a code, if it comes to a mailbox that is held. */
  async confirmEmail(browser: Browser): Promise<boolean> {
    await works(browser.ask((on) => on.contacts.requestCode({ channel: 'email' })));
    for (const letter of await this.letters()) {
      if (letter.kind !== 'contact_code') continue;
      const code = /^\d{6}$/m.exec(openBody(this.bank.keys, letter).text)?.[0] ?? '';
      return works(browser.ask((on) => on.contacts.confirm({ channel: 'email', code })));
    }
    return false;
  }

  async registerDevice(browser: Browser, key: DeviceKey): Promise<void> {
    const { id } = await registerDevice(browser, key);
    this.held.devices.push({ id, key });
  }
}

/** Whether a call is not refused. Throws for a failure, and for an input that nobody could send. */
export const works = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    (error: unknown) => {
      refusalIn(error);
      return false;
    },
  );

/** Its code. Throws the error if it is none, or one of the walk's own inputs. */
export function refusalIn(error: unknown): string {
  const { status, body } = toAnswer(error);
  if (status >= 500 || body.code === 'VALIDATION') throw error;
  return body.code;
}
