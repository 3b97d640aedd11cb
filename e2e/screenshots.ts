import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startBank } from './bank.ts';
import { openBrowser, openPage, THEMES, WIDTHS } from './browser.ts';
import { signIn } from './journey.ts';
import { joana } from './people.ts';
import { newScript } from './script.ts';

/** `npm run screenshots`: every screen, wide and narrow, light and dark, full and empty, into screenshots/ or the folder given. */
const FOLDER = process.argv[2] ?? 'screenshots';

type Shot = { name: string; path: string };

const PUBLIC: Shot[] = [
  { name: 'landing', path: '/' },
  { name: 'login', path: '/login' },
  { name: 'register', path: '/login?tab=cadastrar' },
  { name: 'verify', path: '/verificar' },
];
const CUSTOMER: Shot[] = [
  { name: 'dashboard', path: '/client/dashboard' },
  { name: 'transfers', path: '/client/transfers' },
  { name: 'receive', path: '/client/transfers?aba=receber' },
  { name: 'statement', path: '/client/statement' },
  { name: 'not-found', path: '/nao-existe' },
];
const EMPTY: Shot[] = [
  { name: 'dashboard-empty', path: '/client/dashboard' },
  { name: 'transfers-empty', path: '/client/transfers' },
  { name: 'statement-empty', path: '/client/statement' },
];
const ADMIN: Shot[] = [{ name: 'admin-dashboard', path: '/admin/dashboard' }];

const bank = await startBank({ SEED: 'demo' });
const browser = await openBrowser();
try {
  mkdirSync(FOLDER, { recursive: true });
  await newScript(bank.origin).call('POST', '/api/auth/register', { ...joana, acceptedTerms: true });
  await take(PUBLIC, null);
  await take(CUSTOMER, { document: '529.982.247-25', password: 'vale-demo-2026' });
  await take(EMPTY, { document: joana.cpf, password: joana.password });
  await take(ADMIN, { document: '111.444.777-35', password: 'vale-admin-2026' });
} finally {
  await browser.close();
  await bank.stop();
}

async function take(shots: Shot[], login: { document: string; password: string } | null): Promise<void> {
  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      const { page } = await openPage(browser, bank.origin, { width, theme });
      if (login) await signIn(page, login.document, login.password);
      for (const { name, path } of shots) {
        await page.goto(path, { waitUntil: 'networkidle' });
        // Pictures that load when scrolled to are part of the page.
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        await page.waitForLoadState('networkidle');
        await page.evaluate(() => window.scrollTo(0, 0));
        await page.screenshot({ path: join(FOLDER, `${name}-${width}-${theme}.png`), fullPage: true });
      }
      await page.context().close();
    }
  }
}
