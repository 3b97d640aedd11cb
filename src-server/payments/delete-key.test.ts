import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { openProvider } from '#server/provider/client';
import { reply, tinyProvider } from '#server/provider/testing/tiny-provider';
import { callerOf } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { ownerInBank } from './own-keys.ts';
import { test as pixTest } from './testing/pix-test.ts';
import { activate, auditedChanges, pixScene } from './testing/scene.ts';

const test = pixTest.extend('approved', async () => {
  const scene = await pixScene();
  for (const one of [scene.ana, scene.bruno]) await activate(scene, one);
  return scene;
});

const KEY = { id: 'k1', key: '52998224725', type: 'CPF', status: 'ACTIVE' };

/** A provider with one key, which answers a DELETE as told; then the key's status is `after` (null: gone). */
async function providerThat(deletes: 'refuses' | 'hangsUp', after: string | null) {
  let status: string | null = KEY.status;
  const { url } = await tinyProvider((response, { method }) => {
    if (method === 'GET') {
      const data = status === null ? [] : [{ ...KEY, status }];
      return reply(response, 200, { hasMore: false, data });
    }
    status = after;
    if (deletes === 'hangsUp') return response.destroy();
    const description = 'Esta chave tem uma reivindicação em andamento.';
    reply(response, 400, { errors: [{ code: 'invalid_action', description }] });
  });
  return openProvider({ url, apiKey: 'root' });
}

describe('deleting a PIX key', () => {
  test('deleting a PIX key is refused without an approved account, to others, and for an unknown or foreign key', async ({
    ana,
    admin,
    nobody,
    approved,
  }) => {
    const id = 'k1';
    expect(await codeOf(ana.call.pix.keys.remove({ id }))).toBe('ACCOUNT_NOT_APPROVED');
    expect(await codeOf(admin.call.pix.keys.remove({ id }))).toBe('FORBIDDEN');
    expect(await codeOf(nobody.pix.keys.remove({ id }))).toBe('UNAUTHENTICATED');
    expect(await codeOf(approved.ana.call.pix.keys.remove({ id: 'a b' }))).toBe('VALIDATION');
    const foreign = await approved.bruno.call.pix.keys.create({ type: 'EVP' });
    for (const unknown of [id, foreign.id])
      expect(await codeOf(approved.ana.call.pix.keys.remove({ id: unknown }))).toBe('NOT_FOUND');
    expect(await approved.bruno.call.pix.keys.list()).toHaveLength(1);
  });

  test('of concurrent deletions of a PIX key one succeeds, and the key can be made again', async ({
    approved,
  }) => {
    const { pix } = approved.ana.call;
    const kept = await pix.keys.create({ type: 'EVP' });
    const own = { type: 'CPF', key: '529.982.247-25' } as const;
    const { id } = await pix.keys.create(own);
    const outcomes = await Promise.allSettled([1, 2].map(() => pix.keys.remove({ id })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await codeOf(pix.keys.remove({ id }))).toBe('NOT_FOUND');
    expect((await pix.keys.list()).map((key) => key.id)).toEqual([kept.id]);
    expect(await auditedChanges(approved.bank, 'delete_pix_key')).toEqual([{ keyId: id, type: 'CPF' }]);
    await pix.keys.create(own);
  });

  test('deleting a PIX key reports the provider’s refusal, or that the outcome is unknown', async ({
    approved,
  }) => {
    const { bank, ana } = approved;
    bank.provider = await providerThat('refuses', 'ACTIVE');
    expect(await refusalOf(callerOf(bank, ana.user).pix.keys.remove({ id: 'k1' }))).toMatchObject({
      code: 'PROVIDER_REFUSED',
      error: 'Esta chave tem uma reivindicação em andamento.',
    });
    bank.provider = await providerThat('hangsUp', 'ACTIVE');
    expect(await refusalOf(callerOf(bank, ana.user).pix.keys.remove({ id: 'k1' }))).toEqual({
      status: 502,
      code: 'PROVIDER_FAILED',
      error:
        'O provedor de pagamentos não confirmou a exclusão da chave. Confira suas chaves antes de tentar novamente.',
    });
    expect(await auditedChanges(bank, 'delete_pix_key')).toEqual([]);
    const { notifications } = bank.db.tables;
    const isTold = eq(notifications.kind, 'key_deleted');
    expect(await bank.db.$count(notifications, isTold)).toBe(0);
    for (const after of ['AWAITING_DELETION', 'DELETED', null]) {
      bank.provider = await providerThat('hangsUp', after);
      await callerOf(bank, ana.user).pix.keys.remove({ id: 'k1' });
    }
    expect(await auditedChanges(bank, 'delete_pix_key')).toHaveLength(3);
    expect(await bank.db.$count(notifications, isTold)).toBe(1);
  });
});

test('a PIX key that the customer has is not made again, also concurrently', async ({ approved }) => {
  const { pix } = approved.ana.call;
  const own = { type: 'CPF', key: '52998224725' } as const;
  const outcomes = await Promise.allSettled([1, 2].map(() => pix.keys.create(own)));
  const [lost] = outcomes.filter(({ status }) => status === 'rejected');
  expect(lost).toMatchObject({ reason: { cause: { code: 'KEY_ALREADY_YOURS' } } });
  expect(await refusalOf(pix.keys.create(own))).toEqual({
    status: 409,
    code: 'KEY_ALREADY_YOURS',
    error: 'Você já tem esta chave',
  });
  expect(await pix.keys.list()).toHaveLength(1);
});

test('a list of PIX keys that was read before a key moved does not take it back in the bank’s own record', async ({
  approved,
}) => {
  const { ana, bruno, bank, simulator } = approved;
  const { id, key } = await ana.call.pix.keys.create({ type: 'EVP' });
  const other = await ana.call.pix.keys.create({ type: 'EVP' });
  const { store } = simulator.simulator;
  const moveTo = (cpf: string) => {
    const [account] = store.list('account', { name: cpf });
    const record = store.get('key', id);
    if (!account || !record) throw new Error('the provider lacks the key or its holder');
    store.remove('key', id);
    const { id: accountId } = account;
    store.insert('key', id, { ...record, accountId }, { accountId, name: record.key });
  };
  const real = bank.provider.of;
  /** Once Ana's keys are read, the key becomes Bruno's, who lists his before her call goes on. */
  const movedMeanwhile = async (call: () => Promise<unknown>) => {
    moveTo('52998224725');
    bank.clock.passSeconds(1);
    await ana.call.pix.keys.list();
    bank.clock.passSeconds(1);
    bank.provider.of = (apiKey) => ({
      ...real(apiKey),
      keys: async () => {
        bank.provider.of = real;
        const read = await real(apiKey).keys();
        moveTo('11144477735');
        bank.clock.passSeconds(1);
        await bruno.call.pix.keys.list();
        return read;
      },
    });
    await call();
    return (await ownerInBank(bank, key ?? ''))?.userId;
  };
  for (const call of [
    () => ana.call.pix.keys.list(),
    () => ana.call.pix.keys.create({ type: 'EVP' }),
    () => ana.call.pix.keys.remove({ id: other.id }),
  ])
    expect(await movedMeanwhile(call)).toBe(bruno.user.id);
  expect(await ownerInBank(bank, other.key ?? '')).toBe(null);
});

describe('payments of a code', () => {
  test('the payments of a code are refused without an approved account, to administrators and without a sign-in', async ({
    ana,
    admin,
    nobody,
  }) => {
    expect(await codeOf(ana.call.pix.codePayments({ id: 'x' }))).toBe('ACCOUNT_NOT_APPROVED');
    expect(await codeOf(admin.call.pix.codePayments({ id: 'x' }))).toBe('FORBIDDEN');
    expect(await codeOf(nobody.pix.codePayments({ id: 'x' }))).toBe('UNAUTHENTICATED');
  });

  test('a payment of a code is booked once when asked for, without its event, and its owner alone is told', async ({
    approved,
  }) => {
    const { ana, bruno, bank, simulator } = approved;
    await ana.call.pix.keys.create({ type: 'EVP' });
    const code = await ana.call.pix.qrcode({ amount: '42.00', description: 'Racha' });
    const other = await ana.call.pix.qrcode({ amount: '42.00', description: 'Outro' });
    expect(await ana.call.pix.codePayments({ id: code.id })).toEqual([]);
    const body = { payload: code.payload, payerName: 'Carla Dias' };
    await simulator.root('POST', '/v3/sandbox/pix/receive', body);
    const paid = [{ id: expect.any(String), amount: '42.00', payerName: 'Carla Dias' }];
    const asked = await Promise.all([1, 2].map(() => ana.call.pix.codePayments({ id: code.id })));
    expect(asked).toEqual([paid, paid]);
    expect(await auditedChanges(bank, 'receive_pix')).toHaveLength(1);
    expect(await ana.call.pix.codePayments({ id: other.id })).toEqual([]);
    expect(await bruno.call.pix.codePayments({ id: code.id })).toEqual([]);
    const { notifications } = await ana.call.auth.notifications.list({});
    expect(notifications.map(({ kind }) => kind)).toContain('pix_received');
  });
});
