import { test as base, expect } from 'vitest';
import { queriesDuring } from '#server/testing/queries-during';
import { compare } from './reconcile/compare.ts';
import { callsOf } from './testing/provider-calls.ts';
import { receiveMany } from './testing/receive-many.ts';
import { activate, auditedChanges, pixScene } from './testing/scene.ts';

const test = base.extend('scene', () => pixScene());

test('a look at a code with very many payments reads the newest hundred, and books what is missing of them', async ({
  scene,
}) => {
  const { bank, simulator, ana } = scene;
  await activate(scene, ana);
  const { key } = await ana.call.pix.keys.create({ type: 'EVP' });
  const { id } = await ana.call.pix.qrcode({ amount: '0.01', description: 'Caixinha' });
  receiveMany(simulator, '52998224725', 300, key);
  expect(await compare(bank)).toMatchObject({ differences: [], booked: 300 });

  const look = async () => {
    let shown: string[] = [];
    const cost = await queriesDuring(bank, async () => {
      shown = (await ana.call.pix.codePayments({ id })).map((payment) => payment.id);
    });
    return { shown, queries: cost.queries };
  };
  expect(await callsOf(bank, look)).toBe(1);
  const before = await look();
  expect(before.shown).toHaveLength(100);
  expect(before.queries).toBeLessThan(10);

  receiveMany(simulator, '52998224725', 1, key);
  const { shown } = await look();
  expect(shown).toHaveLength(100);
  expect(shown.slice(1)).toEqual(before.shown.slice(0, 99));
  expect(await auditedChanges(bank, 'receive_pix')).toHaveLength(301);
  expect((await look()).queries).toBe(before.queries);
});
