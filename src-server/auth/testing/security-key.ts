import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { AssertionInput } from '#domain/auth/passkey';
import { DEVICE_TRUST_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { newId } from '#server/kernel/id';
import type { TestBank } from '#server/testing/test-bank';

type Options = { challenge: string };

/** What an authenticator or browser may do differently. `flags`: WebAuthn 6.1; `sent`: the counter. */
type Changes = { origin?: string; rpId?: string; flags?: number; sent?: number; type?: string };

const PRESENT_AND_VERIFIED = 0x05;
const SYNCED = 0x18;
const WITH_CREDENTIAL = 0x40;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** CBOR byte string of up to 65,535 bytes. */
const cborBytes = (bytes: Buffer): Buffer =>
  bytes.length < 256
    ? Buffer.concat([Buffer.from([0x58, bytes.length]), bytes])
    : Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]), bytes]);

const cborText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** COSE key (RFC 9053): kty EC2, alg ES256, crv P-256, x, y. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);
}

/** An authenticator with one passkey (ES256), and the browser around it. */
export class SecurityKey {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = randomBytes(32).toString('base64url');
  readonly publicKey = coseKey(this.#keys.publicKey).toString('base64url');
  counter: number;
  /** Of the row that `withPasskey` makes. */
  readonly passkeyId = newId();

  /** `counts`: false for one that always sends 0. */
  constructor(
    readonly origin: string,
    readonly counts = true,
  ) {
    this.counter = 0;
  }

  #authenticatorData({ rpId = new URL(this.origin).hostname, flags, sent }: Changes, more = Buffer.alloc(0)) {
    if (this.counts) this.counter += 1;
    const flagByte = Buffer.from([flags ?? PRESENT_AND_VERIFIED | SYNCED]);
    return Buffer.concat([sha256(rpId), flagByte, uint32(sent ?? this.counter), more]);
  }

  #clientData(type: string, { challenge }: Options, { origin = this.origin }: Changes): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  /** `navigator.credentials.create`. */
  create(options: Options, changes: Changes = {}) {
    const clientData = this.#clientData(changes.type ?? 'webauthn.create', options, changes);
    const id = Buffer.from(this.id, 'base64url');
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      Buffer.from(this.publicKey, 'base64url'),
    ]);
    const flags = (changes.flags ?? PRESENT_AND_VERIFIED | SYNCED) | WITH_CREDENTIAL;
    const data = this.#authenticatorData({ ...changes, flags }, credential);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
      ...[cborText('authData'), cborBytes(data)],
    ]);
    return {
      id: this.id,
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal', 'hybrid'],
    };
  }

  /** `navigator.credentials.get`. */
  get(options: Options, changes: Changes = {}): AssertionInput {
    const clientData = this.#clientData(changes.type ?? 'webauthn.get', options, changes);
    const data = this.#authenticatorData(changes);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey);
    return {
      id: this.id,
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    };
  }
}

/** The same text with one bit of its bytes changed. */
export function alteredByte(base64url: string, at = 20): string {
  const bytes = Buffer.from(base64url, 'base64url');
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes.toString('base64url');
}

/** A user's passkey as if it had been added `ageSeconds` ago: by default when it begins to count in full. */
export async function withPasskey(
  { db, env, clock }: TestBank,
  userId: string,
  ageSeconds = DEVICE_TRUST_SECONDS,
): Promise<SecurityKey> {
  const key = new SecurityKey(env.APP_ORIGIN);
  await db.transaction(async (tx) => {
    await tx.insert(tx.tables.passkeys).values({
      ...{ id: key.passkeyId, userId, credentialId: key.id, name: 'Notebook', publicKey: key.publicKey },
      ...{ counter: 0, transports: ['internal'], isMultiDevice: true, isBackedUp: false },
      ...{ createdAt: secondsAfter(clock.real(), -ageSeconds), lastUsedAt: null, endedAt: null },
    });
  });
  return key;
}
