import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type SecurityKey, withPasskey } from '#server/auth/testing/security-key';
import { test as base } from '#server/testing/bank-test';
import { callerOf, tokenCallerOf } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import type { Authorisation } from './authorisation.ts';
import { newKey, sessionOf } from './testing/protected-bank.ts';

/** Ana pays Bruno, whom she has not paid before, and signs it with her passkey. */
const test = base
  .extend('env', { MONEY_RULES: 'standard' } as Record<string, string>)
  // biome-ignore lint/correctness/noEmptyPattern: vitest requires the pattern
  .extend('folder', async ({}, { onCleanup }) => {
    const folder = mkdtempSync(join(tmpdir(), 'valebank-signature-'));
    onCleanup(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  })
  .extend('paid', async ({ bank, ana, bruno }) => {
    const key = await withPasskey(bank, ana.user.id);
    const own = sessionOf(bank, ana);
    const transfer = await paySigned(own, key, {
      accountNumber: bruno.accountNumber,
      amount: '40.00',
      description: 'Aluguel',
      idempotencyKey: newKey(),
    });
    return { own, transfer };
  });

type Call = ReturnType<typeof sessionOf>;

async function paySigned(own: Call, key: SecurityKey, payment: Parameters<Call['account']['transfer']>[0]) {
  const refused = (await refusalOf(own.account.transfer(payment))) as { confirmationId?: string };
  const id = refused.confirmationId ?? 'none';
  const { passkey } = await own.account.confirmations.get({ id });
  await own.account.confirmations.prove({ id, passkey: key.get({ challenge: passkey?.challenge ?? '' }) });
  return own.account.transfer(payment);
}

function codeOfDocs(language: string, has: string): string {
  const text = readFileSync('docs/verify-a-signature.md', 'utf8');
  const blocks = [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, lang, code = '']) => ({
    lang,
    code,
  }));
  const found = blocks.find(({ lang, code }) => lang === language && code.includes(has));
  if (!found) throw new Error(`docs/verify-a-signature.md has no ${language} with ${has}`);
  return found.code;
}

/** Runs the lines of the document; what they print, also if they say no. */
function checked(folder: string, authorisation: Authorisation): string {
  writeFileSync(join(folder, 'check.mjs'), codeOfDocs('js', 'check.mjs'));
  writeFileSync(join(folder, 'authorisation.json'), JSON.stringify({ authorisation }));
  const args = ['check.mjs', 'authorisation.json', 'localhost'];
  try {
    return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

test('a stored signature is verified without the bank by the lines of the documentation, and an altered one is not', async ({
  paid: { own, transfer },
  folder,
}) => {
  const authorisation = await own.account.authorisation({ id: transfer.id });
  const { signed } = authorisation;
  if (!signed) throw new Error('nothing was signed');
  expect(checked(folder, authorisation)).toMatch(/^(yes .+\n){4}\{"amountCents":4000,/);
  const altered = (changes: Partial<typeof signed>) =>
    checked(folder, { ...authorisation, signed: { ...signed, ...changes } });
  expect(altered({ content: signed.content.replace('4000', '4001') })).toContain('NO  of this payment');
  const flags = Buffer.from(signed.authenticatorData, 'base64url');
  flags[32] = 0;
  expect(altered({ authenticatorData: flags.toString('base64url') })).toMatch(
    /NO {2}signed by the passkey[\s\S]*NO {2}by its owner in person/,
  );
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

test.runIf(hasOpenssl)(
  'a stored signature is verified by openssl as documented',
  async ({ paid: { own, transfer }, folder }) => {
    const authorisation = await own.account.authorisation({ id: transfer.id });
    writeFileSync(join(folder, 'authorisation.json'), JSON.stringify({ authorisation }));
    const lines = codeOfDocs('sh', 'openssl');
    const said = execFileSync('bash', ['-c', lines], { cwd: folder, encoding: 'utf8' });
    const [verdict, challenge, hashed] = said.trim().split('\n');
    expect(verdict).toBe('Verified OK');
    expect(challenge).toBe(hashed);
  },
);

test('how a payment was authorised is shown to its payer, on its receipt too, and to nobody else', async ({
  paid: { own, transfer },
  bank,
  ana,
  bruno,
  admin,
}) => {
  const text = 'Autorizado com a chave de acesso "Notebook" às 12:00';
  expect(await own.account.authorisation({ id: transfer.id })).toMatchObject({
    transactionId: transfer.id,
    kind: 'transfer',
    amount: '40.00',
    method: 'passkey',
    text,
  });
  const shownTo = async (call: Call) =>
    (await call.account.verifyDocument({ code: transfer.authCode })).authorisation;
  expect(await shownTo(own)).toBe(text);
  for (const call of [bruno.call, admin.call, callerOf(bank, null)]) expect(await shownTo(call)).toBeNull();
  for (const [call, code] of [
    [bruno.call, 'NOT_FOUND'],
    [admin.call, 'FORBIDDEN'],
    [callerOf(bank, null), 'UNAUTHENTICATED'],
  ] as const)
    expect(await codeOf(call.account.authorisation({ id: transfer.id }))).toBe(code);
  expect((await tokenCallerOf(bank, ana.user).account.authorisation({ id: transfer.id })).text).toBe(text);
});

test('a payment in a session, or by a token, is shown as such and has nothing signed', async ({
  paid: { own },
  bank,
  ana,
  bruno,
}) => {
  const again = { accountNumber: bruno.accountNumber, amount: '1.00', description: 'Resto' };
  for (const [call, text] of [
    [own, 'Autorizado na sua sessão às 12:00'],
    [tokenCallerOf(bank, ana.user), 'Autorizado por um token de acesso às 12:00'],
  ] as const) {
    const { id } = await call.account.transfer({ ...again, idempotencyKey: newKey() });
    expect(await own.account.authorisation({ id })).toMatchObject({ text, signed: null });
  }
});
