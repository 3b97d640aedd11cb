import { describe, expect } from 'vitest';
import { raceTest } from '#db/testing/race-test';
import { formatBrl } from '#domain/money';
import { verifyLedger } from '#server/ledger/verify';
import { callerOf, freeze, makeAdmin } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { lapseUnsigned } from './lapse.ts';
import { undecidedProposals } from './proposals-list.ts';
import { test } from './testing/credit-test.ts';
import { audited, CAR, lastMail, openCreditBank } from './testing/scene.ts';

describe('the decision on a proposal', () => {
  test('a decision is refused to all but administrators, and for an unknown proposal', async ({ scene }) => {
    const { bank, ana, admin, propose } = scene;
    const { id } = await propose();
    const acts = ({ credit: { proposals } }: typeof ana.call, id: string) => [
      () => proposals.get({ id }),
      () => proposals.startAnalysis({ id }),
      () => proposals.approve({ id }),
      () => proposals.reject({ id, reason: 'Renda baixa' }),
      () => proposals.analysisPdf({ id }),
      () => proposals.uploadAnalysis({ id, pdf: new Blob(['%PDF-1.7']) }),
    ];
    for (const act of acts(callerOf(bank, null), id)) expect(await codeOf(act())).toBe('UNAUTHENTICATED');
    for (const act of acts(ana.call, id)) expect(await codeOf(act())).toBe('FORBIDDEN');
    for (const act of acts(admin.call, 'missing'))
      expect(await refusalOf(act())).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await undecidedProposals(bank.db)).toBe(1);
  });

  test('the analysis can be opened repeatedly before the decision', async ({ scene, admin, propose }) => {
    const { id } = await propose();
    const opened = await admin.call.credit.proposals.startAnalysis({ id });
    expect(opened).toMatchObject({ status: 'under_analysis', holder: { name: 'Ana Moreira' } });
    expect(opened.explanation.probability).toBeGreaterThan(0);
    expect(await admin.call.credit.proposals.startAnalysis({ id })).toEqual(opened);
    expect(await audited(scene, id)).toEqual(['create_credit', 'start_credit_analysis']);
  });

  test('an approval at another rate computes new instalments and contract', async ({ scene }) => {
    const { ana, admin, propose, contractOf } = scene;
    const { id, interestRate } = await propose(CAR);
    const approved = await admin.call.credit.proposals.approve({ id, interestRate: '2.00' });
    expect(interestRate).toBe('1.49');
    expect(approved).toMatchObject({
      status: 'approved',
      interestRate: '2.00',
      monthlyPayment: '945.60',
      totalAmount: '11347.15',
      iof: '205.49',
      netAmount: '9794.51',
      cetAnnual: '32.11',
      approvedAt: '2026-11-23T13:00:00.000Z',
      standing: null,
      paidOutDate: null,
    });
    const { content } = await ana.call.contract.get({ id: (await contractOf(id)).id });
    const term = (name: string) => content.terms.find((one) => one.name === name)?.text;
    expect(term('Valor liberado')).toBe(formatBrl(979451));
    expect(term('IOF')).toBe(
      `${formatBrl(20549)} (diário de ${formatBrl(16749)}, adicional de ${formatBrl(3800)})`,
    );
    expect(term('Taxa de juros')).toBe('2,00% ao mês, prefixada');
    expect(term('Custo efetivo total (CET)')).toMatch(/^32,11% ao ano/);
    expect(term('Atraso')).toBe('multa de 2,00% e juros de mora de 1,00% ao mês');
    expect(term('Garantia')).toContain('placa ABC1D23');
    expect(content.schedule?.rows).toHaveLength(12);
    expect(content.schedule?.rows.at(-1)?.slice(1, 3)).toEqual(['23/11/2027', formatBrl(94555)]);
    const mail = await lastMail(scene, ana.user.id, 'credit_approved');
    expect(mail?.text).toContain(`12 de ${formatBrl(94560)}`);
    expect(await audited(scene, id)).toEqual(['create_credit', 'approve_credit']);
  });

  test('a decision is final, and a rejection says why', async ({ scene, ana, admin, propose }) => {
    const [one, other] = [await propose(), await propose()];
    await admin.call.credit.proposals.approve({ id: one.id });
    for (const reason of ['', '  '])
      expect(await refusalOf(admin.call.credit.proposals.reject({ id: other.id, reason }))).toMatchObject({
        code: 'VALIDATION',
        fields: { reason: 'Motivo é obrigatório' },
      });
    const rejected = await admin.call.credit.proposals.reject({ id: other.id, reason: 'Renda  baixa ' });
    expect(rejected).toMatchObject({ status: 'rejected', decisionReason: 'Renda baixa', approvedAt: null });
    for (const { id } of [one, other])
      for (const act of [
        () => admin.call.credit.proposals.startAnalysis({ id }),
        () => admin.call.credit.proposals.approve({ id }),
        () => admin.call.credit.proposals.reject({ id, reason: 'Renda baixa' }),
      ])
        expect(await refusalOf(act())).toMatchObject({
          status: 409,
          code: 'PROPOSAL_DECIDED',
          error: 'Esta proposta já foi decidida',
        });
    const mail = await lastMail(scene, ana.user.id, 'credit_rejected');
    expect(mail?.text).toContain('Motivo: Renda baixa');
    expect(await admin.call.credit.proposals.get({ id: other.id })).toEqual(rejected);
    const { proposals, totals } = await admin.call.credit.proposals.list({});
    expect(await admin.call.credit.proposals.get({ id: one.id })).toEqual(
      proposals.find(({ id }) => id === one.id),
    );
    expect(totals).toEqual({ pending: 0, approved: 1, rejected: 1 });
  });

  raceTest('of concurrent decisions on a proposal one is stored', async () => {
    const { bank, ana, admin, propose } = await openCreditBank();
    const other = await makeAdmin(bank);
    for (let round = 0; round < 5; round += 1) {
      const { id } = await propose();
      const outcomes = await Promise.allSettled([
        admin.call.credit.proposals.approve({ id }),
        other.call.credit.proposals.reject({ id, reason: 'Renda baixa' }),
        other.call.credit.proposals.approve({ id, interestRate: '3.00' }),
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const failed = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      for (const reason of failed) expect(await codeOf(Promise.reject(reason))).toBe('PROPOSAL_DECIDED');
      const { proposals } = await ana.call.credit.proposals.list({});
      const status = proposals.find((one) => one.id === id)?.status;
      const { instalments, contracts } = bank.db.tables;
      const approved = proposals.filter((one) => one.status === 'approved').length;
      expect(['approved', 'rejected']).toContain(status);
      expect(await bank.db.$count(instalments)).toBe(12 * approved);
      expect(await bank.db.$count(contracts)).toBe(approved);
    }
  });
});

describe('the signature', () => {
  test('the signature pays out the amount less IOF, and due dates count from its day', async ({ scene }) => {
    const { bank, ana, admin, propose, sign, balance, own } = scene;
    const { id } = await propose();
    await admin.call.credit.proposals.approve({ id, interestRate: '2.00' });
    const { instalments } = bank.db.tables;
    const firstDue = async () =>
      (await bank.db.select().from(instalments).orderBy(instalments.number))[0]?.dueOn;
    bank.clock.set('2026-11-30T10:00:00-03:00');
    expect(await firstDue()).toBe('2026-12-23');
    expect(await balance()).toBe('100.00');
    await sign(id);
    const credit = await own(id);
    expect(credit).toMatchObject({
      status: 'active',
      paidOutDate: '2026-11-30',
      standing: 'adimplente',
      monthlyPayment: '945.60',
      totalInstallments: 12,
    });
    expect(await firstDue()).toBe('2026-12-30');
    // A month without a 30th uses its last day.
    const rows = await bank.db.select().from(instalments).orderBy(instalments.number);
    expect(rows[2]).toMatchObject({ number: 3, dueOn: '2027-02-28' });
    const iof = Number(credit?.iof);
    expect(Number(await balance())).toBeCloseTo(100 + 10_000 - iof, 6);
    const { entries } = await ana.call.account.ledger({});
    expect(entries.slice(0, 2)).toMatchObject([
      { type: 'fee', isDebit: true, amount: credit?.iof },
      { type: 'credit_disbursement', isDebit: false, amount: '10000.00' },
    ]);
    expect((await lastMail(scene, ana.user.id, 'credit_paid_out'))?.text).toContain('de IOF');
    expect((await admin.call.admin.dashboard()).figures.creditPortfolio).toBe('10000.00');
    expect(await audited(scene, id)).toEqual(['create_credit', 'approve_credit', 'pay_out_credit']);
    expect((await verifyLedger(bank.db)).ok).toBe(true);
  });

  test('the signature is refused to a frozen account, and stores nothing', async ({ scene }) => {
    const { bank, ana, admin, propose, sign, own } = scene;
    const { id } = await propose();
    await admin.call.credit.proposals.approve({ id });
    await freeze(bank, ana.accountId);
    expect(await codeOf(sign(id))).toBe('ACCOUNT_INACTIVE');
    expect(await own(id)).toMatchObject({ status: 'approved', paidOutDate: null });
    expect((await ana.call.contract.list())[0]).toMatchObject({ status: 'pending_signature' });
  });

  test('a signature after seven days is refused, and the proposal lapses', async ({ scene }) => {
    const { bank, ana, admin, propose, sign, contractOf, own, balance } = scene;
    const { id } = await propose();
    await admin.call.credit.proposals.approve({ id });
    const signed = await propose();
    await admin.call.credit.proposals.approve({ id: signed.id });
    await sign(signed.id);
    bank.clock.set('2026-11-30T09:00:00-03:00');
    await lapseUnsigned(bank, '2026-11-30');
    expect(await own(id)).toMatchObject({ status: 'approved' });
    bank.clock.set('2026-12-01T00:01:00-03:00');
    // Before the daily run, too.
    expect(await codeOf(sign(id))).toBe('CONTRACT_CANCELLED');
    expect(await own(id)).toMatchObject({ status: 'approved', paidOutDate: null });
    bank.clock.set('2026-12-01T09:00:00-03:00');
    await lapseUnsigned(bank, '2026-12-01');
    await lapseUnsigned(bank, '2026-12-01');
    expect(await own(id)).toMatchObject({ status: 'cancelled', standing: null });
    expect(await own(signed.id)).toMatchObject({ status: 'active' });
    expect(await contractOf(id)).toMatchObject({ status: 'cancelled' });
    const { instalments } = bank.db.tables;
    expect(await bank.db.$count(instalments)).toBe(12);
    const before = await balance();
    expect(await codeOf(sign(id))).toBe('CONTRACT_CANCELLED');
    expect(await balance()).toBe(before);
    expect((await lastMail(scene, ana.user.id, 'credit_lapsed'))?.text).toContain('7 dias');
    expect(await audited(scene, id)).toEqual(['create_credit', 'approve_credit', 'lapse_credit']);
  });
});

describe('the signature at the moment of the lapse', () => {
  raceTest('of concurrent signature and lapse exactly one takes effect', async () => {
    const { bank, ana, admin, propose, sign, contractOf, own } = await openCreditBank();
    const { id } = await propose();
    await admin.call.credit.proposals.approve({ id });
    // The signature starts before midnight of the last day and ends after it.
    bank.clock.set('2026-11-30T23:59:59-03:00');
    const [signed] = await Promise.allSettled([sign(id), lapseUnsigned(bank, '2026-12-01')]);
    const isSigned = signed.status === 'fulfilled';
    expect((await contractOf(id)).status).toBe(isSigned ? 'signed' : 'cancelled');
    expect((await own(id))?.status).toBe(isSigned ? 'active' : 'cancelled');
    const { entries } = await ana.call.account.ledger({ type: 'credit_disbursement' });
    expect(entries).toHaveLength(isSigned ? 1 : 0);
    expect(await bank.db.$count(bank.db.tables.instalments)).toBe(isSigned ? 12 : 0);
  });
});

describe('the review of a proposal by a person', () => {
  test('the review of a proposal is asked for once, by its customer, and administrators are told', async ({
    scene,
  }) => {
    const { bank, bruno, ana, admin, propose } = scene;
    const { id } = await propose();
    expect(await codeOf(bruno.call.credit.proposals.askReview({ id }))).toBe('NOT_FOUND');
    expect(await codeOf(admin.call.credit.proposals.askReview({ id }))).toBe('FORBIDDEN');
    const asked = await ana.call.credit.proposals.askReview({ id });
    bank.clock.set('2026-11-25T10:00:00-03:00');
    expect(await ana.call.credit.proposals.askReview({ id })).toEqual(asked);
    expect(asked.reviewAskedAt).toBe('2026-11-23T13:00:00.000Z');
    expect((await lastMail(scene, admin.user.id, 'credit_review_asked'))?.text).toContain('Ana Moreira');
    expect(await audited(scene, id)).toEqual(['create_credit', 'ask_credit_review']);
  });

  test('the review of a rejected proposal stays open, whatever the settings of notifications, until it is answered', async ({
    scene,
  }) => {
    const { bank, ana, admin, propose, own } = scene;
    await admin.call.admin.settings.update({ name: 'notifyCreditProposals', value: false });
    const [one, granted] = [await propose(), await propose()];
    const { reject, approve, answerReview, list } = admin.call.credit.proposals;
    const { askReview } = ana.call.credit.proposals;
    await reject({ id: one.id, reason: 'Renda baixa' });
    await approve({ id: granted.id });
    expect(await codeOf(askReview({ id: granted.id }))).toBe('PROPOSAL_DECIDED');
    const answer = { id: one.id, text: ' A renda  de novembro não  foi contada; faça outra proposta. ' };
    expect(await codeOf(answerReview(answer))).toBe('NO_OPEN_REVIEW');
    await askReview({ id: one.id });
    expect((await lastMail(scene, admin.user.id, 'credit_review_asked'))?.text).toContain('status=review');
    const waiting = async () => {
      const ids = (await list({ status: 'review' })).proposals.map(({ id }) => id);
      const { needs } = await admin.call.admin.overview({ days: 7 });
      return [ids, needs.find(({ need }) => need === 'reviews')?.count ?? 0];
    };
    expect(await waiting()).toEqual([[one.id], 1]);
    bank.clock.set('2026-11-25T10:00:00-03:00');
    expect(await codeOf(answerReview({ id: one.id, text: ' a ' }))).toBe('VALIDATION');
    expect(await codeOf(answerReview({ ...answer, id: 'missing' }))).toBe('NOT_FOUND');
    expect(await answerReview(answer)).toMatchObject({ status: 'rejected', holder: { name: 'Ana Moreira' } });
    expect(await codeOf(answerReview(answer))).toBe('NO_OPEN_REVIEW');
    const text = 'A renda de novembro não foi contada; faça outra proposta.';
    expect(await own(one.id)).toMatchObject({ reviewedAt: '2026-11-25T13:00:00.000Z', reviewText: text });
    expect((await lastMail(scene, ana.user.id, 'credit_reviewed'))?.text).toContain(`Conclusão: ${text}`);
    expect(await waiting()).toEqual([[], 0]);
    expect((await audited(scene, one.id)).slice(-2)).toEqual(['ask_credit_review', 'answer_credit_review']);
  });
});

describe('the list of proposals', () => {
  test('the list of proposals is complete for a customer, and paged with totals of the filter for administrators', async ({
    scene,
  }) => {
    const { ana, bruno, admin, propose } = scene;
    const ids = [];
    for (const purpose of ['Viagem à praia', 'Reforma da sala', 'Reforma do telhado'])
      ids.push((await propose({ purpose })).id);
    expect((await bruno.call.credit.proposals.list({})).proposals).toEqual([]);
    expect((await ana.call.credit.proposals.list({ limit: 1 })).proposals).toHaveLength(3);
    const first = await admin.call.credit.proposals.list({ limit: 2 });
    const second = await admin.call.credit.proposals.list({ limit: 2, cursor: first.nextCursor ?? '' });
    expect([...first.proposals, ...second.proposals].map(({ id }) => id)).toEqual(ids.toReversed());
    expect([second.nextCursor, first.totals]).toEqual([null, { pending: 3, approved: 0, rejected: 0 }]);
    const found = await admin.call.credit.proposals.list({ q: 'REFORMA', status: 'pending' });
    expect([found.proposals.length, found.totals.pending]).toEqual([2, 2]);
    expect(await codeOf(admin.call.credit.proposals.list({ cursor: 'x' }))).toBe('VALIDATION');
    const [gone = '', asked = ''] = ids;
    await admin.call.credit.proposals.startAnalysis({ id: asked });
    await ana.call.credit.proposals.askReview({ id: asked });
    const those = async (status: 'undecided' | 'review') =>
      (await admin.call.credit.proposals.list({ status })).proposals.map(({ id }) => id);
    expect([await those('undecided'), await those('review')]).toEqual([ids.toReversed(), [asked]]);
    await admin.call.credit.proposals.reject({ id: gone, reason: 'Renda baixa' });
    expect(await those('undecided')).toEqual(ids.slice(1).toReversed());
    expect((await admin.call.admin.dashboard()).figures.pendingApprovals).toBe(2);
  });
});
