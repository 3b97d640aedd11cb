import { eq } from 'drizzle-orm';
import { encryptSecret } from '#server/auth/two-factor/totp';
import { makeAdmin, makeCustomer } from './people.ts';
import { type TestBank, testBank } from './test-bank.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  APP_ORIGIN: 'https://bank.example',
  APP_KEYS: `1:${Buffer.alloc(32).toString('base64')}`,
  TRUST_PROXY: 'none',
};

export async function withTwoFactor(bank: TestBank, userId: string): Promise<void> {
  const totpSecret = encryptSecret(bank.keys, new Uint8Array(20), 'users', userId);
  await bank.db.transaction(async (tx) => {
    const { users } = tx.tables;
    await tx.update(users).set({ totpSecret }).where(eq(users.id, userId));
  });
}

/** A bank in production: an administrator with a second factor, proven just now, and a customer. */
export async function openInProduction() {
  const bank = await testBank(PRODUCTION);
  const admin = await makeAdmin(bank);
  await withTwoFactor(bank, admin.user.id);
  const ana = await makeCustomer(bank, { fullName: 'Ana Moreira', cpf: '52998224725' });
  return { bank, admin, ana };
}
