import type { Page } from 'playwright-core';
import { addMonths } from '../src-server/domain/calendar.ts';
import { documentCode } from '../src-server/domain/document/code.ts';
import { dialogBy, type NamedScreen } from './look.ts';
import type { Script } from './script.ts';

async function ownAnalysis(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Análise automática' }).first();
  await button.click();
  await page.getByText('Ponto de partida').waitFor();
  await button.evaluate((element) => element.scrollIntoView());
}

async function firstMovement(page: Page): Promise<void> {
  await page.locator('main li > button[aria-haspopup=dialog]').first().click();
  await page.getByRole('dialog').waitFor();
}

async function firstContract(page: Page): Promise<void> {
  await page.locator('main h2 a').first().click();
  await page.getByRole('heading', { name: 'Cláusulas' }).waitFor();
}

async function firstSignature(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Ler e assinar/ })
    .first()
    .click();
  await dialogBy('Solicitar assinatura')(page);
}

async function pathOfReceipt(script: Script): Promise<string> {
  const { body } = await script.call('GET', '/api/ledger?type=transfer&limit=1');
  const [entry] = body.entries;
  return `/verificar/${documentCode(entry?.transactionId ?? '')}`;
}

async function pathOfLastMonth(script: Script): Promise<string> {
  const { body } = await script.call('GET', '/api/auth/me');
  const month = addMonths(`${String(body.today).slice(0, 7)}-01`, -1).slice(0, 7);
  return `/client/month-review?mes=${month}`;
}

/** Made once. */
async function charged(script: Script) {
  const { body } = await script.call(
    'POST',
    '/api/charges',
    { amount: '120.00', description: 'Aulas de novembro' },
    { 'Idempotency-Key': 'screens' },
  );
  return { id: String(body.charge?.id), url: String(body.charge?.url) };
}

export const CUSTOMER: NamedScreen[] = [
  { name: 'dashboard', path: '/client/dashboard', shows: 'Transações recentes' },
  { name: 'transfers', path: '/client/transfers', shows: 'Para quem e quanto' },
  {
    name: 'recipients',
    path: '/client/transfers',
    shows: 'Favorecidos',
    open: dialogBy('Organizar'),
  },
  { name: 'receive', path: '/client/transfers?aba=receber', shows: 'Gerar QR Code' },
  { name: 'boleto', path: '/client/transfers?aba=boleto', shows: 'Boleto' },
  { name: 'statement', path: '/client/statement', shows: 'Saldo do dia' },
  {
    name: 'statement-figure',
    path: '/client/statement?periodo=90&sentido=saidas&tipo=transfer',
    shows: /^Soma de \d+ movimentações$/,
  },
  { name: 'statement-nothing', path: '/client/statement?busca=zzzz', shows: 'Nada neste filtro' },
  {
    name: 'statement-entry',
    path: '/client/statement?sentido=saidas&tipo=transfer&periodo=tudo',
    shows: 'Saldo do dia',
    open: firstMovement,
  },
  {
    name: 'statement-export',
    path: '/client/statement',
    shows: 'Saldo do dia',
    open: dialogBy('Exportar'),
  },
  { name: 'month-review', path: pathOfLastMonth, shows: 'Saldo dia a dia' },
  { name: 'verify-genuine', path: pathOfReceipt, shows: 'Documento genuíno' },
  { name: 'pix', path: '/client/pix', shows: 'ana.moreira@correio.example' },
  { name: 'pix-transfer', path: '/client/pix?aba=transferir', shows: 'Para quem e quanto' },
  { name: 'pix-receive', path: '/client/pix?aba=receber', shows: 'Receber por QR Code' },
  { name: 'charge-new', path: '/client/cobrancas?ver=nova', shows: 'Gerar cobrança' },
  {
    name: 'charge',
    path: async (script) => `/client/cobrancas?cobranca=${(await charged(script)).id}`,
    shows: 'Aguardando o pagamento…',
  },
  { name: 'charges', path: '/client/cobrancas', shows: 'Aulas de novembro' },
  {
    name: 'charge-page',
    path: async (script) => new URL((await charged(script)).url).pathname,
    shows: 'Quem recebe',
  },
  { name: 'pix-move', path: '/client/pix?ver=mover', shows: 'De onde e quanto' },
  { name: 'pix-statement', path: '/client/statement?conta=externa', shows: 'Lanche da trilha' },
  { name: 'read-code', path: '/client/ler', shows: 'Nenhuma câmera neste aparelho' },
  { name: 'external-account', path: '/client/asaas-account', shows: 'Conta aprovada' },
  { name: 'credit', path: '/client/credit', shows: 'Você recebe na conta' },
  { name: 'credit-analysis', path: '/client/credit', shows: 'Em Análise', open: ownAnalysis },
  {
    name: 'credit-schedule',
    path: '/client/credit',
    shows: 'Você recebe na conta',
    open: dialogBy('Ver todas as parcelas'),
  },
  { name: 'my-credits', path: '/client/my-credits', shows: 'Adimplente' },
  {
    name: 'my-credits-payment',
    path: '/client/my-credits',
    shows: 'Adimplente',
    open: dialogBy('Pagar parcela'),
  },
  {
    name: 'my-credits-ahead',
    path: '/client/my-credits',
    shows: 'Adimplente',
    open: dialogBy('Antecipar parcelas'),
  },
  {
    name: 'my-credits-waiting',
    path: '/client/my-credits?aba=analise',
    shows: /^Nossa equipe está analisando sua proposta/,
  },
  { name: 'my-credits-table', path: '/client/my-credits?aba=parcelas', shows: 'Parcela 12 de 12' },
  { name: 'investments', path: '/client/investments', shows: 'Imposto de renda sobre o rendimento' },
  {
    name: 'investment-redemption',
    path: '/client/investments',
    shows: 'Imposto de renda sobre o rendimento',
    open: dialogBy('Resgatar', 'alertdialog'),
  },
  { name: 'contracts', path: '/client/contracts', shows: 'Aguardando Assinatura' },
  { name: 'contract', path: '/client/contracts?situacao=signed', shows: 'Assinado', open: firstContract },
  {
    name: 'contract-signature',
    path: '/client/contracts',
    shows: 'Aguardando Assinatura',
    open: firstSignature,
  },
  { name: 'profile', path: '/client/profile', shows: 'Contato e renda' },
  { name: 'rating', path: '/client/profile?aba=rating', shows: 'O que aumenta o rating' },
  { name: 'contacts', path: '/client/profile?aba=atendimentos', shows: 'Taxa de resolução' },
  { name: 'security', path: '/client/profile?aba=seguranca', shows: 'Esta sessão' },
  { name: 'security-page', path: '/client/seguranca', shows: 'Congelar minha conta' },
  { name: 'privacy', path: '/client/profile?aba=privacidade', shows: 'Termos aceitos' },
  { name: 'appearance', path: '/client/profile?aba=aparencia', shows: 'Ocultar saldos e valores' },
  { name: 'not-found-portal', path: '/client', shows: '404 Page Not Found' },
  { name: 'not-found', path: '/nao-existe', shows: '404 Page Not Found' },
];

export const COMPANY: NamedScreen[] = [
  { name: 'company-dashboard', path: '/client/dashboard', shows: 'Transações recentes' },
  { name: 'company-pix', path: '/client/pix', shows: 'Minhas Chaves' },
  { name: 'company-charges', path: '/client/cobrancas', shows: 'Nenhuma cobrança ainda' },
  { name: 'company-credit', path: '/client/credit', shows: 'Você recebe na conta' },
  { name: 'company-my-credits', path: '/client/my-credits', shows: 'Adimplente' },
];

export const LATE: NamedScreen[] = [
  { name: 'late-dashboard', path: '/client/dashboard', shows: /^Você tem \d+ parcelas em atraso$/ },
  { name: 'late-my-credits', path: '/client/my-credits', shows: 'Pagar parcela' },
  {
    name: 'late-payment',
    path: '/client/my-credits',
    shows: 'Pagar parcela',
    open: dialogBy('Pagar parcela'),
  },
  { name: 'late-rating', path: '/client/profile?aba=rating', shows: 'O que aumenta o rating' },
];

export const UNDOCUMENTED: NamedScreen[] = [
  { name: 'documents-wanted', path: '/client/asaas-account', shows: 'Falta enviar seus documentos' },
  { name: 'documents-dashboard', path: '/client/dashboard', shows: 'Transações recentes' },
];

export const LIMITED: NamedScreen[] = [
  { name: 'limits', path: '/client/seguranca', shows: 'Agora vale o' },
  {
    name: 'limits-change',
    path: '/client/seguranca',
    shows: 'Agora vale o',
    open: dialogBy(/^Mudar o limite: Transferências/),
  },
];

export const NEWCOMER: NamedScreen[] = [
  { name: 'dashboard-empty', path: '/client/dashboard', shows: 'Ative sua conta ValeBank' },
  { name: 'pix-not-approved', path: '/client/pix', shows: 'Conta não aprovada' },
  { name: 'external-account-none', path: '/client/asaas-account', shows: 'Conta ainda não ativada' },
  { name: 'transfers-empty', path: '/client/transfers', shows: 'Para quem e quanto' },
  { name: 'statement-empty', path: '/client/statement', shows: 'Nenhuma movimentação ainda' },
  { name: 'month-review-empty', path: '/client/month-review', shows: /^Nenhuma movimentação em/ },
  { name: 'credit-empty', path: '/client/credit', shows: 'Você recebe na conta' },
  { name: 'my-credits-empty', path: '/client/my-credits', shows: 'Nenhum crédito contratado' },
  { name: 'investments-empty', path: '/client/investments', shows: 'Você ainda não investiu' },
  { name: 'contracts-empty', path: '/client/contracts', shows: 'Nenhum contrato ainda' },
];
