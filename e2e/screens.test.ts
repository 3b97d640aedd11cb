import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningBank, startBank } from './bank.ts';
import { openBrowser, openPage } from './browser.ts';
import { signIn } from './journey.ts';
import { complaintsAbout, dialogBy, type Screen } from './look.ts';
import { newScript } from './script.ts';

/** The automatic analysis of the customer's newest proposal. */
async function analysisOfNewest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Análise automática' }).first().click();
  await page.getByText('Ponto de partida').waitFor();
}

const analysisOf = (purpose: string) => async (page: Page) => {
  await page.getByRole('button', { name: `Analisar ${purpose}` }).click();
  await page.getByRole('dialog').getByText('Ponto de partida').waitFor();
};

/** What an administrator does about the first operation. */
const act = (name: string, role: 'dialog' | 'alertdialog') => async (page: Page) => {
  await page
    .getByRole('button', { name: /^Ações/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name }).click();
  await page.getByRole(role).waitFor();
};

const PUBLIC: Screen[] = [
  { path: '/', shows: 'Do outro lado do vale, o seu dinheiro rende.' },
  { path: '/login', shows: 'Acesse sua conta' },
  { path: '/login?tab=cadastrar', shows: 'Etapa 1 de 5' },
  { path: '/recuperar-senha', shows: 'Enviar link' },
  { path: '/recuperar-senha?token=x', shows: 'Salvar nova senha' },
  { path: '/confirmar-email', shows: 'O endereço está incompleto' },
  { path: '/confirmar-email?token=x', shows: 'Confirmar este e-mail' },
  { path: '/verificar', shows: 'Código do documento' },
  { path: '/verificar/2222-2222-2222-2222-2222', shows: 'Este documento não é genuíno' },
];
const CUSTOMER: Screen[] = [
  { path: '/client/dashboard', shows: 'Transações recentes' },
  { path: '/client/transfers', shows: 'Para quem e quanto' },
  { path: '/client/transfers?aba=receber', shows: 'Gerar QR Code' },
  { path: '/client/transfers?aba=boleto', shows: 'Boleto' },
  { path: '/client/statement', shows: 'Saldo do dia' },
  { path: '/client/statement?busca=zzzz', shows: 'Nada neste filtro' },
  { path: '/client/pix', shows: 'PIX' },
  { path: '/client/investments', shows: 'Imposto de renda sobre o rendimento' },
  { path: '/client/contracts', shows: 'Aguardando Assinatura' },
  { path: '/client/profile', shows: 'Contato e renda' },
  { path: '/client/profile?aba=rating', shows: 'O que aumenta o rating' },
  { path: '/client/profile?aba=atendimentos', shows: 'Taxa de resolução' },
  { path: '/client/profile?aba=seguranca', shows: 'Esta sessão' },
  { path: '/client/profile?aba=privacidade', shows: 'Termos aceitos' },
  { path: '/client/profile?aba=aparencia', shows: 'Ocultar saldos e valores' },
  { path: '/nao-existe', shows: '404 Page Not Found' },
];
const ADMIN: Screen[] = [
  { path: '/admin/dashboard', shows: 'Atividades recentes' },
  { path: '/admin/users', shows: 'Ver histórico' },
  { path: '/admin/users?busca=zzzz', shows: 'Ninguém encontrado' },
  { path: '/admin/accounts', shows: 'Ajustar saldo' },
  { path: '/admin/clients/ninguem/history', shows: 'Cliente não encontrado' },
  { path: '/admin/investments', shows: 'Desativar' },
  { path: '/admin/ledger', shows: 'Ledger' },
  { path: '/admin/audit', shows: 'Ver alterações' },
  { path: '/admin/audit?busca=zzzz&pessoa=ninguem', shows: 'Nenhum log encontrado' },
  { path: '/admin/settings', shows: 'Conectado' },
];

/** Credit from both sides, with its dialogs. */
const OWN_CREDIT: Screen[] = [
  { path: '/client/credit', shows: 'Você recebe na conta' },
  { path: '/client/credit', shows: 'Em Análise', open: analysisOfNewest },
  { path: '/client/credit', shows: 'Você recebe na conta', open: dialogBy('Ver todas as parcelas') },
  { path: '/client/my-credits', shows: 'Adimplente' },
  { path: '/client/my-credits', shows: 'Adimplente', open: dialogBy('Pagar parcela') },
  { path: '/client/my-credits', shows: 'Adimplente', open: dialogBy('Antecipar parcelas') },
  { path: '/client/my-credits?aba=analise', shows: /^Nossa equipe está analisando sua proposta/ },
  { path: '/client/my-credits?aba=parcelas', shows: 'Parcela 12 de 12' },
];
const ALL_CREDIT: Screen[] = [
  { path: '/admin/credit', shows: 'Troca do carro da família' },
  {
    path: '/admin/credit',
    shows: 'Troca do carro da família',
    open: analysisOf('Troca do carro da família'),
  },
  {
    path: '/admin/credit?busca=mercadoria',
    shows: 'Mercadoria para revenda',
    open: analysisOf('Mercadoria para revenda'),
  },
  { path: '/admin/operations', shows: '3 vencidas' },
  {
    path: '/admin/operations?status=em_atraso',
    shows: '2 vencidas',
    open: act('Registrar contato', 'dialog'),
  },
  { path: '/admin/operations?status=em_atraso', shows: '2 vencidas', open: act('Negativar', 'alertdialog') },
];

/** Every screen, in both widths and themes, with the demonstration data: axe, console, policy and width. */
describe('every screen', () => {
  let bank: RunningBank;
  let browser: Browser;

  beforeAll(async () => {
    bank = await startBank({ SEED: 'demo' });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await bank?.stop();
  });

  const cookiesOf = async (document: string, password: string) => {
    const { page } = await openPage(browser, bank.origin);
    await signIn(page, document, password);
    const cookies = await page.context().cookies();
    await page.context().close();
    return cookies;
  };

  /** A client's history of contacts. */
  async function pathOfHistory(): Promise<string> {
    const script = newScript(bank.origin);
    await script.call('POST', '/api/auth/login', { document: '111.444.777-35', password: 'vale-admin-2026' });
    const { body } = await script.call('GET', '/api/admin/users?q=ana.moreira');
    const [user] = body.users as { id: string }[];
    return `/admin/clients/${user?.id}/history`;
  }

  test('that anybody sees is clean', async () => {
    expect(await complaintsAbout(browser, bank.origin, PUBLIC)).toEqual([]);
  });

  test('of a customer is clean', async () => {
    const cookies = await cookiesOf('529.982.247-25', 'vale-demo-2026');
    expect(await complaintsAbout(browser, bank.origin, CUSTOMER, cookies)).toEqual([]);
  });

  test('of a customer’s credit is clean', async () => {
    const cookies = await cookiesOf('529.982.247-25', 'vale-demo-2026');
    expect(await complaintsAbout(browser, bank.origin, OWN_CREDIT, cookies)).toEqual([]);
  });

  test('of everybody’s credit is clean', async () => {
    const cookies = await cookiesOf('111.444.777-35', 'vale-admin-2026');
    expect(await complaintsAbout(browser, bank.origin, ALL_CREDIT, cookies)).toEqual([]);
  });

  test('of an administrator is clean', async () => {
    const cookies = await cookiesOf('111.444.777-35', 'vale-admin-2026');
    const history = { path: await pathOfHistory(), shows: 'Relatório do Contato:' };
    expect(await complaintsAbout(browser, bank.origin, [...ADMIN, history], cookies)).toEqual([]);
  });

  test('is guarded: nobody to the login, the other role to one’s own dashboard', async () => {
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
