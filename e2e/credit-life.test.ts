/** @module-tag release */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { Db } from '#db/db';
import { open } from '#db/open';
import { verifyLedger } from '#server/ledger/verify';
import { addDays, daysBetween } from '../src-server/domain/date.ts';
import { formatBrl, parseDecimal, toDecimal } from '../src-server/domain/money.ts';
import { moveToNoon } from './bank-noon.ts';
import { test as base, type SignedIn } from './bank-test.ts';
import { type CreditState, screensAgree } from './credit-screens.ts';
import { lastMessageTo, signatureCode } from './mailbox.ts';
import type { Answer, Script } from './script.ts';

const PURPOSE = 'Reforma da oficina';
const TERM = 7;
const UNSIGNED = { standing: null, paid: 0, overdue: 0, of: TERM };
const LOAN = { amount: '3000.00', termMonths: TERM, purpose: PURPOSE };

type Instalment = Awaited<ReturnType<typeof instalmentsOf>>[number];

const cents = (decimal: unknown): number => parseDecimal(String(decimal)) ?? Number.NaN;
const brl = (decimal: unknown): string => formatBrl(cents(decimal));
const sum = (decimals: readonly string[]): string =>
  toDecimal(decimals.reduce((total, decimal) => total + cents(decimal), 0));

type Scene = SignedIn & {
  friend: SignedIn;
  admin: Script;
  client: Page;
  desk: Page;
  origin: string;
  db: Db;
};

const test = base
  // Noon, since the test counts days and must not cross midnight.
  .extend('bank', { scope: 'file' }, async ({ bank }) => {
    await moveToNoon(bank.origin);
    return bank;
  })
  .extend(
    'scene',
    async ({ admin, bank, customer, office, register, visit }, { onCleanup }): Promise<Scene> => {
      const db = await open(`file:${join(bank.dataDir, 'valebank.db')}`);
      onCleanup(() => db.close());
      const [friend, client] = [await register(), await visit(customer.script)];
      return { ...customer, friend, admin, client, desk: office, origin: bank.origin, db };
    },
  );

const ask = async <Path extends string>(script: Script, path: Path): Promise<Answer<'GET', Path>['body']> => {
  const { status, body } = await script.call('GET', path);
  expect([path, status]).toEqual([path, 200]);
  return body;
};
const own = async ({ script }: Scene) => {
  const [proposal] = (await ask(script, '/api/credit/proposals')).proposals;
  if (!proposal) throw new Error('there is no proposal');
  return proposal;
};
const instalmentsOf = async ({ script }: Scene) =>
  (await ask(script, '/api/credit/schedules')).schedules.toReversed();
const checkingOf = async (script: Script) => {
  const [account] = (await ask(script, '/api/accounts')).accounts;
  return { number: account?.accountNumber ?? '', balance: account?.balance ?? '' };
};

/** All REST answers about the credit agree, and the ledger balances. */
async function restAgrees(scene: Scene, { status, standing, paid, overdue }: CreditState): Promise<void> {
  const { admin, db, script } = scene;
  const mine = await own(scene);
  expect(mine).toMatchObject({ status, standing, paidInstallments: paid, overdueInstallments: overdue });
  const { proposal } = await ask(admin, `/api/credit/proposals/${mine.id}`);
  const shared = { ...mine, holder: null, explanation: null };
  expect({ ...proposal, holder: null, explanation: null }).toEqual(shared);
  const rows = await instalmentsOf(scene);
  expect(rows.filter(({ isPaid }) => isPaid)).toHaveLength(paid);
  expect(rows.filter(({ isOverdue }) => isOverdue)).toHaveLength(overdue);
  const remaining = sum(rows.flatMap(({ isPaid, amount }) => (isPaid ? [] : [amount])));
  const { operations, totals } = await ask(admin, '/api/credit/operations');
  const known = { paidInstallments: paid, overdueInstallments: overdue, remainingAmount: remaining };
  expect(operations).toMatchObject(standing ? [{ id: mine.id, operationStatus: standing, ...known }] : []);
  expect(totals).toMatchObject(standing ? { total: 1, [standing]: 1, outstanding: remaining } : { total: 0 });
  const isRunning = standing !== null && standing !== 'finalizado';
  expect(await ask(script, '/api/credit/summary')).toMatchObject({
    activeCount: isRunning ? 1 : 0,
    activeTotal: isRunning ? remaining : '0.00',
    overdueCount: overdue,
  });

  const { balance } = await checkingOf(script);
  const everybody = (await ask(admin, '/api/accounts')).accounts;
  expect(everybody).toContainEqual(expect.objectContaining({ userId: mine.userId, balance }));
  const [last] = (await ask(script, '/api/ledger')).entries;
  expect(last?.balanceAfter ?? '0.00').toBe(balance);
  const { ratingVb, id } = (await ask(script, '/api/auth/me')).user;
  expect((await ask(script, '/api/credit/rating')).rating).toMatchObject({ rating: ratingVb });
  expect((await ask(admin, `/api/users/${id}`)).user).toMatchObject({ ratingVb });
  expect((await verifyLedger(db)).differences).toEqual([]);
}

async function agree(scene: Scene, state: CreditState): Promise<void> {
  const { client, desk, script } = scene;
  await restAgrees(scene, state);
  const { activeTotal } = await ask(script, '/api/credit/summary');
  const { ratingVb } = (await ask(script, '/api/auth/me')).user;
  const { balance } = await checkingOf(script);
  const said = { balance: brl(balance), remaining: brl(activeTotal), rating: ratingVb };
  await screensAgree({ client, desk, purpose: PURPOSE }, state, said);
}

async function advanceTo({ script }: Scene, day: string): Promise<void> {
  const { today } = await ask(script, '/api/auth/me');
  const { body } = await script.call('POST', '/dev/clock', {
    advanceDays: daysBetween(today, day),
  });
  expect(body.today).toBe(day);
}
/** Enough days to be late even if a weekend or holiday postpones the due date. */
const LATE_DAYS = 6;

async function send(from: Script, to: Script, amount: string): Promise<void> {
  const { number: accountNumber } = await checkingOf(to);
  const sent = await from.call('POST', '/api/transfers', { accountNumber, amount, description: 'Oficina' });
  expect(sent.status).toBe(201);
}
const transferBalance = async ({ friend, script }: Scene) =>
  send(script, friend.script, (await checkingOf(script)).balance);
const takeBack = ({ friend, script }: Scene, amount: string) => send(friend.script, script, amount);

/** Pays the next instalment on the screen; its amount must equal the API's for today. */
async function payNext(scene: Scene): Promise<Instalment> {
  const { client, script } = scene;
  const next = (await instalmentsOf(scene)).find(({ isPaid }) => !isPaid);
  if (!next) throw new Error('nothing is left to be paid');
  const before = cents((await checkingOf(script)).balance);
  await client.goto('/client/my-credits');
  await client.getByRole('button', { name: 'Pagar parcela' }).click();
  const dialog = client.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await dialog.getByRole('button', { name: `Pagar ${brl(next.amountToday)}` }).click();
  await dialog.getByRole('heading', { name: 'Parcela paga' }).waitFor();
  expect(cents((await checkingOf(script)).balance)).toBe(before - cents(next.amountToday));
  return next;
}

async function approveAtAnotherRate(scene: Scene): Promise<void> {
  const { desk, person } = scene;
  const analyse = `Analisar ${PURPOSE}, de ${person.fullName}`;
  await desk.goto('/admin/credit');
  await desk.getByRole('button', { name: analyse }).click();
  const dialog = desk.getByRole('dialog', { name: 'Análise da proposta' });
  await dialog.getByText('Em Análise').waitFor();
  await agree(scene, { status: 'under_analysis', ...UNSIGNED });
  await desk.goto('/admin/credit');
  await desk.getByRole('button', { name: analyse }).click();
  await dialog.getByLabel('Taxa personalizada').fill('2.15');
  await dialog.getByRole('button', { name: 'Aprovar' }).click();
  await dialog.getByRole('button', { name: 'Confirmar aprovação' }).click();
  await dialog.getByText(/^Proposta aprovada em/).waitFor();
}

async function sign({ origin, person, script }: Scene): Promise<void> {
  const [contract] = (await ask(script, '/api/contracts')).contracts;
  await script.call('POST', `/api/contracts/${contract?.id}/request-otp`);
  const otpCode = await signatureCode(origin, person.email);
  const { status } = await script.call('POST', `/api/contracts/${contract?.id}/sign`, { otpCode });
  expect(status).toBe(200);
}

async function collect(scene: Scene): Promise<void> {
  const { desk, origin, person, script } = scene;
  const act = async (name: string) => {
    await desk.getByRole('button', { name: `Ações: ${person.fullName}, ${PURPOSE}` }).click();
    await desk.getByRole('menuitem', { name }).click();
  };
  await act('Enviar e-mail');
  await desk.getByText('E-mail enviado').first().waitFor();
  const { text } = await lastMessageTo(origin, person.email);
  for (const { isOverdue, amountToday } of await instalmentsOf(scene))
    if (isOverdue) expect(text).toContain(`Hoje: ${brl(amountToday)}`);
  await act('Registrar contato');
  const form = desk.getByRole('dialog', { name: 'Registrar contato' });
  await form.getByLabel('Relatório do contato').fill('Prometeu pagar na sexta-feira.');
  await form.getByRole('button', { name: 'Salvar contato' }).click();
  await desk.getByText('Contato registrado').first().waitFor();
  expect((await ask(script, '/api/client/contacts')).contacts).toHaveLength(1);
}

const ratingNow = async ({ script }: Scene) => (await ask(script, '/api/auth/me')).user.ratingVb;

/** The rating has a note while fewer than three instalments have fallen due. */
async function expectRatingNote(scene: Scene, isShown: boolean): Promise<void> {
  const { client } = scene;
  await client.goto('/client/profile?aba=rating');
  await client.getByText(`créditos quitados somam ${await ratingNow(scene)}.`).waitFor({ state: 'attached' });
  expect(await client.getByText('Ainda há pouco histórico').count()).toBe(isShown ? 1 : 0);
}

/** One credit from simulation to last instalment; after each step all answers and screens must agree. */
describe('the life of a credit', () => {
  test('a credit looks the same to customer, administrator and ledger at each step, from the simulation to the last instalment', async ({
    fund,
    scene,
  }) => {
    const { friend, script } = scene;
    const asked = await script.call('POST', '/api/credit/proposals', LOAN);
    expect(asked.status).toBe(201);
    await agree(scene, { status: 'pending', ...UNSIGNED });
    await approveAtAnotherRate(scene);
    await agree(scene, { status: 'approved', ...UNSIGNED });
    await sign(scene);
    const signed = await own(scene);
    expect(signed.interestRate).toBe('2.15');
    expect((await checkingOf(script)).balance).toBe(signed.netAmount);
    await agree(scene, { status: 'active', standing: 'adimplente', paid: 0, overdue: 0, of: TERM });
    expect(await ratingNow(scene)).toBeNull();

    const due = (await instalmentsOf(scene)).map(({ dueDate }) => dueDate);
    const [first = '', , third = '', , fifth = '', sixth = ''] = due;
    // Paid on the due date by hand, since there was nothing to debit; then one early; then one by debit.
    const kept = (await checkingOf(script)).balance;
    await transferBalance(scene);
    await advanceTo(scene, first);
    await takeBack(scene, kept);
    const byHand = await payNext(scene);
    expect(byHand.amountToday).toBe(byHand.amount);
    await agree(scene, { status: 'active', standing: 'adimplente', paid: 1, overdue: 0, of: TERM });
    const ahead = await payNext(scene);
    expect(cents(ahead.amountToday)).toBeLessThan(cents(ahead.amount));
    await advanceTo(scene, third);
    expect((await instalmentsOf(scene))[2]).toMatchObject({ isPaid: true, paidAmount: byHand.amount });
    await agree(scene, { status: 'active', standing: 'adimplente', paid: 3, overdue: 0, of: TERM });
    expect(await ratingNow(scene)).toBe(550);
    await expectRatingNote(scene, true);

    const left = (await checkingOf(script)).balance;
    await transferBalance(scene);
    await advanceTo(scene, addDays(fifth, LATE_DAYS));
    await agree(scene, { status: 'active', standing: 'em_atraso', paid: 3, overdue: 2, of: TERM });
    await expectRatingNote(scene, false);
    await advanceTo(scene, addDays(sixth, LATE_DAYS));
    await agree(scene, { status: 'defaulted', standing: 'negativado', paid: 3, overdue: 3, of: TERM });
    const late = await ratingNow(scene);
    expect(late).toBeLessThan(550);
    await collect(scene);
    const collected = await ratingNow(scene);
    expect(collected).toBeLessThan(Number(late));

    await fund(friend, '1500.00');
    await takeBack(scene, toDecimal(cents(left) + 100_000));
    await payNext(scene);
    await agree(scene, { status: 'active', standing: 'em_atraso', paid: 4, overdue: 2, of: TERM });
    await payNext(scene);
    await payNext(scene);
    await agree(scene, { status: 'active', standing: 'adimplente', paid: 6, overdue: 0, of: TERM });
    await payNext(scene);
    await agree(scene, { status: 'active', standing: 'finalizado', paid: 7, overdue: 0, of: TERM });
    expect(await ratingNow(scene)).toBe(Number(collected) + 50);
  }, 600_000);
});
