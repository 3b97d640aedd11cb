import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Signature = { keyId: string; mac: string };

/** The first key signs and encrypts; all verify and decrypt. Each purpose derives its own key. */
export type KeyRing = {
  currentId: string;
  ids: readonly string[];
  sign(purpose: string, content: string | Uint8Array): Signature;
  /** Signatures by every key, the first key first: to look up by a stored signature. */
  signEach(purpose: string, content: string): Signature[];
  /** False for a wrong signature or an unknown key; compares in constant time. */
  verify(purpose: string, content: string | Uint8Array, signature: Signature): boolean;
  /** Returns `v1:keyId:iv:ciphertext:tag` (AES-256-GCM). `context` ties it to its place, e.g. 'users|totp|<id>'. */
  encrypt(purpose: string, plain: string, context: string): string;
  /** Throws when the text was changed, belongs elsewhere, or its key is unknown. */
  decrypt(purpose: string, encrypted: string, context: string): string;
};

export const keyIdOf = (encrypted: string): string | null =>
  /^v1:([\w-]{1,32}):/.exec(encrypted)?.[1] ?? null;

const KEY_BYTES = 32;
const IV_BYTES = 12;

/** Parses APP_KEYS: `id:base64,…`, 32 bytes per key. Throws without naming any secret. */
export function parseKeys(text: string): KeyRing {
  const secrets = new Map<string, Buffer>();
  for (const part of text.split(',').map((piece) => piece.trim())) {
    const match = /^([\w-]{1,32}):([A-Za-z0-9+/_-]+={0,2})$/.exec(part);
    const secret = Buffer.from(match?.[2] ?? '', 'base64');
    if (!match?.[1] || secret.length !== KEY_BYTES) {
      throw new Error('APP_KEYS must be id:base64,… with keys of 32 bytes (openssl rand -base64 32)');
    }
    if (secrets.has(match[1])) throw new Error('APP_KEYS: a key id is given twice');
    secrets.set(match[1], secret);
  }
  return makeRing(secrets);
}

type Derive = (use: 'sign' | 'encrypt', purpose: string, keyId: string) => Buffer | null;

function makeRing(secrets: ReadonlyMap<string, Buffer>): KeyRing {
  const [firstId] = secrets.keys();
  if (!firstId) throw new Error('APP_KEYS is empty');
  const derived = new Map<string, Buffer>();
  const derive: Derive = (use, purpose, keyId) => {
    const secret = secrets.get(keyId);
    if (!secret) return null;
    const info = `valebank/${use}/${purpose}`;
    const name = `${keyId}/${info}`;
    const key = derived.get(name) ?? Buffer.from(hkdfSync('sha256', secret, '', info, KEY_BYTES));
    derived.set(name, key);
    return key;
  };
  const ids = [...secrets.keys()];
  return { currentId: firstId, ids, ...signing(firstId, ids, derive), ...encryption(firstId, derive) };
}

function required(derive: Derive, ...which: Parameters<Derive>): Buffer {
  const key = derive(...which);
  if (!key) throw new Error(`no key ${which[2]} on the ring`);
  return key;
}

function signing(
  firstId: string,
  ids: readonly string[],
  derive: Derive,
): Pick<KeyRing, 'sign' | 'signEach' | 'verify'> {
  const macOf = (key: Buffer, content: string | Uint8Array) =>
    createHmac('sha256', key).update(content).digest('base64url');
  const signAs = (keyId: string, purpose: string, content: string | Uint8Array): Signature => ({
    keyId,
    mac: macOf(required(derive, 'sign', purpose, keyId), content),
  });
  return {
    sign: (purpose, content) => signAs(firstId, purpose, content),
    signEach: (purpose, content) => ids.map((keyId) => signAs(keyId, purpose, content)),
    verify(purpose, content, { keyId, mac }) {
      const key = derive('sign', purpose, keyId);
      if (!key) return false;
      const expected = Buffer.from(macOf(key, content));
      const given = Buffer.from(mac);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

function encryption(firstId: string, derive: Derive): Pick<KeyRing, 'encrypt' | 'decrypt'> {
  return {
    encrypt(purpose, plain, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', required(derive, 'encrypt', purpose, firstId), iv);
      cipher.setAAD(Buffer.from(context));
      const bytes = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      const parts = [iv, bytes, cipher.getAuthTag()].map((part) => part.toString('base64url'));
      return ['v1', firstId, ...parts].join(':');
    },
    decrypt(purpose, encrypted, context) {
      const [version, keyId, iv, bytes, tag, ...rest] = encrypted.split(':');
      if (version !== 'v1' || !keyId || !iv || bytes === undefined || !tag || rest.length > 0) {
        throw new Error('not an encrypted text');
      }
      const key = required(derive, 'encrypt', purpose, keyId);
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), {
        authTagLength: 16,
      });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(bytes, 'base64url')), decipher.final()]).toString(
        'utf8',
      );
    },
  };
}

/** The keys in `<dataDir>/keys`, created if missing; not for production. Safe when two processes start together. */
export function loadOrCreateKeys(dataDir: string): KeyRing {
  const path = join(dataDir, 'keys');
  mkdirSync(dataDir, { recursive: true });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `local-1:${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    unlinkSync(draft);
  }
  chmodSync(path, 0o600);
  return parseKeys(readFileSync(path, 'utf8').trim());
}
