import { expect, test } from 'vitest';
import { openProvider } from './client.ts';
import { reply, tinyProvider } from './testing/tiny-provider.ts';

test('an answer about another object than was asked for is none', async () => {
  const { url } = await tinyProvider((response) =>
    reply(response, 200, { id: 'of_another', status: 'RECEIVED', value: 900 }),
  );
  const { root } = openProvider({ url, apiKey: 'key' });
  const none = { kind: 'unknown', cause: 'malformed' };
  for (const ask of [root.payment, root.transferById, root.billById, root.pixReturn])
    expect(await ask('mine')).toEqual(none);
  expect(await root.refund('mine', 'Devolução')).toEqual(none);
  expect(await root.payment('of_another')).toMatchObject({ kind: 'answered', value: { id: 'of_another' } });
});

test('an answer with another reference than the one that was sent is none; one without a reference counts', async () => {
  let externalReference: string | null = 'of_another';
  const { url } = await tinyProvider((response) =>
    reply(response, 200, { id: 'made', status: 'PENDING', value: 40, externalReference }),
  );
  const { root } = openProvider({ url, apiKey: 'key' });
  const asked = { externalReference: 'mine', amountCents: 4_000, description: 'Aluguel' };
  const calls = [
    () => root.payBill({ ...asked, line: '0'.repeat(47) }),
    () => root.transfer({ ...asked, to: { walletId: 'wallet' } }),
    () =>
      root.createCharge({
        ...asked,
        ...{ customerId: 'cus', dueOn: '2026-03-10', fine: null, interest: null, discount: null },
      }),
  ];
  for (const ask of calls) expect(await ask()).toEqual({ kind: 'unknown', cause: 'malformed' });
  for (const told of ['mine', null]) {
    externalReference = told;
    for (const ask of calls) expect(await ask()).toMatchObject({ kind: 'answered', value: { id: 'made' } });
  }
});
