import { parseDecimal, toDecimal } from '#domain/money';

/** A static code has a key, a dynamic one a URL. Amount in cents. */
export type BrCode = {
  key: string | null;
  url: string | null;
  info: string | null;
  amountCents: number | null;
  name: string;
  city: string;
  txid: string | null;
  crc: string;
};

export type BrCodeFault = 'tlv' | 'crc' | 'currency' | 'country' | 'nokey' | 'field';

export type BrCodeReading = { ok: true; code: BrCode } | { ok: false; fault: BrCodeFault };

/** `txid`: at most 25 letters and digits. A dynamic code has no more than `url`, host and path without a scheme: the rest is there. */
export type NewBrCode = { name: string; city: string } & (
  | { key: string; amountCents?: number | null; info?: string; txid?: string }
  | { url: string }
);

const GUI = 'br.gov.bcb.pix';
const CURRENCY_BRL = '986';
const NO_TXID = '***';
/** Point of initiation: reusable, or for one payment (EMV, id 01). */
const INITIATION = { reusable: '11', once: '12' };
/** Host and path without a scheme. This bank never fetches it. */
const ADDRESS = /^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(:\d{1,5})?\/[!-~]+$/;
/** Characters of a field's id and length. */
const HEAD_LENGTH = 4;
/** Maximum lengths (Manual de Padrões para Iniciação do Pix, 2.6); a template leaves 77 for key or URL. */
const MAX = { name: 25, city: 15, amount: 13, txid: 25, template: 99, payload: 512 };

/** Names lose accents and are cut; throws if key and description, or the URL, are too long. */
export function writeBrCode(code: NewBrCode): string {
  const isDynamic = 'url' in code;
  const merchant =
    field('00', GUI) +
    (isDynamic
      ? field('25', code.url)
      : field('01', code.key) + (code.info ? field('02', ascii(code.info)) : ''));
  if (merchant.length > MAX.template) {
    throw new Error(`BR Code: no room for a template of ${merchant.length} characters`);
  }
  const { amountCents = null, txid = NO_TXID } = isDynamic ? {} : code;
  const text =
    field('00', '01') +
    (isDynamic ? field('01', INITIATION.once) : '') +
    field('26', merchant) +
    field('52', '0000') +
    field('53', CURRENCY_BRL) +
    (amountCents ? field('54', toDecimal(amountCents)) : '') +
    field('58', 'BR') +
    field('59', ascii(code.name, MAX.name)) +
    field('60', ascii(code.city, MAX.city)) +
    field('62', field('05', txid)) +
    '6304';
  return text + crc16(text);
}

export const maxInfoLength = (key: string): number =>
  Math.max(0, MAX.template - field('00', GUI).length - field('01', key).length - HEAD_LENGTH);

/** ASCII text without accents, cut to `max` characters. */
export const ascii = (text: string, max = Number.POSITIVE_INFINITY): string =>
  text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, max)
    .trim();

/** Strict; never throws. */
export function readBrCode(text: string): BrCodeReading {
  const payload = text.trim();
  if (payload.length > MAX.payload || !/^[\x20-\x7e]*$/.test(payload)) return { ok: false, fault: 'tlv' };
  const fields = readFields(payload);
  if (!fields || !isFramed(payload, fields)) return { ok: false, fault: 'tlv' };
  if (fields.get('63') !== crc16(payload.slice(0, -4))) return { ok: false, fault: 'crc' };
  if (fields.get('53') !== CURRENCY_BRL) return { ok: false, fault: 'currency' };
  if (fields.get('58') !== 'BR') return { ok: false, fault: 'country' };
  const merchant = pixTemplate(fields);
  const key = merchant?.get('01') ?? null;
  const url = merchant?.get('25') ?? null;
  if (!merchant || (key === null) === (url === null)) return { ok: false, fault: 'nokey' };
  return withinBounds({ fields, merchant, key, url });
}

type Fields = Map<string, string>;

function withinBounds({
  fields,
  merchant,
  key,
  url,
}: {
  fields: Fields;
  merchant: Fields;
  key: string | null;
  url: string | null;
}): BrCodeReading {
  const name = fields.get('59') ?? '';
  const city = fields.get('60') ?? '';
  const amount = fields.get('54');
  const amountCents = amount === undefined ? null : readAmount(amount);
  const txid = readFields(fields.get('62') ?? '')?.get('05') ?? NO_TXID;
  const initiation = fields.get('01');
  const isGood =
    (initiation === undefined || Object.values(INITIATION).includes(initiation)) &&
    (url === null || ADDRESS.test(url)) &&
    isSized(name, MAX.name) &&
    isSized(city, MAX.city) &&
    amountCents !== undefined &&
    (txid === NO_TXID || new RegExp(`^[A-Za-z0-9]{1,${MAX.txid}}$`).test(txid));
  if (!isGood) return { ok: false, fault: 'field' };
  const info = merchant.get('02') ?? null;
  const crc = String(fields.get('63'));
  return {
    ok: true,
    code: { key, url, info, amountCents, name, city, txid: txid === NO_TXID ? null : txid, crc },
  };
}

const isSized = (text: string, max: number): boolean => text.length > 0 && text.length <= max;

function readAmount(text: string): number | undefined {
  if (text.length > MAX.amount) return undefined;
  const cents = parseDecimal(text);
  return cents !== null && cents > 0 ? cents : undefined;
}

/** PIX's merchant template (ids 26 to 51). */
function pixTemplate(fields: Fields): Fields | null {
  for (const [id, value] of fields) {
    if (id < '26' || id > '51') continue;
    const inner = readFields(value);
    if (inner?.get('00')?.toLowerCase() === GUI) return inner;
  }
  return null;
}

const isFramed = (payload: string, fields: Fields): boolean =>
  payload.startsWith('000201') &&
  [...fields.keys()].at(-1) === '63' &&
  fields.get('63') === payload.slice(-4) &&
  /[0-9A-F]{4}$/.test(payload);

/** Null if malformed or an id repeats. */
function readFields(text: string): Fields | null {
  const fields: Fields = new Map();
  for (let place = 0; place < text.length; ) {
    const head = text.slice(place, place + HEAD_LENGTH);
    const id = head.slice(0, 2);
    const length = Number(head.slice(2));
    const value = text.slice(place + HEAD_LENGTH, place + HEAD_LENGTH + length);
    const isGood = /\d{4}/.test(head) && value.length === length;
    if (!isGood || value === '' || fields.has(id)) return null;
    fields.set(id, value);
    place += HEAD_LENGTH + value.length;
  }
  return fields;
}

const field = (id: string, value: string): string => id + String(value.length).padStart(2, '0') + value;

/** CRC-16/CCITT-FALSE, as four upper-case hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
    crc &= 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
