import { Hono } from 'hono';
import { addDays } from '#domain/date';
import { parsePhone } from '#domain/phone';
import { parseDocument } from '#domain/tax-id';
import { apiKeyOf, keepKey } from './auth.ts';
import { reviewed } from './documents.ts';
import { dayOf, realMs, stampOf } from './moment.ts';
import { badRequest, notFound, notPermitted } from './provider-error.ts';
import type { AccountRecord, Reviews } from './records.ts';
import { type Body, bodyOf, paged, require, textOf, toNumber } from './request.ts';
import type { Routes, Simulator, SimulatorEnv } from './simulator.ts';
import { addWebhook } from './webhooks.ts';

const REQUIRED = [
  'name',
  'email',
  'cpfCnpj',
  'mobilePhone',
  'incomeValue',
  'address',
  'addressNumber',
  'province',
  'postalCode',
];
const KEPT = [
  ...['loginEmail', 'phone', 'mobilePhone', 'address', 'addressNumber', 'complement', 'province'],
  ...['postalCode', 'birthDate', 'companyType', 'site', 'incomeValue'],
];
const COMPANY_TYPES = ['MEI', 'LIMITED', 'INDIVIDUAL', 'ASSOCIATION'];
/** First digit of a postal code → the state with most of its codes. */
const STATES = ['SP', 'SP', 'RJ', 'MG', 'BA', 'PE', 'CE', 'DF', 'PR', 'RS'];
const COMMERCIAL_INFO_DAYS = 365;

const NEW: Reviews = {
  commercialInfo: 'APPROVED',
  bankAccountInfo: 'PENDING',
  documentation: 'PENDING',
  general: 'PENDING',
};
const DONE: Reviews = {
  ...NEW,
  bankAccountInfo: 'APPROVED',
  documentation: 'APPROVED',
  general: 'APPROVED',
};

export function openRoot(simulator: Omit<Simulator, 'rootId' | 'wake'>, openingCents: number): AccountRecord {
  const { store, clock } = simulator;
  const id = store.derived('root').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  const known = store.get('account', id);
  if (known) return known;
  const walletId = store.newId();
  const account: AccountRecord = {
    id,
    ownerId: null,
    walletId,
    name: 'Conta raiz',
    email: 'raiz@simulador.example',
    cpfCnpj: '00000000000191',
    balanceCents: openingCents,
    reviews: DONE,
    rejectReasons: null,
    madeAtMs: realMs(),
    dateCreated: stampOf(clock),
    profile: {},
  };
  store.transaction(() => {
    store.insert('account', id, account, { name: account.cpfCnpj });
    store.insert('wallet', walletId, { accountId: id });
    keepKey(store, rootKey(simulator), id, 'Raiz');
  });
  return account;
}

export const rootKey = ({ store }: Pick<Simulator, 'store'>): string => apiKeyOf(store.derived('root key'));

export function accountRoutes(simulator: Simulator): Routes {
  const { store, rootId } = simulator;
  const routes: Routes = new Hono<SimulatorEnv>();

  routes.post('/accounts', async (c) => {
    const body = await bodyOf(c);
    requireRoot(c.get('account'), rootId);
    return c.json(store.transaction(() => openAccount(simulator, body)));
  });

  routes.get('/accounts', (c) => {
    requireRoot(c.get('account'), rootId);
    const { page, answer } = paged(c, 100);
    const { cpfCnpj, email } = c.req.query();
    const filter = { accountId: rootId, ...(cpfCnpj && { name: cpfCnpj.replace(/[./-]/g, '') }) };
    const isWanted = (account: AccountRecord) => !email || account.email === email.toLowerCase();
    const found = store.list('account', filter).filter(isWanted);
    return answer(found.length, found.slice(page.offset, page.offset + page.limit).map(accountAnswer));
  });

  routes.get('/accounts/:id', (c) =>
    c.json(accountAnswer(subAccount(simulator, c.get('account'), c.req.param('id')))),
  );

  routes.post('/accounts/:id/accessTokens', async (c) => {
    const body = await bodyOf(c);
    const account = subAccount(simulator, c.get('account'), c.req.param('id'));
    return c.json(store.transaction(() => newToken(simulator, account.id, textOf(body, 'name') ?? 'API')));
  });

  routes.get('/myAccount/status', (c) => c.json({ id: c.get('account').id, ...c.get('account').reviews }));

  routes.post('/sandbox/myAccount/approve', (c) => {
    store.transaction(() => reviewed(simulator, c.get('account').id, DONE));
    return c.json({ id: c.get('account').id, ...DONE });
  });

  routes.get('/finance/balance', (c) => c.json({ balance: toNumber(c.get('account').balanceCents) }));

  routes.get('/wallets', (c) =>
    paged(c, 10).answer(1, [{ object: 'wallet', id: c.get('account').walletId }]),
  );

  return routes;
}

function requireRoot(account: AccountRecord, rootId: string): void {
  if (account.id !== rootId) throw notPermitted();
}

function subAccount({ store, rootId }: Simulator, asking: AccountRecord, id: string): AccountRecord {
  requireRoot(asking, rootId);
  const account = store.get('account', id);
  if (!account || account.ownerId !== rootId) throw notFound();
  return account;
}

function openAccount(simulator: Simulator, body: Body): unknown {
  const { store, clock, rootId } = simulator;
  const { cpfCnpj, email } = checked(simulator, body);
  const account: AccountRecord = {
    id: store.newId(),
    ownerId: rootId,
    walletId: store.newId(),
    name: textOf(body, 'name') ?? '',
    email,
    cpfCnpj,
    balanceCents: 0,
    reviews: NEW,
    rejectReasons: null,
    madeAtMs: realMs(),
    dateCreated: stampOf(clock),
    profile: Object.fromEntries(KEPT.map((field) => [field, body[field] ?? null])),
  };
  store.insert('account', account.id, account, { accountId: rootId, name: cpfCnpj, day: dayOf(clock) });
  store.insert('email', email, { accountId: account.id });
  store.insert('wallet', account.walletId, { accountId: account.id });
  for (const webhook of Array.isArray(body.webhooks) ? body.webhooks : [])
    addWebhook(simulator, account.id, webhook);
  const { apiKey, ...accessToken } = newToken(simulator, account.id, 'API');
  return {
    ...accountAnswer(account),
    commercialInfoExpiration: {
      isExpired: false,
      scheduledDate: addDays(dayOf(clock), COMMERCIAL_INFO_DAYS),
    },
    accessToken,
    apiKey,
  };
}

/** Validates a new account and its uniqueness. Throws 400. */
function checked({ store, rootId }: Simulator, body: Body): { cpfCnpj: string; email: string } {
  require(body, REQUIRED);
  const document = parseDocument(textOf(body, 'cpfCnpj') ?? '');
  if (!document) throw badRequest('invalid_cpfCnpj', 'O CPF ou CNPJ informado é inválido.');
  if (!isPostalCode(textOf(body, 'postalCode') ?? ''))
    throw badRequest('invalid_postalCode', 'O CEP informado é inválido.');
  if (!parsePhone(textOf(body, 'mobilePhone') ?? ''))
    throw badRequest('invalid_mobilePhone', 'O celular informado é inválido.');
  if (document.kind === 'cnpj' && !COMPANY_TYPES.includes(textOf(body, 'companyType') ?? ''))
    throw badRequest('invalid_companyType', 'O tipo de empresa deve ser informado.');
  if (document.kind === 'cpf' && !textOf(body, 'birthDate'))
    throw badRequest('invalid_birthDate', 'A data de nascimento deve ser informada.');
  const email = (textOf(body, 'email') ?? '').toLowerCase();
  if (store.count('account', { accountId: rootId, name: document.digits }) > 0)
    throw badRequest('invalid_cpfCnpj', `O CPF/CNPJ ${document.digits} já está em uso.`);
  if (store.get('email', email)) throw badRequest('invalid_email', `O email ${email} já está em uso.`);
  return { cpfCnpj: document.digits, email };
}

/** The lowest postal code is 01000-000. */
const isPostalCode = (text: string): boolean => {
  const digits = text.replace(/\D/g, '');
  return digits.length === 8 && digits >= '01000000' && digits !== '99999999';
};

function newToken({ store, clock }: Simulator, accountId: string, name: string) {
  const apiKey = apiKeyOf(store.newToken());
  const { id } = keepKey(store, apiKey, accountId, name);
  return {
    id,
    name,
    enabled: true,
    expirationDate: null,
    dateCreated: stampOf(clock),
    projectedExpirationDateByLackOfUse: null,
    apiKey,
  };
}

function accountAnswer({ id, walletId, name, email, cpfCnpj, profile }: AccountRecord) {
  const cep = String(profile.postalCode ?? '');
  const number = Number.parseInt(id.slice(0, 6), 16);
  return {
    object: 'account',
    id,
    name,
    email,
    loginEmail: profile.loginEmail ?? email,
    ...profile,
    cpfCnpj,
    personType: cpfCnpj.length === 11 ? 'FISICA' : 'JURIDICA',
    city: 10_000 + (number % 5570),
    state: STATES[Number(cep[0])] ?? null,
    country: 'Brasil',
    tradingName: null,
    walletId,
    accountNumber: { agency: '0001', account: String(number), accountDigit: String(number % 10) },
  };
}
