import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import { createCallerFactory } from '#server/access/trpc';
import { newCookieJar, readCookie } from '#server/http/cookies';
import type { Context } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { appRouter } from '#server/router';
import type { TestBank } from '#server/testing/test-bank';
import { identify } from '../identify.ts';
import { usesWritten } from '../note-use.ts';

const callerFactory = createCallerFactory(appRouter);
type Caller = ReturnType<typeof callerFactory>['auth'];

/** A browser as the server sees it: an address and cookies. */
export class Browser {
  readonly cookies = new Map<string, string>();
  lastCookies: string[] = [];

  constructor(
    readonly bank: TestBank,
    readonly ip = '203.0.113.7',
  ) {}

  /** Sends a request with the cookies and stores those of the answer, refused or not. */
  async ask<T>(call: (caller: Caller, ctx: Context) => Promise<T>): Promise<T> {
    const { bank } = this;
    const jar = newCookieJar(bank.env.APP_ORIGIN);
    const header = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sessionToken = readCookie(header, 'session', bank.env.APP_ORIGIN);
    const ctx: Context = {
      ...bank,
      request: {
        id: 'test',
        ip: this.ip,
        userAgent: 'vitest',
        deviceToken: readCookie(header, 'device', bank.env.APP_ORIGIN),
        challengeToken: readCookie(header, 'challenge', bank.env.APP_ORIGIN),
        sessionToken,
        bearerToken: null,
      },
      ...(await identify(bank, { sessionToken, bearerToken: null })),
      cookies: jar,
    };
    await usesWritten();
    try {
      return await call(callerFactory(ctx).auth, ctx);
    } finally {
      this.lastCookies = jar.headers();
      for (const line of this.lastCookies) this.#keep(line);
    }
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (line.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  register = (person: Registration) => this.ask((caller) => caller.register(person));
  givePassword = (document: string, password: string) =>
    this.ask((caller) => caller.login({ document, password }));
  login = async (document: string, password: string) => {
    const answer = await this.givePassword(document, password);
    if (answer.requiresTwoFactor) throw new Error('login: two-factor code required');
    return answer;
  };
  me = () => this.ask((caller) => caller.me());
  logout = () => this.ask((caller) => caller.logout());
}

export const PASSWORD = 'uma senha comprida';
export type Registration = Parameters<Caller['register']>[0] & { cpf?: string };

export function newPerson(changes: Partial<Registration> = {}): Registration & { cpf: string } {
  const name = newId().slice(-12);
  return {
    fullName: 'Ana Beatriz Moreira',
    cpf: generateCpf(),
    rg: '28.614.907-5',
    phone: '(11) 98745-2031',
    birthDate: '1991-04-17',
    street: 'Rua Marechal Deodoro',
    number: '1240',
    neighborhood: 'Centro',
    city: 'São Bernardo do Campo',
    state: 'SP',
    zipCode: '09710-001',
    monthlyIncome: '7800.00',
    occupation: 'Designer',
    username: `ana.${name}`,
    email: `ana.${name}@correio.example`,
    password: PASSWORD,
    acceptedTerms: true,
    ...changes,
  };
}
