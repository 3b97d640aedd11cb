import { Hono } from 'hono';
import { toDataURL } from 'qrcode';
import { ascii, maxInfoLength, writeBrCode } from '#domain/pix/br-code';
import { PIX_KEY_TYPES, type PixKeyType, parsePixKey } from '#domain/pix/key';
import { requireApproved } from './balance.ts';
import { stampOf } from './moment.ts';
import { badRequest, notFound } from './provider-error.ts';
import type { AccountRecord, KeyRecord, QrCodeRecord } from './records.ts';
import { type Body, bodyOf, centsOf, paged, textOf } from './request.ts';
import type { Routes, Simulator, SimulatorEnv } from './simulator.ts';

/** Keys per account. */
const MAX_KEYS = { person: 5, company: 20 };
/** First digit of a postal code → city in a code. */
const CITIES = [
  ...['SAO PAULO', 'SAO PAULO', 'RIO DE JANEIRO', 'BELO HORIZONTE', 'SALVADOR'],
  ...['RECIFE', 'FORTALEZA', 'BRASILIA', 'CURITIBA', 'PORTO ALEGRE'],
];

export function pixKeyRoutes(simulator: Simulator): Routes {
  const { store } = simulator;
  const routes: Routes = new Hono<SimulatorEnv>();

  routes.post('/pix/addressKeys', async (c) => {
    const body = await bodyOf(c);
    const account = c.get('account');
    const key = store.transaction(() => makeKey(simulator, account, body));
    return c.json(await keyAnswer(key, account));
  });

  routes.get('/pix/addressKeys', async (c) => {
    const account = c.get('account');
    const { filter, page, answer } = paged(c, 100);
    const own = { ...filter, accountId: account.id };
    const keys = store.list('key', own, page);
    return answer(store.count('key', own), await Promise.all(keys.map((key) => keyAnswer(key, account))));
  });

  routes.delete('/pix/addressKeys/:id', async (c) => {
    const key = store.get('key', c.req.param('id'));
    if (key?.accountId !== c.get('account').id) throw notFound();
    store.remove('key', key.id);
    return c.json(await keyAnswer({ ...key, status: 'DELETED' }, c.get('account')));
  });

  routes.post('/pix/qrCodes/static', async (c) => {
    const body = await bodyOf(c);
    const account = c.get('account');
    const code = store.transaction(() => makeQrCode(simulator, account, body));
    const { id, payload, allowsMultiplePayments, expirationDate, externalReference, description } = code;
    const shown = { id, payload, allowsMultiplePayments, expirationDate, externalReference, description };
    return c.json({ ...shown, encodedImage: await imageOf(payload) });
  });

  return routes;
}

/** Null: a key outside the simulator. */
export function keyOwner({ store }: Simulator, key: string): AccountRecord | null {
  const [found] = store.list('key', { name: key }, { limit: 1 });
  return found ? store.get('account', found.accountId) : null;
}

function makeKey(simulator: Simulator, account: AccountRecord, body: Body): KeyRecord {
  const { store, clock, switches } = simulator;
  requireApproved(account);
  const type = PIX_KEY_TYPES.find((known) => known === textOf(body, 'type'));
  if (!type || (switches.evpOnly && type !== 'EVP'))
    throw badRequest('invalid_type', 'O tipo de chave informado é inválido. Tipos permitidos: EVP.');
  const max = account.cpfCnpj.length === 11 ? MAX_KEYS.person : MAX_KEYS.company;
  if (store.count('key', { accountId: account.id }) >= max)
    throw badRequest('invalid_action', `Você atingiu o limite de ${max} chaves Pix.`);
  const id = store.newId();
  const key = type === 'EVP' ? store.newId() : ownKey(account, type, textOf(body, 'key'));
  if (store.count('key', { name: key }) > 0)
    throw badRequest('invalid_action', 'Esta chave Pix já está cadastrada em outra conta.');
  const record: KeyRecord = {
    id,
    accountId: account.id,
    key,
    type,
    status: 'ACTIVE',
    dateCreated: stampOf(clock),
  };
  store.insert('key', id, record, { accountId: account.id, name: key });
  return record;
}

/** A canonical key. Throws 400 for another type or another person's document. */
function ownKey(account: AccountRecord, type: PixKeyType, text: string | null): string {
  const parsed = parsePixKey(text ?? '');
  if (parsed?.type !== type) throw badRequest('invalid_key', 'A chave Pix informada é inválida.');
  const isDocument = type === 'CPF' || type === 'CNPJ';
  if (isDocument && parsed.canonical !== account.cpfCnpj)
    throw badRequest('invalid_key', 'A chave Pix deve ser o CPF ou CNPJ do titular da conta.');
  return parsed.canonical;
}

function makeQrCode(simulator: Simulator, account: AccountRecord, body: Body): QrCodeRecord {
  const { store } = simulator;
  requireApproved(account);
  const key = parsePixKey(textOf(body, 'addressKey') ?? '')?.canonical;
  if (!key || keyOwner(simulator, key)?.id !== account.id)
    throw badRequest('invalid_addressKey', 'A chave Pix informada não foi encontrada.');
  const id = store.newToken().slice(0, 32);
  const txid = `VALE${id.slice(0, 16).toUpperCase()}ASA`;
  const description = textOf(body, 'description');
  const amountCents = centsOf(body, 'value');
  const code: QrCodeRecord = {
    id,
    accountId: account.id,
    key,
    txid,
    amountCents,
    payload: payloadOf(account, { key, txid, amountCents, description }),
    description,
    externalReference: textOf(body, 'externalReference'),
    allowsMultiplePayments: body.allowsMultiplePayments !== false,
    expirationDate: textOf(body, 'expirationDate'),
    timesPaid: 0,
  };
  store.insert('qrCode', id, code, { accountId: account.id, name: key, reference: txid });
  return code;
}

type CodeParts = {
  key: string;
  txid?: string;
  amountCents?: number | null;
  description?: string | null;
};

function payloadOf(account: AccountRecord, { key, txid, amountCents, description }: CodeParts): string {
  const info = ascii(description ?? '', maxInfoLength(key));
  const city = CITIES[Number(String(account.profile.postalCode ?? '')[0])] ?? 'BRASILIA';
  return writeBrCode({ key, name: account.name, city, amountCents, txid, ...(info && { info }) });
}

const imageOf = async (payload: string): Promise<string> =>
  (await toDataURL(payload, { width: 300, margin: 2 })).replace(/^data:[^,]*,/, '');

async function keyAnswer({ accountId, ...key }: KeyRecord, account: AccountRecord) {
  const payload = payloadOf(account, { key: key.key });
  return {
    ...key,
    canBeDeleted: true,
    cannotBeDeletedReason: null,
    qrCode: { encodedImage: await imageOf(payload), payload },
  };
}
