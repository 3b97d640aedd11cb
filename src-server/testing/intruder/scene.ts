import { eq } from 'drizzle-orm';
import { type TestImage, takeImage } from '#db/testing/test-db';
import { secondsAfter } from '#domain/moment';
import { Browser, newPerson, PASSWORD } from '#server/auth/testing/browser';
import { withPasskey } from '#server/auth/testing/security-key';
import { encryptSecret, newTotpSecret } from '#server/auth/two-factor/totp';
import { knowPayee } from '#server/protection/testing/rules';
import { makeAdmin, makeCustomer } from '#server/testing/people';
import { type TestBank, testBank } from '#server/testing/test-bank';
import { copyOf, type Holdings, nothingHeld } from './party.ts';

/** What the owner signs in with besides the password. */
export const OWNERS = ['password', 'app', 'passkey'] as const;
export type OwnerKind = (typeof OWNERS)[number];

type People = {
  owner: { id: string; fullName: string; role: 'cliente'; email: string; accountId: string };
  admin: { id: string; fullName: string; role: 'admin' };
  /** Whom the intruder pays, and whom the owner has paid for long. */
  mule: { accountId: string; accountNumber: string };
  friend: { accountNumber: string };
};

/** A bank at one moment, with what owner and intruder hold outside of it. */
export type Moment = People & { bank: TestBank; own: Holdings; stolen: Holdings };

/** Kept to be copied as often as needed. */
export type Kept = { next: () => Promise<Moment>; drop: () => Promise<void> };

const ENV = { MONEY_RULES: 'standard' };
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const toBase32 = (bytes: Uint8Array): string =>
  [...bytes]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .replace(/.{1,5}/g, (bits) => BASE32[Number.parseInt(bits.padEnd(5, '0'), 2)] ?? '');

/** A customer of a month with R$ 20.000,00, a payee, a confirmed e-mail, and an open session a minute after its sign-in. */
export async function openMoment(kind: OwnerKind): Promise<Moment> {
  const bank = await testBank(ENV);
  const { user: admin, call } = await makeAdmin(bank);
  const own = nothingHeld('', '203.0.113.7');
  const browser = Object.assign(new Browser(bank, own.ip), { cookies: own.cookies });
  const person = newPerson();
  const user = await browser.register(person);
  Object.assign(own, { cpf: person.cpf, passwords: [PASSWORD], mailboxes: [person.email] });
  bank.clock.passSeconds(30 * 86_400);
  const { db, clock } = bank;
  const confirmed = { emailConfirmedAt: secondsAfter(clock.real(), -29 * 86_400) };
  await db.transaction((tx) =>
    tx.update(tx.tables.users).set(confirmed).where(eq(tx.tables.users.id, user.id)),
  );
  if (kind === 'passkey') own.passkeys.push(await withPasskey(bank, user.id, 29 * 86_400));
  if (kind === 'app') {
    const secret = newTotpSecret();
    own.apps.push(toBase32(secret));
    const totpSecret = encryptSecret(bank.keys, secret, 'users', user.id);
    await db.transaction((tx) =>
      tx.update(tx.tables.users).set({ totpSecret }).where(eq(tx.tables.users.id, user.id)),
    );
  }
  const [account] = await db.select().from(db.tables.accounts).where(eq(db.tables.accounts.userId, user.id));
  const accountId = account?.id ?? '';
  await call.admin.accounts.adjust({ id: accountId, amount: '20000.00', reason: 'Depósito' });
  const mule = await makeCustomer(bank, { fullName: 'Laranja' });
  const friend = await makeCustomer(bank, { fullName: 'Bruno Nogueira' });
  await knowPayee(bank, user, { kind: 'account', target: friend.accountNumber });
  const owner = {
    id: user.id,
    fullName: user.fullName,
    role: 'cliente' as const,
    email: person.email,
    accountId,
  };
  const stolen = nothingHeld(person.cpf, '198.51.100.9');
  return { bank, owner, admin: { ...admin, role: 'admin' as const }, mule, friend, own, stolen };
}

/** Keeps the moment; its bank cannot be used any more. */
export async function keep({ bank, own, stolen, ...people }: Moment): Promise<Kept> {
  const at = bank.clock.real().getTime();
  const image: TestImage = await takeImage(bank.db);
  return {
    async next() {
      const copy = await testBank(ENV, { image });
      copy.clock.passSeconds(Math.round((at - copy.clock.real().getTime()) / 1000));
      return { ...people, bank: copy, own: copyOf(own), stolen: copyOf(stolen) };
    },
    drop: image.drop,
  };
}
