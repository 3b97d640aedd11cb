/** @module-tag prove */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openPage } from './browser.ts';
import { resolveScreen, STRANGERS, signInVisitor, VISITORS } from './every-screen.ts';
import { signIn } from './journey.ts';
import { testScreensOf } from './screens.ts';

const running = testScreensOf(STRANGERS);

describe('the screens', () => {
  const screens = VISITORS.flatMap((visitor) => visitor.screens);

  test('the list of screens is that of the application, each with a unique name', async () => {
    const names = screens.map(({ name }) => name);
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
    const { bank } = running();
    const visited = await Promise.all(
      VISITORS.map(async (visitor) => {
        const { script } = await signInVisitor(bank.origin, visitor);
        const found = await Promise.all(visitor.screens.map((screen) => resolveScreen(screen, script)));
        return found.map(({ path }) => new URL(path, bank.origin).pathname);
      }),
    );
    const unseen = routes().filter((route) => !visited.flat().some((path) => patternOf(route).test(path)));
    expect(unseen).toEqual([]);
  });

  test('anybody not signed in is sent from a guarded screen to the login, the other role to its own dashboard', async () => {
    const { bank, browser } = running();
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

function routes(): string[] {
  const table = readFileSync('src/routes.tsx', 'utf8');
  const found = [...table.matchAll(/(\w+)Screen\(\s*'\/?([^']+)'|path: '(\/\w+|\$)'/g)].map(
    ([, portal, name, path]) =>
      path?.replace('$', '/$') ?? (portal === 'public' ? `/${name}` : `/${portal}/${name}`),
  );
  expect(found.length).toBeGreaterThan(20);
  return found;
}

/** `$id` is one segment, `/$` any missing page. */
function patternOf(route: string): RegExp {
  if (route === '/$') return /^\/nao-existe$/;
  return new RegExp(`^${route.replace(/\$\w+/g, '[^/]+').replace(/\/$/, '')}$`);
}
