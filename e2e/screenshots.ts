import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { documentCode } from '../src-server/domain/document/code.ts';
import { startBank } from './bank.ts';
import { openBrowser, openPage, THEMES, WIDTHS } from './browser.ts';
import { signIn } from './journey.ts';
import { joana } from './people.ts';
import { newScript } from './script.ts';

/** `npm run screenshots`: every screen, wide and narrow, light and dark, full and empty, into screenshots/ or the folder given. */
const FOLDER = process.argv[2] ?? 'screenshots';

type Shot = { name: string; path: string; open?: (page: Page) => Promise<void> };

/** Opens a dialog by its button, and waits until it stands. */
const dialog = (button: string) => async (page: Page) => {
  await page.locator(button).first().click();
  await page.getByRole('dialog').waitFor();
};

const alertDialog = (button: string) => async (page: Page) => {
  await page.locator(button).first().click();
  await page.getByRole('alertdialog').waitFor();
};

/** Unfolds the analysis of the first proposal, and brings it into view. */
const ownAnalysis = async (page: Page) => {
  const button = page.getByRole('button', { name: 'Análise automática' }).first();
  await button.click();
  await page.getByText('Ponto de partida').waitFor();
  await button.evaluate((element) => element.scrollIntoView());
};

/** The analysis of the proposal whose purpose begins so. */
const analysisOf = (purpose: string) => async (page: Page) => {
  await page.getByRole('button', { name: `Analisar ${purpose}` }).click();
  await page.getByRole('dialog').getByText('Ponto de partida').waitFor();
};

const firstContract = async (page: Page) => {
  await page.locator('main h2 a').first().click();
  await page.getByRole('heading', { name: 'Cláusulas' }).waitFor();
};

const PUBLIC: Shot[] = [
  { name: 'landing', path: '/' },
  { name: 'login', path: '/login' },
  { name: 'register', path: '/login?tab=cadastrar' },
  { name: 'verify', path: '/verificar' },
  { name: 'verify-unknown', path: '/verificar/2222-2222-2222-2222-2222' },
];
const CUSTOMER: Shot[] = [
  { name: 'dashboard', path: '/client/dashboard' },
  { name: 'transfers', path: '/client/transfers' },
  { name: 'receive', path: '/client/transfers?aba=receber' },
  { name: 'pix', path: '/client/pix' },
  { name: 'pix-transfer', path: '/client/pix?aba=transferir' },
  { name: 'pix-receive', path: '/client/pix?aba=receber' },
  { name: 'external-account', path: '/client/asaas-account' },
  { name: 'statement', path: '/client/statement' },
  {
    name: 'statement-entry',
    path: '/client/statement?sentido=saidas&tipo=transfer&periodo=tudo',
    open: dialog('li > button[aria-haspopup=dialog]'),
  },
  { name: 'statement-export', path: '/client/statement', open: dialog('text=Exportar') },
  { name: 'investments', path: '/client/investments' },
  { name: 'investment-redemption', path: '/client/investments', open: alertDialog('text=Resgatar') },
  { name: 'contracts', path: '/client/contracts' },
  { name: 'contract', path: '/client/contracts?situacao=signed', open: firstContract },
  { name: 'contract-signature', path: '/client/contracts', open: dialog('text=Solicitar assinatura') },
  { name: 'credit', path: '/client/credit' },
  { name: 'credit-analysis', path: '/client/credit', open: ownAnalysis },
  { name: 'credit-schedule', path: '/client/credit', open: dialog('text=Ver todas as parcelas') },
  { name: 'my-credits', path: '/client/my-credits' },
  { name: 'my-credits-waiting', path: '/client/my-credits?aba=analise' },
  { name: 'my-credits-table', path: '/client/my-credits?aba=parcelas' },
  { name: 'my-credits-payment', path: '/client/my-credits', open: dialog('text=Pagar parcela') },
  { name: 'rating', path: '/client/profile?aba=rating' },
  { name: 'not-found', path: '/nao-existe' },
];
const COMPANY: Shot[] = [
  { name: 'company-dashboard', path: '/client/dashboard' },
  { name: 'company-credit', path: '/client/credit' },
  { name: 'company-my-credits', path: '/client/my-credits' },
];
const LATE: Shot[] = [
  { name: 'late-dashboard', path: '/client/dashboard' },
  { name: 'late-my-credits', path: '/client/my-credits' },
  { name: 'late-payment', path: '/client/my-credits', open: dialog('text=Pagar parcela') },
  { name: 'late-rating', path: '/client/profile?aba=rating' },
];
const EMPTY: Shot[] = [
  { name: 'dashboard-empty', path: '/client/dashboard' },
  { name: 'pix-not-approved', path: '/client/pix' },
  { name: 'transfers-empty', path: '/client/transfers' },
  { name: 'statement-empty', path: '/client/statement' },
  { name: 'credit-empty', path: '/client/credit' },
  { name: 'my-credits-empty', path: '/client/my-credits' },
  { name: 'investments-empty', path: '/client/investments' },
  { name: 'contracts-empty', path: '/client/contracts' },
];
const ADMIN: Shot[] = [
  { name: 'admin-dashboard', path: '/admin/dashboard' },
  { name: 'admin-clients', path: '/admin/users' },
  { name: 'admin-accounts', path: '/admin/accounts' },
  { name: 'admin-credit', path: '/admin/credit' },
  { name: 'admin-credit-analysis', path: '/admin/credit', open: analysisOf('Carro para os atendimentos') },
  { name: 'admin-credit-decision', path: '/admin/credit', open: analysisOf('Troca do carro da família') },
  { name: 'admin-operations', path: '/admin/operations' },
  { name: 'admin-operations-late', path: '/admin/operations?status=em_atraso' },
  {
    name: 'admin-operation-actions',
    path: '/admin/operations?status=em_atraso',
    open: async (page) => {
      await page.getByRole('button', { name: /^Ações: Diego/ }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'admin-operation-negativation',
    path: '/admin/operations?status=em_atraso',
    open: async (page) => {
      await page.getByRole('button', { name: /^Ações: Diego/ }).click();
      await page.getByRole('menuitem', { name: 'Negativar' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'admin-investments', path: '/admin/investments' },
  { name: 'admin-product-new', path: '/admin/investments', open: dialog('text=Novo produto') },
  {
    name: 'admin-adjustment',
    path: '/admin/accounts?tipo=checking',
    open: dialog('button[aria-label^="Ajustar saldo"]'),
  },
  { name: 'admin-audit', path: '/admin/audit' },
  { name: 'admin-audit-empty', path: '/admin/audit?busca=zzzz' },
  { name: 'admin-audit-export', path: '/admin/audit', open: dialog('text=Exportar Logs') },
  { name: 'admin-settings', path: '/admin/settings' },
];

const DEMO = { document: '529.982.247-25', password: 'vale-demo-2026' };

const bank = await startBank({ SEED: 'demo' });
const browser = await openBrowser();
try {
  mkdirSync(FOLDER, { recursive: true });
  await newScript(bank.origin).call('POST', '/api/auth/register', { ...joana, acceptedTerms: true });
  await take([...PUBLIC, { name: 'verify-genuine', path: await pathOfReceipt() }], null);
  await take(CUSTOMER, DEMO);
  await take(COMPANY, { document: '12.ABC.345/01DE-35', password: DEMO.password });
  await take(LATE, { document: '161.803.398-05', password: DEMO.password });
  await take(EMPTY, { document: joana.cpf, password: joana.password });
  await take(ADMIN, { document: '111.444.777-35', password: 'vale-admin-2026' });
} finally {
  await browser.close();
  await bank.stop();
}

/** Where the receipt of the customer's last transfer is verified. */
async function pathOfReceipt(): Promise<string> {
  const script = newScript(bank.origin);
  await script.call('POST', '/api/auth/login', DEMO);
  const { body } = await script.call('GET', '/api/ledger?type=transfer&limit=1');
  const [entry] = body.entries as { transactionId: string }[];
  return `/verificar/${documentCode(entry?.transactionId ?? '')}`;
}

async function take(shots: Shot[], login: { document: string; password: string } | null): Promise<void> {
  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      const { page } = await openPage(browser, bank.origin, { width, theme });
      if (login) await signIn(page, login.document, login.password);
      for (const { name, path, open } of shots) {
        await page.goto(path, { waitUntil: 'networkidle' });
        // Pictures that load when scrolled to are part of the page.
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        await page.waitForLoadState('networkidle');
        await page.evaluate(() => window.scrollTo(0, 0));
        await open?.(page);
        const usual = page.viewportSize();
        // In the portal the menu is as high as the window, and the bar stands at its end.
        if (login && !open) {
          const height = await page.evaluate(() => document.documentElement.scrollHeight);
          await page.setViewportSize({ width, height });
        }
        await page.screenshot({ path: join(FOLDER, `${name}-${width}-${theme}.png`), fullPage: !open });
        if (usual) await page.setViewportSize(usual);
      }
      await page.context().close();
    }
  }
}
