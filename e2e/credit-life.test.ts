import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#db/db';
import { open } from '#db/open';
import { verifyLedger } from '#server/ledger/verify';
import { daysBetween } from '../src-server/domain/date.ts';
import { formatBrl, parseDecimal, toDecimal } from '../src-server/domain/money.ts';
import { createAdmin } from './admin.ts';
import { type RunningBank, startBank } from './bank.ts';
import { openBrowser, openPage } from './browser.ts';
import { type CreditState, screensAgree } from './credit-screens.ts';
import { signIn } from './journey.ts';
import { lastMessageTo } from './mailbox.ts';
import { ADMIN, caio, joana, type Person } from './people.ts';
import { newScript, type Script } from './script.ts';

const PURPOSE = 'Reforma da oficina';
const TERM = 7;
const UNSIGNED = { standing: null, paid: 0, overdue: 0, of: TERM };
const LOAN = { amount: '3000.00', termMonths: TERM, purpose: PURPOSE };

type Answer = Record<string, unknown>;
type Schedule = {
  id: string;
  installmentNumber: number;
  dueDate: string;
  amount: string;
  amountToday: string;
  isPaid: boolean;
  isOverdue: boolean;
  paidAmount: string | null;
};

const cents = (decimal: unknown): number => parseDecimal(String(decimal)) ?? Number.NaN;
const brl = (decimal: unknown): string => formatBrl(cents(decimal));
const sum = (decimals: readonly string[]): string =>
  toDecimal(decimals.reduce((total, decimal) => total + cents(decimal), 0));

/** One credit from the question to the last instalment; after each step every answer and every screen tells the same of it. */
describe('the life of a credit', () => {
  let bank: RunningBank;
  let db: Db;
  let browser: Browser;
  let client: Page;
  let desk: Page;
  let complaints: string[][];
  let customer: Script;
  let friend: Script;
  let admin: Script;

  beforeAll(async () => {
    bank = await startBank();
    createAdmin({}, bank.dataDir);
    db = await open(`file:${join(bank.dataDir, 'valebank.db')}`);
    for (const person of [joana, caio])
      await newScript(bank.origin).call('POST', '/api/auth/register', { ...person, acceptedTerms: true });
    [customer, friend, admin] = await Promise.all([scriptOf(joana), scriptOf(caio), scriptOf(ADMIN)]);
    browser = await openBrowser();
    const [one, other] = [await openPage(browser, bank.origin), await openPage(browser, bank.origin)];
    [client, desk] = [one.page, other.page];
    complaints = [one.complaints, other.complaints];
    await signIn(client, joana.cpf, joana.password);
    await signIn(desk, ADMIN.cpf, ADMIN.password);
  });
  afterAll(async () => {
    await browser?.close();
    await db?.close();
    await bank?.stop();
  });

  async function scriptOf({ cpf, password }: Pick<Person, 'cpf' | 'password'>): Promise<Script> {
    const script = newScript(bank.origin);
    expect((await script.call('POST', '/api/auth/login', { document: cpf, password })).status).toBe(200);
    return script;
  }
  const ask = async (script: Script, path: string): Promise<Answer> => {
    const { status, body } = await script.call('GET', path);
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  const own = async (): Promise<Answer> => {
    const [proposal] = (await ask(customer, '/api/credit/proposals')).proposals as Answer[];
    if (!proposal) throw new Error('there is no proposal');
    return proposal;
  };
  /** Oldest first. */
  const schedules = async (): Promise<Schedule[]> =>
    ((await ask(customer, '/api/credit/schedules')).schedules as Schedule[]).toReversed();
  const checkingOf = async (script: Script) => {
    const [account] = (await ask(script, '/api/accounts')).accounts as Record<string, string>[];
    return { number: account?.accountNumber ?? '', balance: account?.balance ?? '' };
  };

  /** Everything that a script can ask of this credit agrees, and the ledger holds. */
  async function restAgrees({ status, standing, paid, overdue }: CreditState): Promise<void> {
    const mine = await own();
    expect(mine).toMatchObject({ status, standing, paidInstallments: paid, overdueInstallments: overdue });
    const { proposal } = await ask(admin, `/api/credit/proposals/${mine.id}`);
    const shared = { ...mine, holder: null, explanation: null };
    expect({ ...(proposal as Answer), holder: null, explanation: null }).toEqual(shared);
    const rows = await schedules();
    expect(rows.filter(({ isPaid }) => isPaid)).toHaveLength(paid);
    expect(rows.filter(({ isOverdue }) => isOverdue)).toHaveLength(overdue);
    const remaining = sum(rows.flatMap(({ isPaid, amount }) => (isPaid ? [] : [amount])));
    const { operations, totals } = await ask(admin, '/api/credit/operations');
    const known = { paidInstallments: paid, overdueInstallments: overdue, remainingAmount: remaining };
    expect(operations).toMatchObject(standing ? [{ id: mine.id, operationStatus: standing, ...known }] : []);
    expect(totals).toMatchObject(
      standing ? { total: 1, [standing]: 1, outstanding: remaining } : { total: 0 },
    );
    const isRunning = standing !== null && standing !== 'finalizado';
    expect(await ask(customer, '/api/credit/summary')).toMatchObject({
      activeCount: isRunning ? 1 : 0,
      activeTotal: isRunning ? remaining : '0.00',
      overdueCount: overdue,
    });

    const { balance } = await checkingOf(customer);
    const everybody = (await ask(admin, '/api/accounts')).accounts as Answer[];
    expect(everybody).toContainEqual(expect.objectContaining({ userId: mine.userId, balance }));
    const [last] = (await ask(customer, '/api/ledger')).entries as Answer[];
    expect(last?.balanceAfter ?? '0.00').toBe(balance);
    const { ratingVb, id } = (await ask(customer, '/api/auth/me')).user as Answer;
    expect((await ask(customer, '/api/credit/rating')).rating).toMatchObject({ rating: ratingVb });
    expect((await ask(admin, `/api/users/${id}`)).user).toMatchObject({ ratingVb });
    expect((await verifyLedger(db)).differences).toEqual([]);
  }

  async function agree(state: CreditState): Promise<void> {
    await restAgrees(state);
    const { activeTotal } = await ask(customer, '/api/credit/summary');
    const { ratingVb } = (await ask(customer, '/api/auth/me')).user as Answer;
    const { balance } = await checkingOf(customer);
    const said = { balance: brl(balance), remaining: brl(activeTotal), rating: ratingVb };
    await screensAgree({ client, desk, purpose: PURPOSE }, state, said);
  }

  /** The bank lives until a day and its daily runs are done. */
  async function liveUntil(day: string): Promise<void> {
    const { today } = await ask(customer, '/api/auth/me');
    const { body } = await newScript(bank.origin).call('POST', '/dev/clock', {
      advanceDays: daysBetween(String(today), day),
    });
    expect(body.today).toBe(day);
  }
  /** So many days after a day; what falls due on a weekend or a holiday is late within six. */
  const daysAfter = (day: string, days: number): string =>
    new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

  async function send(from: Script, to: Script, amount: string): Promise<void> {
    const { number: accountNumber } = await checkingOf(to);
    const sent = await from.call('POST', '/api/transfers', { accountNumber, amount, description: 'Oficina' });
    expect(sent.status).toBe(201);
  }
  const earn = async (script: Script, amount: string): Promise<void> => {
    const [account] = (await ask(script, '/api/accounts')).accounts as { id: string }[];
    const path = `/api/admin/accounts/${account?.id}/adjust`;
    expect((await admin.call('POST', path, { amount, reason: 'Depósito em dinheiro' })).status).toBe(201);
  };
  /** So that the bank finds nothing to debit. */
  const giveAway = async () => send(customer, friend, (await checkingOf(customer)).balance);
  const takeBack = (amount: string) => send(friend, customer, amount);

  /** Pays the next instalment on the screen, which asks for what the answer says that it costs today. */
  async function payNext(): Promise<Schedule> {
    const next = (await schedules()).find(({ isPaid }) => !isPaid);
    if (!next) throw new Error('nothing is left to be paid');
    const before = cents((await checkingOf(customer)).balance);
    await client.goto('/client/my-credits');
    await client.getByRole('button', { name: 'Pagar parcela' }).click();
    const dialog = client.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await dialog.getByRole('button', { name: `Pagar ${brl(next.amountToday)}` }).click();
    await dialog.getByRole('heading', { name: 'Parcela paga' }).waitFor();
    expect(cents((await checkingOf(customer)).balance)).toBe(before - cents(next.amountToday));
    return next;
  }

  async function approveAtAnotherRate(): Promise<void> {
    await desk.goto('/admin/credit');
    await desk.getByRole('button', { name: `Analisar ${PURPOSE}, de Joana Prado` }).click();
    const dialog = desk.getByRole('dialog', { name: 'Análise da proposta' });
    await dialog.getByText('Em Análise').waitFor();
    await agree({ status: 'under_analysis', ...UNSIGNED });
    await desk.goto('/admin/credit');
    await desk.getByRole('button', { name: `Analisar ${PURPOSE}, de Joana Prado` }).click();
    await dialog.getByLabel('Taxa personalizada').fill('2.15');
    await dialog.getByRole('button', { name: 'Aprovar' }).click();
    await dialog.getByRole('button', { name: 'Confirmar aprovação' }).click();
    await dialog.getByText(/^Proposta aprovada em/).waitFor();
  }

  async function sign(): Promise<void> {
    const [contract] = (await ask(customer, '/api/contracts')).contracts as { id: string }[];
    await customer.call('POST', `/api/contracts/${contract?.id}/request-otp`);
    const { text } = await lastMessageTo(bank.origin, joana.email);
    const otpCode = text.split('\n').find((line) => /^[2-9A-HJKMNP-Z]{6}$/.test(line));
    const { status } = await customer.call('POST', `/api/contracts/${contract?.id}/sign`, { otpCode });
    expect(status).toBe(200);
  }

  async function collect(): Promise<void> {
    const act = async (name: string) => {
      await desk.getByRole('button', { name: `Ações: Joana Prado, ${PURPOSE}` }).click();
      await desk.getByRole('menuitem', { name }).click();
    };
    await act('Enviar email');
    await desk.getByText('Email enviado').first().waitFor();
    const { text } = await lastMessageTo(bank.origin, joana.email);
    for (const { isOverdue, amountToday } of await schedules())
      if (isOverdue) expect(text).toContain(`Hoje: ${brl(amountToday)}`);
    await act('Registrar contato');
    const form = desk.getByRole('dialog', { name: 'Registrar contato' });
    await form.getByLabel('Relatório do contato').fill('Prometeu pagar na sexta-feira.');
    await form.getByRole('button', { name: 'Salvar contato' }).click();
    await desk.getByText('Contato registrado').first().waitFor();
    expect((await ask(customer, '/api/client/contacts')).contacts).toHaveLength(1);
  }

  const ratingNow = async () => ((await ask(customer, '/api/auth/me')).user as Answer).ratingVb;

  /** With fewer than three instalments due, the rating is shown with a note. */
  async function ratingSaysLittle(isShort: boolean): Promise<void> {
    await client.goto('/client/profile?aba=rating');
    await client.getByText(`créditos quitados somam ${await ratingNow()}.`).waitFor({ state: 'attached' });
    expect(await client.getByText('Ainda há pouco histórico').count()).toBe(isShort ? 1 : 0);
  }

  test('is the same for everybody at each step', async () => {
    const asked = await customer.call('POST', '/api/credit/proposals', LOAN);
    expect(asked.status).toBe(201);
    await agree({ status: 'pending', ...UNSIGNED });
    await approveAtAnotherRate();
    await agree({ status: 'approved', ...UNSIGNED });
    await sign();
    const signed = await own();
    expect(signed.interestRate).toBe('2.15');
    expect((await checkingOf(customer)).balance).toBe(signed.netAmount);
    await agree({ status: 'active', standing: 'adimplente', paid: 0, overdue: 0, of: TERM });
    expect(await ratingNow()).toBeNull();

    const due = (await schedules()).map(({ dueDate }) => dueDate);
    const [first = '', , third = '', , fifth = '', sixth = ''] = due;
    // By hand, on the day, since the bank found nothing to debit; another ahead; the third by the bank.
    const kept = (await checkingOf(customer)).balance;
    await giveAway();
    await liveUntil(first);
    await takeBack(kept);
    const byHand = await payNext();
    expect(byHand.amountToday).toBe(byHand.amount);
    await agree({ status: 'active', standing: 'adimplente', paid: 1, overdue: 0, of: TERM });
    const ahead = await payNext();
    expect(cents(ahead.amountToday)).toBeLessThan(cents(ahead.amount));
    await liveUntil(third);
    expect((await schedules())[2]).toMatchObject({ isPaid: true, paidAmount: byHand.amount });
    await agree({ status: 'active', standing: 'adimplente', paid: 3, overdue: 0, of: TERM });
    expect(await ratingNow()).toBe(550);
    await ratingSaysLittle(true);

    const left = (await checkingOf(customer)).balance;
    await giveAway();
    await liveUntil(daysAfter(fifth, 6));
    await agree({ status: 'active', standing: 'em_atraso', paid: 3, overdue: 2, of: TERM });
    await ratingSaysLittle(false);
    await liveUntil(daysAfter(sixth, 6));
    await agree({ status: 'defaulted', standing: 'negativado', paid: 3, overdue: 3, of: TERM });
    const late = await ratingNow();
    expect(late).toBeLessThan(550);
    await collect();
    const collected = await ratingNow();
    expect(collected).toBeLessThan(Number(late));

    await earn(friend, '1500.00');
    await takeBack(toDecimal(cents(left) + 100_000));
    await payNext();
    await agree({ status: 'active', standing: 'em_atraso', paid: 4, overdue: 2, of: TERM });
    await payNext();
    await payNext();
    await agree({ status: 'active', standing: 'adimplente', paid: 6, overdue: 0, of: TERM });
    await payNext();
    await agree({ status: 'active', standing: 'finalizado', paid: 7, overdue: 0, of: TERM });
    expect(await ratingNow()).toBe(Number(collected) + 50);
    expect(complaints.flat()).toEqual([]);
  }, 600_000);
});
