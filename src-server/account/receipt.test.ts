import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { PDFDocument } from 'pdf-lib';
import { describe, expect } from 'vitest';
import { databaseError } from '#db/error';
import { documentCode } from '#domain/document/code';
import { isOriginal } from '#domain/document/compare';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { countAttempt } from '#server/auth/attempts';
import { spendAll } from '#server/auth/testing/spend-all';
import { pdfText } from '#server/document/testing/pdf-text';
import type { FileAnswer } from '#server/kernel/file-answer';
import { test as bankTest } from '#server/testing/bank-test';
import { callerOf, makeCustomer } from '#server/testing/people';
import { codeOf } from '#server/testing/refusal-of';
import { reverse } from '../ledger/reverse.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytesOf = ({ bytes }: FileAnswer): Uint8Array => {
  if (!(bytes instanceof Uint8Array)) throw new Error('the PDF is a stream');
  return bytes;
};

const REQUEST = {
  id: 'test',
  userAgent: 'vitest',
  deviceToken: null,
  challengeToken: null,
  sessionToken: null,
  bearerToken: null,
};

const test = bankTest.extend('scene', async ({ setup: scene }) => {
  scene.bank.clock.set('2026-03-11T15:30:09-03:00');
  const padaria = await makeCustomer(scene.bank, { fullName: 'Padaria Serra Ltda', cnpj: '12ABC34501DE35' });
  const transfer = await scene.ana.call.account.transfer({
    accountNumber: padaria.accountNumber,
    amount: '40.25',
    description: 'Café da manhã',
  });
  return { ...scene, padaria, transfer };
});

describe('a receipt', () => {
  test('a receipt is audited once, in the commit that registers it, even when asked for concurrently', {
    tags: ['postgres'],
  }, async ({ scene: { bank, ana, padaria, transfer } }) => {
    const { auditLog } = bank.db.tables;
    const ask = (who: typeof ana | typeof padaria) => who.call.account.receipt({ id: transfer.id });
    await Promise.all([ask(ana), ask(padaria), ask(ana), ask(padaria)]);
    const rows = await bank.db.select().from(auditLog).where(eq(auditLog.action, 'register_document'));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ entityType: 'document' });
    expect(rows[0]?.changes).toContain(transfer.authCode);
  });

  test('a receipt is one PDF with every field, the same for both sides and at any time', async ({
    scene: { bank, ana, padaria, transfer },
  }) => {
    const own = bytesOf(await ana.call.account.receipt({ id: transfer.id }));
    const others = await padaria.call.account.receipt({ id: transfer.id });
    bank.clock.set('2027-01-01T00:00:00-03:00');
    const again = bytesOf(await ana.call.account.receipt({ id: transfer.id }));
    expect([sha256(bytesOf(others)), sha256(again)]).toEqual([sha256(own), sha256(own)]);
    expect(others).toMatchObject({
      contentType: 'application/pdf',
      fileName: `comprovante-${transfer.authCode.toLowerCase()}.pdf`,
    });

    const text = (await pdfText(own)).replaceAll('\u00a0', ' ');
    for (const field of [
      'ValeBank',
      'Comprovante de transferência',
      'R$ 40,25',
      'Concluída',
      '11/03/2026 às 15:30:09 (horário de Brasília, UTC−3)',
      'Ana Moreira',
      'CPF ***.982.247-**',
      `Conta ${ana.accountNumber}`,
      'Padaria Serra Ltda',
      'CNPJ 12.ABC.345/01DE-35',
      `Conta ${padaria.accountNumber}`,
      'Instituição ValeBank',
      'Café da manhã',
      transfer.id,
      transfer.authCode,
      `http://localhost:3000/verificar/${transfer.authCode}`,
    ])
      expect(text).toContain(field);
    expect(text).not.toMatch(/529[. ]?982/);
    expect(text).not.toContain('59,75');

    const pdf = await PDFDocument.load(own, { updateMetadata: false });
    expect(pdf.getTitle()).toBe(`Comprovante de transferência · ${transfer.authCode}`);
    expect(pdf.getCreationDate()).toEqual(new Date('2026-03-11T18:30:09Z'));
    expect(pdf.catalog.toString()).toContain('(pt-BR)');
  });

  test('concurrent requests for a receipt make it once', { tags: ['postgres'] }, async ({
    scene: { bank, ana, padaria, transfer },
  }) => {
    const asked = [ana, padaria, ana, padaria].map(({ call }) => call.account.receipt({ id: transfer.id }));
    const hashes = (await Promise.all(asked)).map((answer) => sha256(bytesOf(answer)));
    expect(new Set(hashes).size).toBe(1);
    expect(await bank.db.$count(bank.db.tables.documents)).toBe(1);
    expect(await callerOf(bank, null).account.verifyDocument({ code: transfer.authCode })).toMatchObject({
      sha256: hashes[0],
    });
  });

  test('the making of receipts is limited per minute, day and customer, and a stored receipt is not counted', async ({
    scene: { bank, ana, transfer },
  }) => {
    await countAttempt(bank, 'receipt', ana.user.id, ATTEMPT_LIMITS.receipt.max - 1);
    const ask = (id: string) => ana.call.account.receipt({ id });
    await ask(transfer.id);
    const [deposit] = (await ana.call.account.ledger({ type: 'deposit' })).entries;
    const another = () => ask(deposit?.transactionId ?? '');
    expect(await codeOf(another())).toBe('TOO_MANY_ATTEMPTS');
    await ask(transfer.id);
    await spendAll(bank, 'receiptDay', ana.user.id, 1);
    bank.clock.passSeconds(ATTEMPT_LIMITS.receipt.windowSeconds);
    expect(await codeOf(another())).toBe('TOO_MANY_ATTEMPTS');
    bank.clock.passSeconds(ATTEMPT_LIMITS.receiptDay.windowSeconds);
    await another();
  });

  test('a customer gets a receipt of any own movement, those with the bank included', async ({
    scene: { ana },
  }) => {
    const deposit = (await ana.call.account.ledger({ type: 'deposit' })).entries[0];
    const text = await pdfText(bytesOf(await ana.call.account.receipt({ id: deposit?.transactionId ?? '' })));
    expect(text).toContain('Comprovante de depósito');
    expect(text).toContain(`Conta ${ana.accountNumber}`);
  });

  test('a receipt is refused to everybody else', async ({ scene: { bank, bruno, admin, transfer } }) => {
    expect(await codeOf(bruno.call.account.receipt({ id: transfer.id }))).toBe('NOT_FOUND');
    expect(await codeOf(bruno.call.account.receipt({ id: 'nenhuma' }))).toBe('NOT_FOUND');
    expect(await codeOf(admin.call.account.receipt({ id: transfer.id }))).toBe('FORBIDDEN');
    expect(await codeOf(callerOf(bank, null).account.receipt({ id: transfer.id }))).toBe('UNAUTHENTICATED');
    expect(await bank.db.$count(bank.db.tables.documents)).toBe(0);
  });
});

describe('the verification of a document', () => {
  test('the verification tells anybody what a document is, without personal data, before and after its download', async ({
    scene: { bank, ana, transfer },
  }) => {
    const nobody = callerOf(bank, null);
    const verified = await nobody.account.verifyDocument({ code: transfer.authCode });
    const pdf = bytesOf(await ana.call.account.receipt({ id: transfer.id }));
    expect(verified).toEqual({
      code: transfer.authCode,
      kind: 'receipt',
      title: 'Comprovante de transferência',
      issuedAt: '2026-03-11T18:30:09.000Z',
      reversedAt: null,
      amount: '40.25',
      sha256: sha256(pdf),
      contentSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      authorisation: null,
      parties: [
        { role: 'payer', name: 'Ana M***' },
        { role: 'payee', name: 'Padaria Serra Ltda' },
      ],
    });
    const typed = transfer.authCode.toLowerCase().replaceAll('-', ' ');
    expect(await nobody.account.verifyDocument({ code: typed })).toEqual(verified);

    expect(isOriginal(sha256(pdf), verified.sha256 ?? '')).toBe(true);
    const altered = pdf.slice();
    altered[1000] = (altered[1000] ?? 0) ^ 1;
    expect(isOriginal(sha256(altered), verified.sha256 ?? '')).toBe(false);
  });

  test('strangers of many networks make only so many receipts of one payer, and still verify those that are kept', async ({
    scene: { bank, ana, transfer },
  }) => {
    const asked = (network: number, code: string) =>
      callerOf(bank, null, {
        request: { ...REQUEST, ip: `2001:db8:aa:${network}::1` },
      }).account.verifyDocument({
        code,
      });
    await asked(1, transfer.authCode);
    await countAttempt(bank, 'receiptVerified', ana.user.id, ATTEMPT_LIMITS.receiptVerified.max - 1);
    const [deposit] = (await ana.call.account.ledger({ type: 'deposit' })).entries;
    const code = documentCode(deposit?.transactionId ?? '');
    expect(await codeOf(asked(2, code))).toBe('TOO_MANY_ATTEMPTS');
    await asked(3, transfer.authCode);
    expect(await bank.db.$count(bank.db.tables.documents)).toBe(1);

    await ana.call.account.receipt({ id: deposit?.transactionId ?? '' });
    expect((await asked(4, code)).sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test('the verification of a reversed receipt says that it is genuine and was reversed', async ({
    scene: { bank, ana, padaria, transfer },
  }) => {
    const pdf = bytesOf(await padaria.call.account.receipt({ id: transfer.id }));
    bank.clock.set('2026-03-12T09:00:00-03:00');
    const reversal = await bank.db.transaction((tx) =>
      reverse(tx, {
        transactionId: transfer.id,
        reason: 'Em duplicidade',
        actorId: null,
        createdAt: bank.clock.now(),
      }),
    );
    const nobody = callerOf(bank, null);
    expect(await nobody.account.verifyDocument({ code: transfer.authCode })).toMatchObject({
      sha256: sha256(pdf),
      reversedAt: '2026-03-12T12:00:00.000Z',
    });
    const back = await pdfText(bytesOf(await ana.call.account.receipt({ id: reversal.transactionId })));
    expect(back).toContain('Comprovante de estorno');
    const code = documentCode(reversal.transactionId);
    expect(await nobody.account.verifyDocument({ code })).toMatchObject({ reversedAt: null });
  });

  test('the verification knows only codes of documents, and limits guessing', async ({
    scene: { bank, transfer },
  }) => {
    const nobody = callerOf(bank, null);
    const near = transfer.authCode.replace(/.$/, (last) => (last === '2' ? '3' : '2'));
    for (const code of [near, 'ABCD', 'ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ', '../..', 'O0I1'])
      expect(await codeOf(nobody.account.verifyDocument({ code }))).toBe('NOT_FOUND');
    expect(await codeOf(nobody.account.verifyDocument({ code: ' ' }))).toBe('VALIDATION');
    for (let asked = 5; asked < 60; asked += 1) await codeOf(nobody.account.verifyDocument({ code: near }));
    expect(await codeOf(nobody.account.verifyDocument({ code: transfer.authCode }))).toBe(
      'TOO_MANY_ATTEMPTS',
    );
  });
});

describe('the register of documents', () => {
  test('no document of the register can be changed, replaced or deleted', async ({
    scene: { bank, ana, transfer },
  }) => {
    const before = bytesOf(await ana.call.account.receipt({ id: transfer.id }));
    const { documents } = bank.db.tables;
    const attacks = [
      () =>
        bank.db.transaction(async (tx) => void (await tx.update(documents).set({ sha256: 'f'.repeat(64) }))),
      () =>
        bank.db.transaction(async (tx) => void (await tx.update(documents).set({ bytes: Buffer.from('x') }))),
      () => bank.db.transaction(async (tx) => void (await tx.delete(documents).where(sql`1 = 1`))),
      () =>
        bank.db.transaction(async (tx) => {
          const [row] = await tx.select().from(documents);
          if (!row) throw new Error('the receipt is not registered');
          await tx
            .insert(documents)
            .values({ ...row, bytes: Buffer.from('x') })
            .onConflictDoUpdate({ target: documents.code, set: { bytes: Buffer.from('x') } });
        }),
    ];
    for (const attack of attacks) {
      const error = await attack().catch((thrown: unknown) => thrown);
      expect(databaseError(error)).toEqual({ kind: 'guard', message: 'document.append_only' });
    }
    expect(sha256(bytesOf(await ana.call.account.receipt({ id: transfer.id })))).toBe(sha256(before));
  });
});
