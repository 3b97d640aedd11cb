import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { test as base, expect } from 'vitest';
import { startSimulator } from '../simulator/start.ts';
import { systemClock } from '../src-server/kernel/clock.ts';
import { createAdmin } from './admin.ts';
import { startBank } from './bank.ts';
import { type Complaints, openBrowser, openPage } from './browser.ts';
import { engines } from './engines.ts';
import { ADMIN, HELENA, newPerson, type Person, SECOND_ADMIN } from './people.ts';
import { startPostalService } from './postal-service.ts';
import { cookiesOf, newScript, type Script } from './script.ts';

export type SignedIn = { person: Person; script: Script };
type Credentials = { document: string; password: string };
export type Login = (credentials: Credentials) => Promise<Script>;
type Look = Parameters<typeof openPage>[2];
export type Visit = (script?: Script | null, look?: Look) => Promise<Page>;

/**
 * Fixtures of the journeys, created on first use.
 * Per file: `bank` (on `engine`, environment from `test.override('env', …)`), `browser`, `admin` and `colleague`
 * (scripts of administrators), `postal`, `provider` (with `switches`); `env` must hold the addresses of the last two.
 * Per test: `visit` and `page`, which fail on complaints (see openPage) that `complaints.allow` does not name;
 * `office` (an administrator's page), `customer`, `register`, `fund`, `login`.
 */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures are needed.
  .extend('postal', { scope: 'file' }, async ({}, { onCleanup }) => {
    const postal = await startPostalService();
    onCleanup(postal.stop);
    return postal;
  })
  .extend('switches', { scope: 'file' }, {} as NonNullable<Parameters<typeof startSimulator>[0]['switches']>)
  .extend('provider', { scope: 'file' }, async ({ switches }, { onCleanup }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'valebank-provider-'));
    const provider = await startSimulator({ dataDir, clock: systemClock(), switches });
    onCleanup(async () => {
      await provider.stop();
      rmSync(dataDir, { recursive: true, force: true });
    });
    return provider;
  })
  .extend('env', { scope: 'file' }, {} as Record<string, string>)
  .extend('engine', { scope: 'file' }, {} as Record<string, string>)
  .extend('bank', { scope: 'file' }, async ({ engine, env }, { onCleanup }) => {
    const bank = await startBank({ ...engine, ...env });
    onCleanup(bank.stop);
    return bank;
  })
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await openBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('admin', { scope: 'file' }, async ({ bank, engine, env }) => {
    if (env.SEED === 'demo') return signedIn(bank.origin, HELENA);
    await createAdmin({ ...engine, ...env }, bank.dataDir);
    return signedIn(bank.origin, { document: ADMIN.cpf, password: ADMIN.password });
  })
  .extend('colleague', { scope: 'file' }, async ({ bank, engine, env }) => {
    await createAdmin({ ...engine, ...env }, bank.dataDir, SECOND_ADMIN);
    return signedIn(bank.origin, { document: SECOND_ADMIN.cpf, password: SECOND_ADMIN.password });
  })
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  .extend('complaints', async ({}, { onCleanup }) => {
    const complaints = { lists: [] as Complaints[], allowed: [] as RegExp[] };
    const isAllowed = (line: string) => complaints.allowed.some((pattern) => pattern.test(line));
    onCleanup(() => expect(complaints.lists.flat().filter((line) => !isAllowed(line))).toEqual([]));
    return { ...complaints, allow: (pattern: RegExp) => void complaints.allowed.push(pattern) };
  })
  .extend('visit', async ({ bank, browser, complaints }, { onCleanup }) => {
    const pages: Page[] = [];
    onCleanup(async () => {
      for (const page of pages) await page.context().close();
    });
    const visit: Visit = async (script = null, look = {}) => {
      const opened = await openPage(browser, bank.origin, look);
      pages.push(opened.page);
      complaints.lists.push(opened.complaints);
      if (script) await opened.page.context().addCookies(cookiesOf(script, bank.origin));
      return opened.page;
    };
    return visit;
  })
  .extend('page', ({ visit }) => visit())
  .extend('office', ({ visit, admin }) => visit(admin))
  .extend(
    'register',
    async ({ bank }) =>
      () =>
        registered(bank.origin, newPerson()),
  )
  .extend('customer', ({ register }) => register())
  .extend('fund', ({ admin }) => async ({ script }: Pick<SignedIn, 'script'>, amount: string) => {
    const [account] = (await script.call('GET', '/api/accounts')).body.accounts;
    const path = `/api/admin/accounts/${account?.id}/adjust` as const;
    const { status, body } = await admin.call('POST', path, { amount, reason: 'Depósito inicial' });
    expect(status, JSON.stringify(body)).toBe(201);
  })
  .extend(
    'login',
    async ({ bank }): Promise<Login> =>
      (credentials) =>
        signedIn(bank.origin, credentials),
  );

/** A bank of its own on each available engine. */
export const testByEngine = () =>
  engines().map(({ name, open }) => ({
    name,
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    test: test.extend('engine', { scope: 'file' }, async ({}, { onCleanup }) => {
      const { env, close } = await open();
      onCleanup(close);
      return env;
    }),
  }));

async function signedIn(origin: string, credentials: Credentials): Promise<Script> {
  const script = newScript(origin);
  const { status, body } = await script.call('POST', '/api/auth/login', credentials);
  expect(status, JSON.stringify(body)).toBe(200);
  return script;
}

async function registered(origin: string, person: Person): Promise<SignedIn> {
  const script = newScript(origin);
  const { status, body } = await script.call('POST', '/api/auth/register', {
    ...person,
    acceptedTerms: true,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return { person, script };
}
