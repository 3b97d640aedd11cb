import { expect, test } from 'vitest';
import { startBank } from './bank.ts';
import { leaksIn, note, noteAnswered, noteCookies, noteSent } from './canary.ts';
import { newScript } from './script.ts';

const secrets = [
  'serra-do-mar-1988',
  '525.131.277-65',
  '52513127765',
  '481516',
  'K7M2QX',
  'vb_abcdefghijklmnop',
];

test('a planted secret is found in any line', () => {
  for (const secret of secrets) {
    for (const line of [`{"msg":"${secret}"}`, `Error: ${secret}`, `    at login (${secret})`, secret])
      expect(leaksIn(`{"msg":"request"}\n${line}\n`, secrets).length, line).toBeGreaterThan(0);
  }
});

test('the characters of a secret inside an id, a time or an amount are no secret', () => {
  const clean = [
    '{"time":"2026-11-21T09:20:58.481Z","requestId":"48151648-1516-4815-1648-151648151648","ms":4815}',
    '{"path":"/api/transfers/0193a1b2-481516-7000/receipt","id":"K7M2QXA"}',
    '  Cliente        529.982.247-25       senha vale-demo-2026',
  ];
  expect(leaksIn(clean.join('\n'), [...secrets, '529.982.247-25', 'vale-demo-2026'])).toEqual([]);
});

test('request bodies, answers and cookies are noted as secrets to search for', () => {
  noteSent('{"0":{"json":{"document":"314.159.265-90","password":"correta-cavalo-7"}}}');
  noteAnswered('{"token":{"secret":"vb_9f8e7d6c5b4a"},"backupCodes":["AAAA-BBBB-CCCC-DDDD"]}');
  noteCookies(['session=abcdefghijklmnopqrstuvwx; Path=/; HttpOnly', 'sidebar_state=true']);
  noteSent('not JSON');
  for (const secret of [
    '31415926590',
    '314.159.265-90',
    'correta-cavalo-7',
    'vb_9f8e7d6c5b4a',
    'AAAA-BBBB-CCCC-DDDD',
    'AAAABBBBCCCCDDDD',
    'abcdefghijklmnopqrstuvwx',
  ])
    expect(leaksIn(`{"msg":"${secret}"}`)).toHaveLength(1);
  expect(leaksIn('{"msg":"true"}')).toEqual([]);
});

test('stopping a test bank whose log contains a secret fails', async () => {
  const bank = await startBank();
  note('canario-no-caminho');
  await newScript(bank.origin).call('GET', '/api/canario-no-caminho');
  await expect(bank.stop()).rejects.toThrow('the log has a secret (canario-no-caminho)');
});
