import { Hono } from 'hono';
import { toDataURL } from 'qrcode';
import { ascii, maxInfoLength, writeBrCode } from '#domain/pix/br-code';
import { PIX_KEY_TYPES, type PixKeyType, parsePixKey } from '#domain/pix/key';
import { requireApproved } from './balance.ts';
import { giveKey, keyHolder, lookUpKey } from './directory.ts';
import { openClaimOn, refuseFull } from './key-claims.ts';
import { stampOf } from './moment.ts';
import { badRequest, notFound, refusal } from './provider-error.ts';
import type { AccountRecord, KeyRecord, QrCodeRecord } from './records.ts';
import { type Body, bodyOf, centsOf, paged, textOf } from './request.ts';
import type { Routes, Simulator, SimulatorEnv } from './simulator.ts';

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
    return c.json(await keyAnswer(simulator, key, account));
  });

  routes.get('/pix/addressKeys/external', (c) => {
    const { type = '', key = '' } = c.req.query();
    spendLookup(simulator);
    return c.json(lookUpKey(simulator, { type, key }));
  });

  routes.get('/pix/addressKeys', async (c) => {
    const account = c.get('account');
    const { filter, page, answer } = paged(c, 100);
    const own = { ...filter, accountId: account.id };
    const keys = store.list('key', own, page);
    return answer(
      store.count('key', own),
      await Promise.all(keys.map((key) => keyAnswer(simulator, key, account))),
    );
  });

  routes.delete('/pix/addressKeys/:id', async (c) => {
    const key = store.get('key', c.req.param('id'));
    if (key?.accountId !== c.get('account').id) throw notFound();
    if (openClaimOn(simulator, key.key)) throw badRequest('invalid_action', CLAIMED);
    store.remove('key', key.id);
    return c.json(await keyAnswer(simulator, { ...key, status: 'DELETED' }, c.get('account')));
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
  refuseFull(simulator, account.id, account.cpfCnpj);
  const id = store.newId();
  const key = type === 'EVP' ? store.newId() : ownKey(account, type, textOf(body, 'key'));
  if (keyHolder(simulator, key) ?? openClaimOn(simulator, key))
    throw badRequest('invalid_action', 'Esta chave Pix já está cadastrada em outra conta.');
  const record: KeyRecord = {
    id,
    accountId: account.id,
    key,
    type,
    status: 'ACTIVE',
    dateCreated: stampOf(clock),
  };
  giveKey(simulator, record);
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
  return writeBrCode({
    key,
    name: account.name,
    city: cityOf(account),
    amountCents,
    txid,
    ...(info && { info }),
  });
}

/** By its postal code. */
export const cityOf = ({ profile }: AccountRecord): string =>
  CITIES[Number(String(profile.postalCode ?? '')[0])] ?? 'BRASILIA';

const IMAGES_KEPT = 500;
const images = new Map<string, Promise<string>>();

/** Base64 PNG. Drawn once: the list of an account's keys has a picture of each. */
export function imageOf(payload: string): Promise<string> {
  const known = images.get(payload);
  if (known) return known;
  if (images.size >= IMAGES_KEPT) images.clear();
  const image = toDataURL(payload, { width: 300, margin: 2 }).then((url) => url.replace(/^data:[^,]*,/, ''));
  images.set(payload, image);
  return image;
}

const CLAIMED = 'Esta chave tem uma reivindicação em andamento.';

/** The bucket of look-ups, if a switch limits it. Throws 429. */
function spendLookup({ switches }: Simulator): void {
  if (switches.keyLookups === null) return;
  if (switches.keyLookups <= 0) throw refusal(429, 'too_many_requests', 'Limite de consultas atingido.');
  switches.keyLookups -= 1;
}

async function keyAnswer(simulator: Simulator, { accountId, ...key }: KeyRecord, account: AccountRecord) {
  const payload = payloadOf(account, { key: key.key });
  const isClaimed = openClaimOn(simulator, key.key) !== null;
  return {
    ...key,
    canBeDeleted: !isClaimed,
    cannotBeDeletedReason: isClaimed ? CLAIMED : null,
    qrCode: { encodedImage: await imageOf(payload), payload },
  };
}
