import { deviceStatement } from '#domain/auth/device';
import { trpcClient } from '../trpc.ts';
import { httpStatusOf } from '../ui/server-error.ts';

/** What a browser keeps for each user: the device that it is, and the key, which cannot leave it. */
type Kept = { deviceId: string; keys: CryptoKeyPair };

const STORE = 'device-keys';
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

const settled = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function inStore<Value>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const opening = indexedDB.open('valebank', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await settled(opening);
  try {
    return await settled(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

export const forgetDevice = (userId: string): Promise<undefined> =>
  inStore('readwrite', (store) => store.delete(userId));

export const keepDevice = (userId: string, kept: Kept): Promise<IDBValidKey> =>
  inStore('readwrite', (store) => store.put(kept, userId));

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

async function signatureOf({ privateKey }: CryptoKeyPair, sessionId: string): Promise<string> {
  const statement = new TextEncoder().encode(deviceStatement(sessionId));
  return base64url(await crypto.subtle.sign(ECDSA, privateKey, statement));
}

/** A new key, with what registers it in this session. */
export async function newDeviceKey(sessionId: string) {
  // Not extractable: the browser signs with it and gives it to nobody.
  const keys = await crypto.subtle.generateKey(ECDSA, false, ['sign', 'verify']);
  const publicKey = base64url(await crypto.subtle.exportKey('spki', keys.publicKey));
  return { keys, sent: { publicKey, signature: await signatureOf(keys, sessionId) } };
}

/** Shows the bank that the session is open in the device that this browser is; false if it is none. */
export async function proveThisDevice(userId: string, sessionId: string): Promise<boolean> {
  const kept = await inStore('readonly', (store): IDBRequest<Kept | undefined> => store.get(userId));
  if (!kept) return false;
  try {
    const signature = await signatureOf(kept.keys, sessionId);
    await trpcClient.auth.devices.prove.mutate({ id: kept.deviceId, signature });
    return true;
  } catch (error) {
    // The device was ended, perhaps by another one.
    if (httpStatusOf(error) === 404) await forgetDevice(userId);
    return false;
  }
}
