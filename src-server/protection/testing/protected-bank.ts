import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { RequestInfo } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { openBody } from '#server/outbox/sealed';
import { callerOf, type makeCustomer } from '#server/testing/people';
import type { TestBank } from '#server/testing/test-bank';

type Customer = Awaited<ReturnType<typeof makeCustomer>>;

/** A session of this customer, long open, of a registered device and with fresh proofs unless said otherwise. */
export function sessionOf(
  bank: TestBank,
  { user }: Pick<Customer, 'user'>,
  {
    isRegistered = true,
    signedInAt = new Date(0),
    proven = bank.clock.real() as Date | null,
    factorProven = proven as Date | null,
    ip = '203.0.113.7',
  } = {},
) {
  const later = new Date(bank.clock.real().getTime() + 3_600_000);
  const session = {
    id: newId(),
    publicId: newId(),
    createdAt: signedInAt,
    expiresAt: later,
    absoluteExpiresAt: later,
    passwordProvenAt: proven,
    factorProvenAt: factorProven,
    device: isRegistered ? { id: newId(), trustedFrom: new Date(0) } : null,
    passkeyId: null,
    isByNewPasskey: false,
  };
  const request = { ip, userAgent: 'vitest', bearerToken: null } as RequestInfo;
  return callerOf(bank, user, { session, request });
}

export const newKey = (): string => randomBytes(8).toString('hex');

/** The newest letter of a kind, with plain spaces. */
export async function letterTo({ db, keys }: TestBank, kind: string): Promise<string> {
  const { outbox } = db.tables;
  const rows = await db.select().from(outbox).where(eq(outbox.kind, kind)).orderBy(outbox.id);
  const last = rows.at(-1);
  if (!last) throw new Error(`no letter of kind ${kind}`);
  return openBody(keys, last).text.replaceAll('\u00a0', ' ');
}

/** Gives money without a letter or entry that tests would have to ignore. */
export const fund = (
  admin: { call: ReturnType<typeof callerOf> },
  { accountId }: Pick<Customer, 'accountId'>,
  amount: string,
) => admin.call.admin.accounts.adjust({ id: accountId, amount, reason: 'Depósito' });
