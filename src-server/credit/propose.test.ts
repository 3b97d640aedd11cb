import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { analyse } from '#domain/credit/analysis';
import { ATTEMPT_LIMITS, MAX_LISTED } from '#domain/limits';
import { countAttempt } from '#server/auth/attempts';
import { newId } from '#server/kernel/id';
import { caller, cookieOf, joana } from '#server/testing/http-caller';
import { callerOf, makeCustomer } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { analysisOf } from './shapes.ts';
import { test } from './testing/credit-test.ts';
import { audited, CAR, LOAN, lastMail } from './testing/scene.ts';

describe('the simulation of a credit', () => {
  test('a simulation is refused to non-customers, and for an invalid loan', async ({ bank, ana, admin }) => {
    const ask = (call: typeof ana.call, input: object) =>
      call.credit.simulate({ amount: '1000.00', termMonths: 12, ...input });
    expect(await codeOf(ask(callerOf(bank, null), {}))).toBe('UNAUTHENTICATED');
    expect(await codeOf(ask(admin.call, {}))).toBe('FORBIDDEN');
    const wrong = [
      [{ amount: 0 }, 'amount', 'Valor deve ser maior que zero'],
      [{ amount: '0.06' }, 'amount', 'O valor é pequeno demais para este número de parcelas'],
      [{ termMonths: 361 }, 'termMonths', 'Prazo deve estar entre 1 e 360 meses'],
      [{ interestRate: '0' }, 'interestRate', 'Taxa inválida'],
      [{ interestRate: '20.01' }, 'interestRate', 'Taxa inválida'],
      [{ hasCollateral: true }, 'collateralType', 'Selecione o tipo de garantia'],
      [{ collateralAnoFabricacao: '22' }, 'collateralAnoFabricacao', 'Ano deve ter 4 dígitos'],
    ] as const;
    for (const [input, field, message] of wrong)
      expect(await refusalOf(ask(ana.call, input))).toMatchObject({
        status: 400,
        error: message,
        fields: { [field]: message },
      });
  });

  test('a simulation has the published figures: R$ 10.000 at 2 % in 12 months', async ({ ana }) => {
    const simulation = await ana.call.credit.simulate({ ...LOAN, interestRate: '2' });
    expect(simulation).toMatchObject({
      interestRate: '2.00',
      monthlyPayment: '945.60',
      totalAmount: '11347.15',
      iof: '205.49',
      netAmount: '9794.51',
      cetAnnual: '32.11',
    });
    expect(simulation.schedule[0]).toEqual({
      installmentNumber: 1,
      dueDate: '2026-12-23',
      amount: '945.60',
      principal: '745.60',
      interest: '200.00',
      balance: '9254.40',
    });
    expect(simulation.schedule.at(-1)).toMatchObject({
      dueDate: '2027-11-23',
      amount: '945.55',
      balance: '0.00',
    });
  });

  test('a simulation without a rate uses that of the caller’s analysis', async ({ bank, ana, propose }) => {
    const input = { amount: '5000.00', termMonths: 18 };
    const simulation = await ana.call.credit.simulate(input);
    const proposal = await propose(input);
    expect(simulation.interestRate).toBe('2.49');
    const { interestRate, monthlyPayment, totalAmount, iof, netAmount, cetAnnual, cetMonthly } = proposal;
    expect(simulation).toMatchObject({
      ...{ interestRate, monthlyPayment, totalAmount, iof, netAmount, cetAnnual, cetMonthly },
    });
    // A car of unknown age counts less, and still improves the level: 1.99 − 0.50.
    const withCar = { ...input, hasCollateral: true, collateralType: 'carro' as const };
    expect((await ana.call.credit.simulate(withCar)).interestRate).toBe('1.49');
    // With a year it counts as in the proposal: an old motorcycle improves nothing.
    const motorcycle = { ...input, hasCollateral: true, collateralType: 'moto' as const };
    const rateOf = async (collateralAnoFabricacao: string) =>
      (await ana.call.credit.simulate({ ...motorcycle, collateralAnoFabricacao })).interestRate;
    expect(await rateOf('2024')).toBe('1.69');
    expect(await rateOf('1998')).toBe('2.19');
    const old = await propose({ ...CAR, ...motorcycle, collateralAnoFabricacao: '1998' });
    expect(old.interestRate).toBe('2.19');
    expect(await bank.db.$count(bank.db.tables.creditProposals)).toBe(2);
  });
});

describe('a credit proposal', () => {
  test('a proposal is refused with everything that is wrong, over REST as a list', async ({
    bank,
    ana,
    admin,
  }) => {
    expect(await codeOf(admin.call.credit.proposals.create(LOAN))).toBe('FORBIDDEN');
    const nothing = {
      ...CAR,
      amount: -1,
      termMonths: 0,
      purpose: 'curta',
      collateralRenavam: '12345678901',
      collateralPlaca: 'ABC12',
      collateralChassis: 'IOQ',
      collateralAnoFabricacao: '20',
      collateralAnoModelo: 'ano',
    };
    const { fields } = await refusalOf(ana.call.credit.proposals.create(nothing));
    expect(fields).toEqual({
      amount: 'Valor deve ser maior que zero',
      termMonths: 'Prazo deve estar entre 1 e 360 meses',
      purpose: 'Finalidade deve ter no mínimo 10 caracteres',
      collateralRenavam: 'RENAVAM inválido',
      collateralPlaca: 'Placa deve ter 7 caracteres',
      collateralChassis: 'Chassi deve ter 17 caracteres',
      collateralAnoFabricacao: 'Ano deve ter 4 dígitos',
      collateralAnoModelo: 'Ano deve ter 4 dígitos',
    });
    const future = { ...LOAN, ...CAR, collateralAnoFabricacao: '2027' };
    expect(await refusalOf(ana.call.credit.proposals.create(future))).toMatchObject({
      fields: { collateralAnoFabricacao: 'Ano de fabricação está no futuro' },
    });
    expect(await bank.db.$count(bank.db.tables.creditProposals)).toBe(0);
  });

  test('a proposal is priced and analysed at once, and its analysis reproducible', async ({
    scene,
    bank,
    ana,
    admin,
    propose,
  }) => {
    const plain = await propose({ amount: 5000, termMonths: 18 });
    const backed = await propose({ ...CAR, amount: '5000.00', termMonths: 18 });
    // No facts, as in the scorecard's first two vectors (with another income).
    expect(plain).toMatchObject({
      status: 'pending',
      aiRiskScore: 515,
      aiRiskLevel: 'moderado',
      interestRate: '2.49',
      standing: null,
      paidInstallments: 0,
      totalInstallments: 18,
      approvedAt: null,
      hasCollateral: false,
      collateralType: null,
      holder: null,
      createdAt: '2026-11-23T13:00:00.000Z',
    });
    expect(plain.aiRiskAnalysis).toMatch(/^Risco moderado \(515 de 1000\)\..*LGPD, art\. 20\)\.$/);
    expect(plain.explanation).toMatchObject({ version: 'vb-scorecard-1.0.0', sum: 515, probability: null });
    expect(backed).toMatchObject({
      aiRiskScore: 655,
      aiRiskLevel: 'baixo',
      interestRate: '1.49',
      collateralType: 'carro',
      collateralPlaca: 'ABC1D23',
      collateralChassis: '9BWZZZ377VT004251',
      collateralAnoFabricacao: '2022',
      collateralAnoModelo: '2023',
    });
    const rows = await bank.db.select().from(bank.db.tables.creditProposals);
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      const { contract, ...kept } = analysisOf(row);
      expect(contract).toBeNull();
      expect(analyse(kept)).toEqual(kept);
    }
    expect(await audited(scene, plain.id)).toEqual(['create_credit']);
    expect((await lastMail(scene, admin.user.id, 'new_credit_proposal'))?.text).toContain('Ana Moreira');
    expect((await ana.call.credit.proposals.list({})).proposals.map(({ id }) => id)).toEqual([
      backed.id,
      plain.id,
    ]);
  });

  test('a proposal is made once per key, and tells nobody while notifications are off', async ({
    scene,
    bank,
    admin,
    ana,
  }) => {
    await admin.call.admin.settings.update({ name: 'notifyCreditProposals', value: false });
    const input = { ...LOAN, idempotencyKey: 'uma-vez' };
    const [one, other] = await Promise.all([
      ana.call.credit.proposals.create(input),
      ana.call.credit.proposals.create(input),
    ]);
    expect(one).toEqual(other);
    expect(await codeOf(ana.call.credit.proposals.create({ ...input, termMonths: 6 }))).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    expect(await bank.db.$count(bank.db.tables.creditProposals)).toBe(1);
    expect(await lastMail(scene, admin.user.id, 'new_credit_proposal')).toBeNull();
  });

  test('a company’s proposal says that the model was made for persons', async ({ bank }) => {
    const company = await makeCustomer(bank, { fullName: 'Padaria Vale Ltda.', cnpj: '12ABC34501DE35' });
    const { aiRiskAnalysis } = await company.call.credit.proposals.create(LOAN);
    expect(aiRiskAnalysis).toContain('O modelo foi feito para pessoas físicas');
  });

  test('a proposal over REST answers 201, one error as text, and several errors as a list', async ({
    bank,
  }) => {
    const call = caller(bank);
    const cookie = cookieOf(await call('POST', '/api/auth/register', joana));
    const send = (body: object) =>
      call('POST', '/api/credit/proposals', body, { cookie, 'x-requested-with': 'test' });
    expect(await send(LOAN)).toMatchObject({ status: 201, body: { proposal: { status: 'pending' } } });
    expect(await send({ ...LOAN, termMonths: 361 })).toMatchObject({
      status: 400,
      body: { error: 'Prazo deve estar entre 1 e 360 meses', code: 'VALIDATION' },
    });
    const several = await send({ ...LOAN, amount: 0, purpose: 'x', hasCollateral: true });
    expect(several).toMatchObject({
      status: 400,
      body: {
        error: [
          'Valor deve ser maior que zero',
          'Finalidade deve ter no mínimo 10 caracteres',
          'Selecione o tipo de garantia',
        ],
        fields: { amount: expect.any(String), collateralType: expect.any(String) },
      },
    });
    for (const amount of ['0.001', '1,50', '1e2', true, [], ''])
      expect((await send({ ...LOAN, amount })).status, String(amount)).toBe(400);
    const { body } = await call('GET', '/api/credit/proposals', undefined, { cookie });
    expect(body).toMatchObject({ proposals: [{ amount: '10000.00' }], nextCursor: null });
  });
});

test('simulations and proposals of one customer read the account at most 120 times a minute, refused ones included', async ({
  bank,
  ana,
}) => {
  const { max, windowSeconds } = ATTEMPT_LIMITS.creditFacts;
  const counted = async () => {
    const { attempts } = bank.db.tables;
    const [row] = await bank.db
      .select()
      .from(attempts)
      .where(eq(attempts.bucket, `creditFacts:${ana.user.id}`));
    return row?.count;
  };
  await ana.call.credit.simulate({ amount: '1000.00', termMonths: 12 });
  const tooSmall = { ...LOAN, amount: '0.06' };
  expect(await codeOf(ana.call.credit.proposals.create(tooSmall))).toBe('VALIDATION');
  expect(await counted()).toBe(2);
  await countAttempt(bank, 'creditFacts', ana.user.id, max - 2);
  const refused = { status: 429, code: 'TOO_MANY_ATTEMPTS', retryAfterSeconds: windowSeconds };
  expect(await refusalOf(ana.call.credit.simulate({ amount: '1000.00', termMonths: 12 }))).toMatchObject(
    refused,
  );
  expect(await refusalOf(ana.call.credit.proposals.create(LOAN))).toMatchObject(refused);
  bank.clock.passSeconds(windowSeconds);
  await ana.call.credit.proposals.create(LOAN);
});

describe('the daily limit on proposals', () => {
  test('a customer may make 20 proposals a day; refused and repeated ones are not counted', async ({
    bank,
    ana,
  }) => {
    const { max, windowSeconds } = ATTEMPT_LIMITS.proposal;
    const propose = (idempotencyKey: string, amount = '1000.00') =>
      ana.call.credit.proposals.create({ ...LOAN, amount, idempotencyKey });
    for (let number = 0; number < max; number += 1) {
      await propose(`p${number}`);
      await propose(`p${number}`);
      expect(await codeOf(propose(`p${number}`, '2000.00'))).toBe('IDEMPOTENCY_KEY_REUSED');
    }
    expect(await refusalOf(propose('more'))).toMatchObject({ status: 429, retryAfterSeconds: windowSeconds });
    expect((await ana.call.credit.proposals.list()).proposals).toHaveLength(max);
    const bruno = await makeCustomer(bank, { fullName: 'Bruno Nogueira', cpf: '27182818205' });
    await bruno.call.credit.proposals.create(LOAN);
    bank.clock.passSeconds(windowSeconds);
    await propose('more');
  });
});

test('a customer sees 200 proposals a page, the newest first, and the totals of all', async ({
  bank,
  ana,
}) => {
  const { id } = await ana.call.credit.proposals.create(LOAN);
  const { creditProposals: proposals } = bank.db.tables;
  const [oldest] = await bank.db.select().from(proposals);
  if (!oldest) throw new Error('no proposal');
  await bank.db.transaction(async (tx) => {
    for (let number = 1; number <= MAX_LISTED; number += 1) {
      const createdAt = new Date(oldest.createdAt.getTime() + number * 1000);
      await tx.insert(proposals).values({ ...oldest, id: newId(), createdAt });
    }
  });
  const newest = await ana.call.credit.proposals.list();
  expect(newest.proposals).toHaveLength(MAX_LISTED);
  expect(newest.totals.pending).toBe(MAX_LISTED + 1);
  const rest = await ana.call.credit.proposals.list({ cursor: newest.nextCursor ?? '' });
  expect(rest).toMatchObject({ proposals: [{ id }], nextCursor: null });
});
