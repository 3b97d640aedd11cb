import type { Page } from 'playwright-core';
import { dialogBy, type NamedScreen } from './look.ts';
import type { Script } from './script.ts';

const analysisOf = (purpose: string) => async (page: Page) => {
  await page.getByRole('button', { name: `Analisar ${purpose}` }).click();
  await page.getByRole('dialog').getByText('Ponto de partida').waitFor();
};

async function actions(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Ações/ })
    .first()
    .click();
  await page.getByRole('menu').waitFor();
}

const act = (name: string, role: 'dialog' | 'alertdialog') => async (page: Page) => {
  await actions(page);
  await page.getByRole('menuitem', { name }).click();
  await page.getByRole(role).waitFor();
};

async function pathOfHistory(script: Script): Promise<string> {
  const { body } = await script.call('GET', '/api/admin/users?q=ana.moreira');
  const [user] = body.users;
  return `/admin/clients/${user?.id}/history`;
}

async function pathOfTransaction(script: Script): Promise<string> {
  const { body } = await script.call('GET', '/api/admin/ledger?type=credit_payment&limit=1');
  const [entry] = body.entries;
  return `/admin/ledger?transacao=${entry?.transactionId}`;
}

export const ADMIN: NamedScreen[] = [
  { name: 'admin-dashboard', path: '/admin/dashboard', shows: 'Atividades recentes' },
  {
    name: 'admin-dashboard-table',
    path: '/admin/dashboard?dias=7',
    shows: 'Entradas e saídas em 7 dias',
    open: (page) => page.getByRole('button', { name: 'Ver como tabela' }).first().click(),
  },
  {
    name: 'admin-dashboard-ahead',
    path: '/admin/dashboard?dias=90&lista=vencimentos',
    shows: 'O que vence em 90 dias',
  },
  { name: 'admin-clients', path: '/admin/users', shows: 'Ver histórico' },
  { name: 'admin-clients-none', path: '/admin/users?busca=zzzz', shows: 'Ninguém encontrado' },
  { name: 'admin-client-history', path: pathOfHistory, shows: 'Relatório do Contato:' },
  {
    name: 'admin-client-unknown',
    path: '/admin/clients/ninguem/history',
    shows: 'Cliente não encontrado',
  },
  { name: 'admin-accounts', path: '/admin/accounts', shows: 'Ajustar saldo' },
  {
    name: 'admin-adjustment',
    path: '/admin/accounts?tipo=checking',
    shows: 'Ajustar saldo',
    open: dialogBy(/^Ajustar saldo/),
  },
  { name: 'admin-held', path: '/admin/held-payments', shows: 'Nenhum PIX retido' },
  { name: 'admin-reviews', path: '/admin/payment-reviews', shows: 'Nenhum pagamento em análise' },
  {
    name: 'admin-reviews-none',
    path: '/admin/payment-reviews?status=refused',
    shows: 'Nenhum pagamento encontrado',
  },
  { name: 'admin-signals', path: '/admin/signals', shows: 'Pontos por sinal' },
  {
    name: 'admin-signals-replay',
    path: '/admin/signals',
    shows: 'Pontos por sinal',
    open: async (page) => {
      await page.getByRole('button', { name: 'Simular' }).click();
      await page.getByText(/pagamentos? dos últimos 90 dias/).waitFor();
    },
  },
  { name: 'admin-investments', path: '/admin/investments', shows: 'Desativar' },
  {
    name: 'admin-product-new',
    path: '/admin/investments',
    shows: 'Desativar',
    open: dialogBy('Novo produto'),
  },
  { name: 'admin-ledger', path: '/admin/ledger', shows: 'Débitos' },
  { name: 'admin-ledger-none', path: '/admin/ledger?busca=zzzz', shows: 'Nenhum lançamento encontrado' },
  { name: 'admin-ledger-transaction', path: pathOfTransaction, shows: 'lançamentos somam' },
  { name: 'admin-ledger-export', path: '/admin/ledger', shows: 'Débitos', open: dialogBy('Exportar') },
  {
    name: 'admin-ledger-filters',
    path: '/admin/ledger?lado=todos&sentido=saidas&minimo=100',
    // The second on a phone, where all filters are folded.
    shows: /^(Mais filtros \(2\)|Filtros \(3\))$/,
  },
  { name: 'admin-ledger-reports', path: '/admin/ledger?conciliacao=todas', shows: 'Conciliar agora' },
  { name: 'admin-ledger-report', path: '/admin/ledger?conciliacao=ultima', shows: 'Verificações' },
  { name: 'admin-jobs', path: '/admin/jobs', shows: 'Cópias guardadas' },
  {
    name: 'admin-job-run',
    path: '/admin/jobs',
    shows: 'Cópias guardadas',
    open: dialogBy(/^Executar agora/),
  },
  { name: 'admin-audit', path: '/admin/audit', shows: 'Ver alterações' },
  {
    name: 'admin-audit-none',
    path: '/admin/audit?busca=zzzz&pessoa=ninguem',
    shows: 'Nenhum log encontrado',
  },
  {
    name: 'admin-audit-export',
    path: '/admin/audit',
    shows: 'Ver alterações',
    open: dialogBy('Exportar Logs'),
  },
  { name: 'admin-not-found', path: '/admin', shows: '404 Page Not Found' },
  { name: 'admin-settings', path: '/admin/settings', shows: 'Conectado' },
];

const CAR = 'Troca do carro da família';
export const ADMIN_CREDIT: NamedScreen[] = [
  { name: 'admin-credit', path: '/admin/credit', shows: CAR },
  { name: 'admin-credit-decision', path: '/admin/credit', shows: CAR, open: analysisOf(CAR) },
  {
    name: 'admin-credit-analysis',
    path: '/admin/credit?busca=mercadoria',
    shows: 'Mercadoria para revenda',
    open: analysisOf('Mercadoria para revenda'),
  },
  { name: 'admin-operations', path: '/admin/operations', shows: '3 vencidas' },
  { name: 'admin-operations-late', path: '/admin/operations?status=em_atraso', shows: '2 vencidas' },
  {
    name: 'admin-operation-schedule',
    path: '/admin/operations?status=em_atraso',
    shows: '2 vencidas',
    open: dialogBy(/^Parcelas de/),
  },
  {
    name: 'admin-operation-actions',
    path: '/admin/operations?status=em_atraso',
    shows: '2 vencidas',
    open: actions,
  },
  {
    name: 'admin-operation-contact',
    path: '/admin/operations?status=em_atraso',
    shows: '2 vencidas',
    open: act('Registrar contato', 'dialog'),
  },
  {
    name: 'admin-operation-negativation',
    path: '/admin/operations?status=em_atraso',
    shows: '2 vencidas',
    open: act('Negativar', 'alertdialog'),
  },
];
