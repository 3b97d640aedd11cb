import { totpStepOf } from '#domain/auth/two-factor';
import type { TestBank } from '#server/testing/test-bank';
import { codeOfStep } from '../two-factor/totp.ts';
import type { Browser } from './browser.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Uint8Array {
  const bits = [...text].map((symbol) => BASE32.indexOf(symbol).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}

/** An authenticator app with one secret; `away`: steps from now. */
export class Authenticator {
  readonly #secret: Uint8Array;

  constructor(
    readonly bank: TestBank,
    secret: string,
  ) {
    this.#secret = fromBase32(secret);
  }

  code = (away = 0): string => codeOfStep(this.#secret, totpStepOf(this.bank.clock.real()) + away);

  wrongCode(): string {
    const near = [-2, -1, 0, 1, 2].map((away) => this.code(away));
    return (
      ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
    );
  }

  nextCode(): string {
    this.bank.clock.passSeconds(30);
    return this.code();
  }
}

export async function enableTwoFactor(
  browser: Browser,
): Promise<{ app: Authenticator; backupCodes: string[]; secret: string }> {
  const { secret } = await browser.ask((caller) => caller.twoFactor.setup());
  const app = new Authenticator(browser.bank, secret);
  const { backupCodes } = await browser.ask((caller) => caller.twoFactor.verify({ token: app.code() }));
  return { app, backupCodes, secret };
}
