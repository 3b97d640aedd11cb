import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { caller } from '#server/testing/http-caller';
import { test } from './orders/testing/order-test.ts';
import { bearer } from './testing/chaos-scene.ts';

type Line = { method: string; address: string; body: object; headers: Record<string, string> };

const SHELL = [...readFileSync('README.md', 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)]
  .map(([, text]) => text)
  .join('\n')
  .replaceAll(/\\\n\s*/g, ' ');

/** The words of each curl line, up to its pipe or comment. Only variables of `known` are filled in. */
function curlLines(known: Record<string, string>): string[][] {
  const lines = SHELL.match(/^curl (?:[^\n'"|#]|'[^']*'|"[^"]*")*/gm) ?? [];
  const bare = (word: string) => word.replaceAll(/\$(\w+)/g, (whole, name: string) => known[name] ?? whole);
  return lines.map((line) =>
    (line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []).map((word) =>
      word.replaceAll(
        /'([^']*)'|"([^"]*)"|([^'"]+)/g,
        (_, plain, quoted, open) => plain ?? bare(quoted ?? open),
      ),
    ),
  );
}

/** What the README sends to this address, with that in its body. */
function lineTo(address: string, known: Record<string, string> = {}, has = ''): Line {
  const words = curlLines({ BANK: '', PROVIDER: '', JSON: 'content-type: application/json', ...known }).find(
    (line) => line.includes(address) && line.some((word) => word.includes(has)),
  );
  if (!words) throw new Error(`the README has no line to ${address}`);
  const after = (option: string) =>
    words.flatMap((word, place) => (words[place - 1] === option ? [word] : []));
  const headers = after('-H').map((header) => header.split(': ') as [string, string]);
  return {
    method: after('-X')[0] ?? 'POST',
    address,
    body: JSON.parse(after('-d')[0] ?? '{}'),
    headers: Object.fromEntries(headers.filter(([name]) => name === 'Idempotency-Key')),
  };
}

test('the README’s lines for charging, for paying a code, and for a merchant that charges do what they say', async ({
  bank,
  simulator,
  ana,
}) => {
  const call = caller(bank);
  const authorization = await bearer(bank, ana.user.id);
  const atBank = async (address: string, known: Record<string, string> = {}) => {
    const { method, body, headers } = lineTo(address, known);
    return call(method, address, body, { authorization, ...headers });
  };
  const atProvider = async (address: string, known: Record<string, string> = {}, has = '') => {
    const { method, body } = lineTo(address, known, has);
    return simulator.control(method as 'POST', address, body);
  };
  await ana.call.pix.keys.create({ type: 'EVP' });

  const { body: merchants } = await atProvider('/simulator/charges', {}, '45.90');
  const CODE = String(merchants.payload);
  expect((await atBank('/api/asaas/pix/decode', { CODE })).body).toMatchObject({ pix: { amount: '45.90' } });
  expect(await atBank('/api/asaas/pix/transfer', { CODE })).toMatchObject({
    status: 201,
    body: { transfer: { status: 'done', amount: '45.90' } },
  });
  expect(await atProvider('/simulator/charges', {}, 'dated')).toMatchObject({
    status: 200,
    body: { payload: expect.any(String) },
  });

  const made = await atBank('/api/charges', { DUE: '2026-03-20' });
  expect(made).toMatchObject({
    status: 201,
    body: { charge: { status: 'open', url: expect.any(String), payload: expect.any(String) } },
  });
  const { id, payload } = made.body.charge as { id: string; payload: string };
  const { body, address } = lineTo('/simulator/receive', {}, 'late');
  expect(await simulator.control('POST', address, { ...body, payload })).toMatchObject({ status: 200 });
  expect(await ana.call.charge.check({ id })).toMatchObject({ status: 'paid', payerName: 'Carla Dias' });
});
