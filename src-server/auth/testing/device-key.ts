import { generateKeyPairSync, sign } from 'node:crypto';
import { deviceStatement } from '#domain/auth/device';
import type { Browser } from './browser.ts';

/** The key that a browser keeps for a device. */
export function newDeviceKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64url'),
    signs: (text: string) =>
      sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
  };
}
export type DeviceKey = ReturnType<typeof newDeviceKey>;

export async function statementOf(browser: Browser): Promise<string> {
  const { sessionId } = await browser.me();
  return deviceStatement(sessionId ?? '');
}

export async function registerDevice(browser: Browser, key: DeviceKey = newDeviceKey()) {
  const { publicKey } = key;
  const signature = key.signs(await statementOf(browser));
  return browser.ask((caller) => caller.devices.register({ publicKey, signature }));
}

export async function proveDevice(browser: Browser, id: string, key: DeviceKey) {
  const signature = key.signs(await statementOf(browser));
  return browser.ask((caller) => caller.devices.prove({ id, signature }));
}

export const devicesOf = (browser: Browser) => browser.ask((caller) => caller.devices.list());
