import { createHmac, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyIdOf, loadOrCreateKeys, parseKeys } from './keys.ts';

const secret = () => randomBytes(32).toString('base64');

test('the first key signs, every key on the ring verifies, and a signature fits only its purpose', () => {
  const [older, newer] = [`a:${secret()}`, `b:${secret()}`];
  const before = parseKeys(older);
  const after = parseKeys(`${newer}, ${older}`);
  const signature = before.sign('audit', 'row 1');
  expect(signature.keyId).toBe('a');
  expect(after.sign('audit', 'row 1').keyId).toBe('b');
  expect(after.verify('audit', 'row 1', signature)).toBe(true);
  expect(before.verify('audit', 'row 1', after.sign('audit', 'row 1'))).toBe(false);
  expect(after.verify('receipt', 'row 1', signature)).toBe(false);
  expect(after.verify('audit', 'row 2', signature)).toBe(false);
  expect(after.verify('audit', 'row 1', { ...signature, keyId: 'b' })).toBe(false);
  expect(after.verify('audit', 'row 1', { keyId: 'a', mac: '' })).toBe(false);
  expect(after.currentId).toBe('b');
  expect(after.signEach('audit', 'row 1')).toEqual([after.sign('audit', 'row 1'), signature]);
  expect(parseKeys(older).verify('audit', new TextEncoder().encode('row 1'), signature)).toBe(true);
});

test('keys are derived by HKDF-SHA256 (RFC 5869), so that stored signatures stay valid', () => {
  const hmac = (key: Uint8Array, text: Uint8Array | string) =>
    createHmac('sha256', key).update(text).digest();
  const master = Buffer.alloc(32, 7);
  const extracted = hmac(Buffer.alloc(32), master);
  const derived = hmac(extracted, 'valebank/sign/audit\u0001');
  const ring = parseKeys(`k:${master.toString('base64')}`);
  expect(ring.sign('audit', 'x')).toEqual({ keyId: 'k', mac: hmac(derived, 'x').toString('base64url') });
});

test('encrypted text is decrypted only unchanged, in its place, with a key on the ring', () => {
  const [older, newer] = [`a:${secret()}`, `b:${secret()}`];
  const text = parseKeys(older).encrypt('totp', 'segredo é', 'users|totp|1');
  const after = parseKeys(`${newer},${older}`);
  expect([keyIdOf(text), keyIdOf('nothing')]).toEqual(['a', null]);
  expect(after.decrypt('totp', text, 'users|totp|1')).toBe('segredo é');
  expect(after.encrypt('totp', 'segredo é', 'users|totp|1')).not.toBe(
    after.encrypt('totp', 'segredo é', 'users|totp|1'),
  );
  expect(() => after.decrypt('totp', text, 'users|totp|2')).toThrow();
  expect(() => after.decrypt('other', text, 'users|totp|1')).toThrow();
  expect(() => parseKeys(newer).decrypt('totp', text, 'users|totp|1')).toThrow('no key a');
  const parts = text.split(':');
  for (let part = 2; part < parts.length; part += 1) {
    const changed = parts.with(part, Buffer.from(flipped(parts[part] ?? '')).toString('base64url')).join(':');
    expect(() => after.decrypt('totp', changed, 'users|totp|1')).toThrow();
  }
  expect(() =>
    after.decrypt('totp', parts.with(4, parts[4]?.slice(0, 6) ?? '').join(':'), 'users|totp|1'),
  ).toThrow();
  expect(() => after.decrypt('totp', 'nothing', 'users|totp|1')).toThrow('not an encrypted text');
  expect(after.decrypt('totp', after.encrypt('totp', '', 'x'), 'x')).toBe('');
});

const flipped = (part: string): Uint8Array => {
  const bytes = Buffer.from(part, 'base64url');
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return bytes;
};

test.each([
  ['no key', ''],
  ['an id without a key', 'a'],
  ['a key of 16 bytes', `a:${randomBytes(16).toString('base64')}`],
  ['a key without an id', `:${secret()}`],
  ['a space in an id', `a b:${secret()}`],
  ['a trailing comma', `a:${secret()},`],
])('APP_KEYS with %s are refused', (_case, text) => expect(() => parseKeys(text)).toThrow('APP_KEYS'));

test('APP_KEYS with the same key id twice are refused', () => {
  expect(() => parseKeys(`a:${secret()},a:${secret()}`)).toThrow('twice');
});

test('outside production the keys are created once and readable only by their owner', () => {
  const dir = mkdtempSync(join(tmpdir(), 'keys-'));
  try {
    const signature = loadOrCreateKeys(join(dir, 'data')).sign('audit', 'x');
    const file = join(dir, 'data', 'keys');
    const kept = readFileSync(file, 'utf8');
    chmodSync(file, 0o644);
    expect(loadOrCreateKeys(join(dir, 'data')).verify('audit', 'x', signature)).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(kept);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(dir, 'data'))).toEqual(['keys']);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
