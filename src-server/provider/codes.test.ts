import { expect, test } from 'vitest';
import { openProvider } from './client.ts';
import { referenceIn, withReference } from './code-shapes.ts';
import { reply, tinyProvider } from './testing/tiny-provider.ts';

const ID = '0199c0de-0000-7000-8000-000000000001';
const debit = (change: object) => ({
  id: 'd1',
  status: 'DONE',
  value: 12.34,
  description: `Pão ${ID}`,
  ...change,
});

/** An account at a provider whose list of transactions is these. */
async function listing(...data: object[]) {
  const tiny = await tinyProvider((to) => reply(to, 200, { data, hasMore: false }));
  return { ...tiny, root: openProvider({ url: tiny.url, apiKey: 'root' }).root };
}

test('a paid code carries the reference at the end of its description, of which it takes the room', () => {
  expect(withReference('Pão', ID, 140)).toBe(`Pão ${ID}`);
  expect(withReference('x'.repeat(140), ID, 140)).toHaveLength(140);
  expect(referenceIn(withReference('x'.repeat(140), ID, 140))).toBe(ID);
  expect(referenceIn(withReference('', ID, 140))).toBe(ID);
  for (const none of [null, undefined, '', ' ']) expect(referenceIn(none)).toBeNull();
});

test('a paid code is sent with the documented fields alone', async () => {
  const { url, received } = await tinyProvider((to) => reply(to, 200, debit({})));
  const { root } = openProvider({ url, apiKey: 'root' });
  const sent = { externalReference: ID, payload: '000201', amountCents: 1_234, description: 'Pão' };
  expect(await root.payQr(sent)).toMatchObject({
    kind: 'answered',
    value: { externalReference: ID, amountCents: 1_234 },
  });
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    qrCode: { payload: '000201' },
    value: 12.34,
    description: `Pão ${ID}`,
  });
});

test('a paid code is found by the end of its description, not by a reference inside it', async () => {
  const { root } = await listing(
    debit({ id: 'other', description: `${ID} other` }),
    { description: 'unreadable' },
    debit({}),
  );
  expect(await root.pixDebitByReference(ID)).toMatchObject({ kind: 'answered', value: { id: 'd1' } });
  expect(await root.pixDebitByReference('nobody')).toEqual({ kind: 'answered', value: null });
});

test('a PIX sent as a transfer is no paid code, whatever its description says', async () => {
  const { root } = await listing(debit({ transferId: 't1' }));
  expect(await root.pixDebitByReference(ID)).toEqual({ kind: 'answered', value: null });
});

test('an unreadable payment of our own code is no absence', async () => {
  const { root } = await listing(debit({ value: 'much' }));
  expect(await root.pixDebitByReference(ID)).toEqual({ kind: 'unknown', cause: 'malformed' });
});

test('PIX that were sent as transfers, and older ones, are not in the list of paid codes', async () => {
  const { root } = await listing(
    debit({ dateCreated: '2026-03-10', originType: 'DYNAMIC_QRCODE' }),
    debit({ id: 'transfer', transferId: 't1' }),
    debit({ id: 'by key', originType: 'ADDRESS_KEY' }),
    debit({ id: 'old', dateCreated: '2026-03-01' }),
  );
  expect(await root.pixDebits('2026-03-05')).toMatchObject({ value: [{ id: 'd1' }] });
});

test('lists without a filter by day are read up to the first page whose entries are all older', async () => {
  const days = ['2026-03-10', '2026-03-05', '2026-03-04', '2026-03-01'];
  const { url, received } = await tinyProvider((to, request) => {
    const page = Number(new URL(request.url, 'http://x').searchParams.get('offset'));
    reply(to, 200, { data: [debit({ id: `d${page}`, dateCreated: days[page] })], hasMore: page < 3 });
  });
  const { root } = openProvider({ url, apiKey: 'root' });
  expect(await root.pixDebits('2026-03-05')).toMatchObject({ value: [{ id: 'd0' }, { id: 'd1' }] });
  expect(received).toHaveLength(3);
  expect(await root.pixReturns('2026-03-05')).toMatchObject({
    value: [{ id: 'd0' }, { id: 'd1' }, { id: 'd2' }],
  });
  expect(received).toHaveLength(6);
  await root.pixReturns('2026-01-01');
  expect(received).toHaveLength(10);
});

test('a paid code that its payee gave back whole counts as refunded, in part as done', async () => {
  for (const [refundedValue, status] of [
    [12.34, 'REFUNDED'],
    [1, 'DONE'],
    [0, 'DONE'],
    [null, 'DONE'],
  ] as const) {
    const { root } = await listing(debit({ refundedValue }));
    expect(await root.pixDebitByReference(ID)).toMatchObject({ value: { status } });
  }
});

test('a decoded code has its expiry in São Paulo, to the end of a day alone', async () => {
  for (const [expirationDate, expiresAt] of [
    ['2026-03-10 12:00:00', new Date('2026-03-10T15:00:00Z')],
    ['2026-03-10', new Date('2026-03-11T02:59:59Z')],
    ['soon', null],
    [null, null],
  ]) {
    const { url } = await tinyProvider((to) => reply(to, 200, { value: 1, expirationDate }));
    expect(await openProvider({ url, apiKey: 'root' }).root.decodeQr('000201')).toMatchObject({
      value: { expiresAt, originalCents: 100, totalCents: 100, isPayable: true, isAmountFree: false },
    });
  }
});
