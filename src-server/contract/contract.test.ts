import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { PDFDocument } from 'pdf-lib';
import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { EMAIL_UNDO_SECONDS } from '#domain/limits';
import { formatBrl } from '#domain/money';
import { holdFormerEmail } from '#server/auth/email-hold';
import { newRegistry } from '#server/bank';
import { pdfText } from '#server/document/testing/pdf-text';
import { PRODUCT } from '#server/investment/testing/product';
import { advance } from '#server/kernel/clock';
import { test as bankTest } from '#server/testing/bank-test';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { contractDailySteps } from './daily-steps.ts';
import { codeSentTo } from './testing/code.ts';

const test = bankTest.extend('scene', async ({ setup: scene }) => {
  const product = await scene.admin.call.investment.products.create(PRODUCT);
  await scene.ana.call.investment.create({ productId: product.id, amount: '50.00' });
  const [contract] = await scene.ana.call.contract.list();
  if (!contract) throw new Error('no contract after the investment');
  const ask = async () => {
    await scene.ana.call.contract.requestOtp({ id: contract.id });
    return codeSentTo(scene.bank, `${scene.ana.user.id}@correio.example`);
  };
  return { ...scene, id: contract.id, product, ask };
});

const other = (code: string): string => (code.startsWith('A') ? `B${code.slice(1)}` : `A${code.slice(1)}`);

describe('a contract', () => {
  test('a contract is read before it is signed, by its customer alone', async ({
    scene: { ana, bruno, id },
  }) => {
    const read = await ana.call.contract.get({ id });
    expect(read).toMatchObject({
      type: 'investment',
      status: 'pending_signature',
      signedAt: null,
      verificationCode: null,
      content: {
        title: 'Aplicação em CDB Vale 90',
        parties: [{ role: 'Instituição' }, { name: 'Ana Moreira' }],
      },
    });
    expect(read.content.terms).toContainEqual({ name: 'Valor aplicado', text: formatBrl(5000) });
    for (const call of [
      () => bruno.call.contract.get({ id }),
      () => bruno.call.contract.requestOtp({ id }),
      () => bruno.call.contract.sign({ id, otpCode: 'ABCDEF' }),
      () => bruno.call.contract.pdf({ id }),
      () => ana.call.contract.get({ id: 'missing' }),
    ])
      expect(await refusalOf(call())).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await bruno.call.contract.list()).toEqual([]);
    expect(await refusalOf(ana.call.contract.pdf({ id }))).toMatchObject({ status: 409 });
  });

  test('a contract is not signed while its customer has frozen the account', async ({
    scene: { ana, id, ask },
  }) => {
    const otpCode = await ask();
    await ana.call.auth.freeze();
    expect(await codeOf(ana.call.contract.sign({ id, otpCode }))).toBe('ACCOUNT_FROZEN_BY_OWNER');
    expect(await ana.call.contract.get({ id })).toMatchObject({ status: 'pending_signature' });
  });

  test('a contract is signed with the code, and its PDF is always the same', async ({
    scene: { bank, ana, id, ask },
  }) => {
    const code = await ask();
    const signed = await ana.call.contract.sign({ id, otpCode: ` ${code.toLowerCase()} ` });
    expect(signed).toMatchObject({ status: 'signed', signedAt: '2026-03-10T15:00:00.000Z' });

    const { bytes } = await ana.call.contract.pdf({ id });
    if (!(bytes instanceof Uint8Array)) throw new Error('the PDF is a stream');
    const pdf = await PDFDocument.load(bytes);
    let text = '';
    for (let page = 0; page < pdf.getPageCount(); page += 1) text += `${await pdfText(bytes, page)}\n`;
    const { content, contentSha256 } = await ana.call.contract.get({ id });
    const flowing = text.replace(/\s+/g, ' ');
    for (const { text: term } of content.terms) expect(flowing).toContain(term.replace(/\s+/g, ' '));
    for (const clause of content.clauses) expect(flowing).toContain(clause.text);
    for (const said of ['Ana Moreira', '203.0.113.7', signed.verificationCode ?? 'none', contentSha256])
      expect(flowing.replaceAll(' ', '')).toContain(said.replaceAll(' ', ''));
    expect(text).toContain(contentSha256);
    expect(pdf.getTitle()).toContain(content.title);

    const verified = await ana.call.account.verifyDocument({ code: signed.verificationCode ?? '' });
    expect(verified).toMatchObject({
      kind: 'contract',
      sha256: createHash('sha256').update(bytes).digest('hex'),
      contentSha256,
      parties: [{ role: 'signer', name: expect.not.stringContaining('Moreira') }],
    });
    bank.clock.set('2027-01-10T12:00:00-03:00');
    expect(Buffer.from((await ana.call.contract.pdf({ id })).bytes as Uint8Array).equals(bytes)).toBe(true);
    expect(await codeOf(ana.call.contract.requestOtp({ id }))).toBe('CONTRACT_SIGNED');
    expect(await codeOf(ana.call.contract.sign({ id, otpCode: code }))).toBe('CONTRACT_SIGNED');
  });

  test('a contract refuses a wrong code five times, and the right one after that', async ({
    scene: { bank, ana, id, ask },
  }) => {
    const code = await ask();
    for (let time = 0; time < 5; time += 1)
      expect(await refusalOf(ana.call.contract.sign({ id, otpCode: other(code) }))).toMatchObject({
        status: 400,
        code: 'CONTRACT_CODE_INVALID',
        error: 'Código OTP inválido ou expirado',
      });
    expect(await codeOf(ana.call.contract.sign({ id, otpCode: code }))).toBe('CONTRACT_CODE_INVALID');
    bank.clock.passSeconds(61);
    expect(await ana.call.contract.sign({ id, otpCode: await ask() })).toMatchObject({ status: 'signed' });
  });

  test('a contract counts no try for a malformed code, and sends codes a minute apart', async ({
    scene: { ana, id, ask },
  }) => {
    const code = await ask();
    expect(await refusalOf(ana.call.contract.requestOtp({ id }))).toMatchObject({
      status: 429,
      retryAfterSeconds: expect.any(Number),
    });
    for (const otpCode of ['', '12345', 'ABCDE0', '1234567'])
      expect(await refusalOf(ana.call.contract.sign({ id, otpCode }))).toMatchObject({
        status: 400,
        code: 'VALIDATION',
      });
    expect(await ana.call.contract.sign({ id, otpCode: code })).toMatchObject({ status: 'signed' });
  });

  test('a contract refuses an expired code, a code before the last, and one of another contract', async ({
    scene: { bank, ana, id, product, ask },
  }) => {
    const first = await ask();
    bank.clock.passSeconds(601);
    expect(await codeOf(ana.call.contract.sign({ id, otpCode: first }))).toBe('CONTRACT_CODE_INVALID');
    const second = await ask();
    bank.clock.passSeconds(61);
    const third = await ask();
    expect(await codeOf(ana.call.contract.sign({ id, otpCode: second }))).toBe('CONTRACT_CODE_INVALID');

    await ana.call.investment.create({ productId: product.id, amount: '20.00' });
    const another = (await ana.call.contract.list()).find((one) => one.id !== id);
    expect(await codeOf(ana.call.contract.sign({ id: another?.id ?? '', otpCode: third }))).toBe(
      'CONTRACT_CODE_INVALID',
    );
    expect(await ana.call.contract.sign({ id, otpCode: third })).toMatchObject({ status: 'signed' });
  });

  test('a signature repeated with one key returns the first signature', async ({
    scene: { ana, id, ask },
  }) => {
    const input = { id, otpCode: await ask(), idempotencyKey: 'assinar' };
    const first = await ana.call.contract.sign(input);
    expect(await ana.call.contract.sign(input)).toEqual(first);
    expect(await codeOf(ana.call.contract.sign({ ...input, otpCode: 'ABCDEF' }))).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
  });

  test(
    'of concurrent signatures of a contract one is stored',
    race(),
    async ({ scene: { bank, ana, id, ask } }) => {
      const code = await ask();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 4 }, () => ana.call.contract.sign({ id, otpCode: code })),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected')
          expect(outcome.reason).toMatchObject({ message: 'CONTRACT_SIGNED' });
      expect(await bank.db.$count(bank.db.tables.documents)).toBe(1);
    },
  );

  test('the sending of the code and the signature are both dated by the bank’s clock', async ({
    scene: { bank, ana, id, ask },
  }) => {
    await advance(bank.db, { days: 90 });
    await bank.clock.sync(bank.db);
    const otpCode = await ask();
    bank.clock.passSeconds(30);
    await ana.call.contract.sign({ id, otpCode });
    const [row] = await bank.db.select().from(bank.db.tables.contracts);
    expect(JSON.parse(row?.evidence ?? '{}')).toMatchObject({
      codeSentAt: '2026-06-08T15:00:00.000Z',
      signedAt: '2026-06-08T15:00:30.000Z',
    });
  });

  test('a contract is signed by a code sent to the former address while a change of e-mail can be undone', async ({
    scene: { bank, ana, id },
  }) => {
    const { contractCodes, users } = bank.db.tables;
    const email = 'nova@correio.example';
    const former = `${ana.user.id}@correio.example`;
    await bank.db.transaction(async (tx) => {
      const [user] = await tx.select().from(users).where(eq(users.id, ana.user.id));
      if (!user) throw new Error(`user ${ana.user.id} not found`);
      await holdFormerEmail(tx, bank, { user, email, token: 'x'.repeat(43) });
      await tx.update(users).set({ email }).where(eq(users.id, user.id));
    });
    expect((await ana.call.contract.requestOtp({ id })).sentTo).toMatch(/^..\*\*\*@correio\.example$/);
    await expect(codeSentTo(bank, email)).rejects.toThrow('no code was sent');
    expect(await bank.db.select().from(contractCodes)).toMatchObject([{ sentTo: former }]);
    bank.clock.passSeconds(EMAIL_UNDO_SECONDS);
    expect((await ana.call.contract.requestOtp({ id })).sentTo).toBe('no***@correio.example');
    const otpCode = await codeSentTo(bank, email);
    expect(await ana.call.contract.sign({ id, otpCode })).toMatchObject({ status: 'signed' });
  });

  test('the copy of all data has the contract’s text and evidence, for its customer alone', async ({
    scene: { bank, ana, bruno, id, ask },
  }) => {
    await ana.call.contract.sign({ id, otpCode: await ask() });
    const copyOf = async (userId: string) => {
      const part = newRegistry().personalData.find(({ name }) => name === 'contracts');
      const rows: unknown[] = [];
      for await (const page of part?.pages(bank.db, userId) ?? []) rows.push(...page);
      return rows;
    };
    expect(await copyOf(ana.user.id)).toMatchObject([
      {
        id,
        status: 'signed',
        content: { title: 'Aplicação em CDB Vale 90' },
        evidence: { ip: '203.0.113.7' },
      },
    ]);
    expect(await copyOf(bruno.user.id)).toEqual([]);
  });

  test('a signing code is not stored in clear', async ({ scene: { bank, ask } }) => {
    const code = await ask();
    const rows = await bank.db.select().from(bank.db.tables.contractCodes);
    expect(JSON.stringify(rows)).not.toContain(code);
    const { auditLog } = bank.db.tables;
    expect(JSON.stringify(await bank.db.select().from(auditLog))).not.toContain(code);
  });

  test('the customer is reminded once of a contract unsigned after two days, even if the day runs again', async ({
    scene: { bank, ana },
  }) => {
    bank.clock.set('2026-03-12T09:00:00-03:00');
    const { notifications } = bank.db.tables;
    for (let time = 0; time < 3; time += 1) {
      for (const step of contractDailySteps) await step.run(bank, '2026-03-12');
      // The reminder is recognised even if its text changes.
      await bank.db.transaction((tx) => tx.update(notifications).set({ text: `Dita ${time}` }));
    }
    const told = await bank.db.select().from(notifications);
    expect(told.filter(({ kind }) => kind === 'contract_reminder')).toMatchObject([{ userId: ana.user.id }]);
  });
});
