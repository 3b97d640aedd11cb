import { z } from 'zod';
import { parsePixKey } from '#domain/pix/key';
import { maskDocument } from '#domain/tax-id';
import { MAGIC } from './failing.ts';
import { badRequest } from './provider-error.ts';
import type { KeyRecord, OutsideKeyRecord } from './records.ts';
import type { Simulator } from './simulator.ts';

/** Invented codes of institutions outside. */
const OUTSIDE = { name: 'ITAÚ UNIBANCO S.A.', ispb: '60701190' };
export const PROVIDER = { name: 'ASAAS I.P. S.A.', ispb: '19540550' };

export const outsideKeySchema = z.strictObject({
  key: z.string(),
  name: z.string(),
  document: z.string(),
  institution: z.string().default(OUTSIDE.name),
});

/** Registers a key at another institution. */
export function registerOutside(
  { store }: Simulator,
  { key: text, ...owner }: z.output<typeof outsideKeySchema>,
): OutsideKeyRecord {
  const key = parsePixKey(text);
  if (!key) throw badRequest('invalid_key', 'A chave Pix informada é inválida.');
  const record = { key: key.canonical, type: key.type, ...owner };
  store.remove('outsideKey', record.key);
  store.insert('outsideKey', record.key, record);
  return record;
}

export type KeyHolder = {
  /** Of an account here; null: outside. */
  accountId: string | null;
  name: string;
  document: string;
  institution: string;
  ispb: string;
};

/** Who has the key, as far as known here: an account, or a key that was registered outside. */
export function keyHolder({ store }: Simulator, key: string): KeyHolder | null {
  const [found] = store.list('key', { name: key }, { limit: 1 });
  const account = found && store.get('account', found.accountId);
  if (account)
    return {
      ...{ accountId: account.id, name: account.name, document: account.cpfCnpj },
      ...{ institution: PROVIDER.name, ispb: PROVIDER.ispb },
    };
  const outside = store.get('outsideKey', key);
  return outside && { accountId: null, ispb: OUTSIDE.ispb, ...outside };
}

/** Takes the key from whoever has it. */
export function releaseKey({ store }: Simulator, key: string): void {
  for (const one of store.list('key', { name: key })) store.remove('key', one.id);
  store.remove('outsideKey', key);
}

export function giveKey({ store }: Simulator, record: KeyRecord): void {
  store.insert('key', record.id, record, { accountId: record.accountId, name: record.key });
}

/**
 * A look-up in the directory. Keys that nobody registered here are payable too: of those it tells no name, as a provider that tells it
 * only with the payment. Throws 400 for an unknown key.
 */
export function lookUpKey(simulator: Simulator, { type, key: text }: { type: string; key: string }) {
  const key = parsePixKey(text);
  if (key?.type !== type) throw badRequest('invalid_key', 'A chave Pix informada é inválida.');
  if (key.canonical.startsWith(MAGIC.unknownKey))
    throw badRequest('invalid_action', 'A chave Pix informada não foi encontrada.');
  const holder = keyHolder(simulator, key.canonical);
  return {
    type,
    key: key.canonical,
    ispb: holder?.ispb ?? null,
    ispbName: holder?.institution ?? null,
    financialInstitution: holder && { id: null, name: holder.institution, code: null },
    owner: holder && { name: holder.name, cpfCnpj: maskDocument(holder.document) },
  };
}
