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
