import { expect, test } from 'vitest';
import { openProvider } from './client.ts';
import { reply, tinyProvider } from './testing/tiny-provider.ts';

test('an id that would lead to another path is refused as unknown, and the provider is not asked', async () => {
  const { url, received } = await tinyProvider((response) =>
    reply(response, 200, { id: '..a/../b', status: 'DONE', value: 12.34, externalReference: 'ref-1' }),
  );
  const { root } = openProvider({ url, apiKey: 'key' });
  for (const id of ['.', '..']) {
    expect(await root.transferById(id)).toMatchObject({ kind: 'refused', status: 404 });
    expect(await root.billById(id)).toMatchObject({ kind: 'refused', status: 404 });
  }
  expect(await root.transferById('..a/../b')).toMatchObject({ kind: 'answered' });
  expect(received.map((request) => request.url)).toEqual(['/v3/transfers/..a%2F..%2Fb']);
});
