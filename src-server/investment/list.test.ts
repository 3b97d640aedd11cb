import { expect } from 'vitest';
import { MAX_LISTED } from '#domain/limits';
import { newId } from '#server/kernel/id';
import { test } from '#server/testing/bank-test';
import { codeOf } from '#server/testing/refusal-of';

test('a customer sees 200 investments a page and 200 contracts, the newest first, and the totals of all', async ({
  setup: { bank, ana, admin },
}) => {
  const product = await admin.call.investment.products.create({
    name: 'CDB Vale 90',
    description: 'Renda fixa com prazo de 90 dias',
    minAmount: '10.00',
    annualRate: '12.00',
    termDays: 90,
  });
  await ana.call.investment.create({ productId: product.id, amount: '50.00' });
  const { investments, contracts } = bank.db.tables;
  const [[investment], [contract]] = [
    await bank.db.select().from(investments),
    await bank.db.select().from(contracts),
  ];
  if (!investment || !contract) throw new Error('no investment with a contract');
  await bank.db.transaction(async (tx) => {
    for (let number = 1; number <= MAX_LISTED; number += 1) {
      const createdAt = new Date(investment.createdAt.getTime() + number * 1000);
      const id = newId();
      await tx.insert(investments).values({ ...investment, id, createdAt });
      await tx.insert(contracts).values({ ...contract, id: newId(), relatedId: id, createdAt });
    }
  });
  const newest = await ana.call.investment.list();
  expect(newest.investments).toHaveLength(MAX_LISTED);
  expect(newest.totals).toMatchObject({ count: MAX_LISTED + 1, active: MAX_LISTED + 1 });
  expect(newest.investments.map(({ id }) => id)).not.toContain(investment.id);
  const rest = await ana.call.investment.list({ cursor: newest.nextCursor ?? '' });
  expect(rest.investments.map(({ id }) => id)).toEqual([investment.id]);
  expect(rest.nextCursor).toBeNull();
  const listed = await ana.call.contract.list();
  expect(listed).toHaveLength(MAX_LISTED);
  expect(listed.map(({ id }) => id)).not.toContain(contract.id);
  expect((await ana.call.contract.get({ id: contract.id })).id).toBe(contract.id);
});

test('administrators find investments by holder, document, product and status, and see maturities in pages of days', async ({
  setup: { bank, ana, admin },
}) => {
  const product = { description: 'Renda fixa', minAmount: '10.00', annualRate: '12.00' };
  for (const termDays of [30, 60, 90]) {
    const { id } = await admin.call.investment.products.create({
      ...product,
      name: `CDB ${termDays}`,
      termDays,
    });
    await ana.call.investment.create({ productId: id, amount: '20.00' });
  }
  const { users } = bank.db.tables;
  const cpf = (await bank.db.select().from(users)).find(({ id }) => id === ana.user.id)?.cpf ?? '';
  const found = async (filter: Parameters<typeof admin.call.investment.list>[0]) => {
    const { investments, totals } = await admin.call.investment.list(filter);
    expect(totals?.count).toBe(investments.length);
    return investments.length;
  };
  expect(await found({ q: 'ana mor' })).toBe(3);
  expect(await found({ q: cpf })).toBe(3);
  expect(await found({ q: 'cdb 60' })).toBe(1);
  expect(await found({ q: 'ninguém' })).toBe(0);
  expect(await found({ status: 'active' })).toBe(3);
  expect(await found({ status: 'redeemed' })).toBe(0);
  // A customer searches products only.
  expect((await ana.call.investment.list({ q: 'ana mor' })).investments).toEqual([]);

  const all = await admin.call.investment.maturities();
  expect(all.maturities).toHaveLength(3);
  const first = await admin.call.investment.maturities({ limit: 2 });
  const rest = await admin.call.investment.maturities({ limit: 2, cursor: first.nextCursor ?? '' });
  expect([...first.maturities, ...rest.maturities]).toEqual(all.maturities);
  expect(rest.nextCursor).toBeNull();
  expect(await codeOf(admin.call.investment.maturities({ cursor: 'ontem' }))).toBe('VALIDATION');
});
