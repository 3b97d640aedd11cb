import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningBank, startBank } from './bank.ts';
import { openBrowser, openPage } from './browser.ts';
import { admitNewcomer, enter, located, VISITORS } from './every-screen.ts';
import { signIn } from './journey.ts';
import { closeViews, complaintsIn, openViews, type View } from './look.ts';
import { newScript, type Script } from './script.ts';

let bank: RunningBank;
let browser: Browser;

beforeAll(async () => {
  bank = await startBank({ SEED: 'demo' });
  await admitNewcomer(bank.origin);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await bank?.stop();
});

/** In both widths and themes, with the demonstration's data: axe, console, policy and width. */
describe.each(VISITORS)('every screen of $who', (visitor) => {
  let views: View[] = [];
  let script: Script = newScript('');

  beforeAll(async () => {
    const entered = await enter(bank.origin, visitor);
    script = entered.script;
    views = await openViews(browser, bank.origin, entered.cookies);
  });
  afterAll(() => closeViews(views));

  test.each(visitor.screens)('$name is clean', async (screen) => {
    expect(await complaintsIn(views, await located(screen, script))).toEqual([]);
  });
});

describe('the screens', () => {
  const screens = VISITORS.flatMap((visitor) => visitor.screens);

  test('are all of the application’s, each by a name of its own', async () => {
    const names = screens.map(({ name }) => name);
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
    const visited = await Promise.all(
      VISITORS.map(async (visitor) => {
        const { script } = await enter(bank.origin, visitor);
        const found = await Promise.all(visitor.screens.map((screen) => located(screen, script)));
        return found.map(({ path }) => new URL(path, bank.origin).pathname);
      }),
    );
    const unseen = routes().filter((route) => !visited.flat().some((path) => patternOf(route).test(path)));
    expect(unseen).toEqual([]);
  });

  test('are guarded: nobody to the login, the other role to one’s own dashboard', async () => {
    const { page } = await openPage(browser, bank.origin);
    for (const path of ['/client/dashboard', '/admin/users', '/nao-existe']) {
      await page.goto(path);
      await page.waitForURL(/\/login/);
    }
    await signIn(page, '529.982.247-25', 'vale-demo-2026');
    for (const path of ['/admin/dashboard', '/admin/ledger', '/login']) {
      await page.goto(path);
      await page.waitForURL('**/client/dashboard');
    }
    await page.getByRole('button', { name: 'Sair' }).click();
    await page.waitForURL(/\/login/);
    await page.context().close();
  });
});

/** The addresses the router knows. */
function routes(): string[] {
  const tree = readFileSync('src/routeTree.gen.ts', 'utf8');
  const found = [...tree.matchAll(/fullPath: '([^']+)'/g)].map(([, path]) => path ?? '');
  expect(found.length).toBeGreaterThan(20);
  return found;
}

/** What an address of this route looks like: `$id` stands for one segment, `/$` for what there is not. */
function patternOf(route: string): RegExp {
  if (route === '/$') return /^\/nao-existe$/;
  return new RegExp(`^${route.replace(/\$\w+/g, '[^/]+').replace(/\/$/, '')}$`);
}
