/** @module-tag postgres */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { Browser, newPerson, PASSWORD } from '#server/auth/testing/browser';
import { newId } from '#server/kernel/id';
import { test } from '#server/testing/bank-test';
import { refusalOf } from '#server/testing/refusal-of';
import { keepOwnKeys } from '../own-keys.ts';

const KEY = 'joana@correio.example';

test('whoever has a claim under way cannot leave; of whoever leaves neither keys nor claims nor looked-up payees are kept, or come back', async ({
  bank,
}) => {
  const browser = new Browser(bank);
  const { id: userId } = await browser.register(newPerson());
  const now = bank.clock.real();
  const { keyClaims, keyLookups, pixKeys } = bank.db.tables;
  const claim = (id: string, concludedAt: Date | null) => ({
    ...({
      id,
      userId,
      role: 'claimer',
      kind: 'portability',
      key: KEY,
      keyType: 'EMAIL',
      providerId: id,
    } as const),
    status: concludedAt ? ('cancelled' as const) : ('waiting' as const),
    endedBy: concludedAt && ('donor' as const),
    ...{
      otherInstitution: null,
      resolveBy: now,
      completeBy: now,
      nextLookAt: null,
      createdAt: now,
      concludedAt,
    },
  });
  const open = newId();
  await bank.db.transaction(async (tx) => {
    await tx.insert(pixKeys).values({ key: KEY, userId, type: 'EMAIL', providerId: 'k1', seenAt: now });
    await tx.insert(keyLookups).values({
      ...{ userId, key: 'bruno@correio.example', name: 'Bruno', document: null, institution: null },
      ...{ source: 'provider', lookedUpAt: now },
    });
    await tx.insert(keyClaims).values([claim(newId(), now), claim(open, null)]);
  });
  const close = () => browser.ask((on) => on.closeAccount({ password: PASSWORD, confirmation: 'ENCERRAR' }));
  expect((await refusalOf(close())).error).toBe(
    'Há pedido de chave PIX em aberto: responda a ele, ou desista do seu, antes de encerrar.',
  );
  await bank.db.transaction((tx) =>
    tx
      .update(keyClaims)
      .set({ status: 'cancelled', endedBy: 'claimer', concludedAt: now })
      .where(eq(keyClaims.id, open)),
  );
  await close();
  const listed = { id: 'k1', type: 'EMAIL', key: KEY, status: 'ACTIVE' } as Parameters<
    typeof keepOwnKeys
  >[2][number];
  await keepOwnKeys(bank, userId, [listed], now);
  for (const table of [pixKeys, keyLookups, keyClaims]) expect(await bank.db.$count(table)).toBe(0);
});
