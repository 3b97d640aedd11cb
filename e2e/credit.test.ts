/** @module-tag scaled */
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { daysBetween } from '../src-server/domain/date.ts';
import { formatBrl, parseDecimal } from '../src-server/domain/money.ts';
import { test } from './bank-test.ts';
import { expectAccessible } from './journey.ts';
import { signatureCode } from './mailbox.ts';
import { newScript, type Script } from './script.ts';

const PURPOSE = 'Compra de veículo';

const brl = (decimal: string): string => formatBrl(parseDecimal(decimal) ?? 0);
const cents = (decimal: string): number => parseDecimal(decimal) ?? Number.NaN;

const balanceOf = async (script: Script): Promise<number> => {
  const { accounts } = (await script.call('GET', '/api/accounts')).body;
  return cents(accounts.find(({ accountType }) => accountType === 'checking')?.balance ?? '');
};
const proposalOf = async (script: Script) => {
  const { proposals } = (await script.call('GET', '/api/credit/proposals')).body;
  const found = proposals.find(({ purpose }) => purpose === PURPOSE);
  if (!found) throw new Error('the proposal did not arrive');
  return found;
};
const instalmentOf = async (script: Script, number: number) => {
  const { id } = await proposalOf(script);
  const { schedules } = (await script.call('GET', '/api/credit/schedules')).body;
  const found = schedules.find((one) => one.creditProposalId === id && one.installmentNumber === number);
  if (!found) throw new Error(`no instalment ${number}`);
  return found;
};

async function simulate(page: Page, script: Script): Promise<void> {
  await page.goto('/client/credit');
  await page.getByText('Você recebe na conta').waitFor();
  await expectAccessible(page, 'credit, as it opens');
  const amount = page.getByRole('textbox', { name: 'Valor' });
  await amount.fill('');
  await amount.pressSequentially('1800000');
  await page.getByRole('slider', { name: 'Prazo, deslizando' }).fill('12');
  expect(await page.getByLabel('Prazo em meses').inputValue()).toBe('12');
  await page.getByText('Carro', { exact: true }).click();
  const { body } = await script.call('POST', '/api/credit/simulate', {
    amount: '18000.00',
    termMonths: 12,
    hasCollateral: true,
    collateralType: 'carro',
  });
  const { monthlyPayment, netAmount } = body.simulation;
  const result = page.getByRole('region', { name: 'Simulação' });
  for (const decimal of [monthlyPayment, netAmount]) await result.getByText(brl(decimal)).first().waitFor();
  await page.getByRole('button', { name: 'Ver todas as parcelas' }).click();
  const dialog = page.getByRole('dialog', { name: 'As 12 parcelas' });
  await dialog.waitFor();
  expect(await dialog.getByRole('row').count()).toBe(13);
  await expectAccessible(page, 'schedule');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

async function propose(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Conferir proposta' }).click();
  for (const message of [
    'Finalidade deve ter no mínimo 10 caracteres',
    'RENAVAM deve ter 11 dígitos',
    'Placa deve ter 7 caracteres',
    'Chassi deve ter 17 caracteres',
    'Ano deve ter 4 dígitos',
  ])
    await page.getByText(message).first().waitFor();
  await expectAccessible(page, 'credit, refused by the form');
  await page.getByRole('button', { name: PURPOSE }).click();
  await page.getByLabel('RENAVAM').fill('00891749829');
  // As printed in the papers: the form drops the dash and converts to capitals.
  await page.getByLabel('Placa').fill('abc-1d23');
  expect(await page.getByLabel('Placa').inputValue()).toBe('ABC1D23');
  await page.getByLabel('Chassi').fill('9bwzzz377vt004251');
  await page.getByLabel('Fabricação').fill('2022');
  await page.getByLabel('Modelo').fill('2023');
  await page.getByRole('button', { name: 'Conferir proposta' }).click();
  await page.getByRole('heading', { name: 'Confira antes de enviar' }).waitFor();
  await page.getByText('ABC1D23 · 00891749829').waitFor();
  await expectAccessible(page, 'proposal, to be checked');
  await page.getByRole('button', { name: /^Enviar proposta de R\$\s18\.000,00$/ }).click();
  await page.getByRole('heading', { name: 'Proposta enviada' }).waitFor();
  await expectAccessible(page, 'proposal, sent');
}

async function followAnalysis(page: Page): Promise<void> {
  const item = page.getByRole('list', { name: 'Minhas Propostas' }).getByRole('listitem').first();
  await item.getByText('Pendente', { exact: true }).waitFor();
  await item.getByRole('button', { name: 'Análise automática' }).click();
  await item.getByRole('img', { name: /^Pontuação \d+ de 1000, risco/ }).waitFor();
  await item.getByText('Ponto de partida').waitFor();
  await expectAccessible(page, 'automatic analysis');
  await item.getByRole('button', { name: 'Pedir revisão por uma pessoa' }).click();
  await item.getByText(/^Você pediu a revisão por uma pessoa em/).waitFor();
}

async function sign(page: Page, script: Script, origin: string): Promise<void> {
  // The link must lead to the contract however late the list of contracts comes.
  await page.route('**/trpc/**contract.list**', async (route) => {
    await setTimeout(1000);
    await route.continue();
  });
  await page.goto('/client/my-credits');
  await page.getByRole('tab', { name: 'Operações ativas (1)' }).waitFor();
  await page.getByText('Aguardando Assinatura').waitFor();
  await expectAccessible(page, 'operation, unsigned');
  await page.getByRole('link', { name: 'Assinar contrato' }).click();
  await page.unroute('**/trpc/**contract.list**');
  await page.getByRole('button', { name: 'Solicitar assinatura' }).click();
  await page.getByText('OTP enviado').first().waitFor();
  const dialog = page.getByRole('dialog', { name: 'Assinar contrato' });
  const { email } = (await script.call('GET', '/api/auth/me')).body.user;
  await dialog.getByLabel('Código recebido').fill(await signatureCode(origin, email));
  await dialog.getByRole('button', { name: 'Confirmar assinatura' }).click();
  await page.getByText('Contrato assinado').first().waitFor();
}

async function payAhead(page: Page, script: Script): Promise<void> {
  await page.goto('/client/my-credits');
  await page.getByText('Adimplente', { exact: true }).waitFor();
  await expectAccessible(page, 'operation, running');
  const { amount, amountToday } = await instalmentOf(script, 1);
  expect(cents(amountToday)).toBeLessThan(cents(amount));
  await page.getByRole('button', { name: 'Pagar parcela' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Você economiza/).waitFor();
  await expectAccessible(page, 'payment, dados');
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await dialog.getByRole('heading', { name: 'Confira antes de pagar' }).waitFor();
  await dialog.getByText('Desconto por antecipar').waitFor();
  await expectAccessible(page, 'payment, conferir');
  await dialog.getByRole('button', { name: `Pagar ${brl(amountToday)}` }).click();
  await dialog.getByRole('heading', { name: 'Parcela paga' }).waitFor();
  await dialog.getByRole('button', { name: 'Baixar PDF' }).waitFor();
  await expectAccessible(page, 'payment, comprovante');
  await dialog.getByRole('button', { name: 'Concluir' }).click();
  await page.getByText('1 de 12 pagas').or(page.getByText('1 de 12 paga')).first().waitFor();
  expect((await instalmentOf(script, 1)).paidAmount).toBe(amountToday);
}

async function payTogether(page: Page, script: Script): Promise<void> {
  const [last, before] = [await instalmentOf(script, 12), await instalmentOf(script, 11)];
  const total = formatBrl(cents(last.amountToday) + cents(before.amountToday));
  for (const number of [12, 11]) await page.getByText(`Parcela ${number} de 12`).click();
  const bar = page.getByRole('region', { name: 'Parcelas selecionadas' });
  await bar.getByText(total).waitFor();
  await expectAccessible(page, 'instalments, two of them selected');
  await bar.getByRole('button', { name: 'Pagar selecionadas' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'Confira antes de pagar' }).waitFor();
  await dialog.getByRole('button', { name: `Pagar ${total}` }).click();
  await dialog.getByRole('heading', { name: 'Parcelas pagas' }).waitFor();
  expect(await dialog.getByRole('link', { name: 'Comprovante' }).count()).toBe(2);
  await expectAccessible(page, 'two receipts');
  await dialog.getByRole('button', { name: 'Concluir' }).click();
  await dialog.waitFor({ state: 'detached' });
  await bar.waitFor({ state: 'detached' });
}

describe('credit', () => {
  test('a customer proposes with a car, signs, pays ahead, and the bank takes what falls due', async ({
    admin,
    bank,
    customer: { script },
    visit,
  }) => {
    const page = await visit(script);
    await simulate(page, script);
    await propose(page);
    await followAnalysis(page);

    const { id } = await proposalOf(script);
    await page.goto('/client/my-credits?aba=analise');
    await page.getByText(/^Nossa equipe está analisando sua proposta/).waitFor();
    await expectAccessible(page, 'under analysis');
    await admin.call('POST', `/api/credit/proposals/${id}/start-analysis`, {});
    const { status } = await admin.call('PATCH', `/api/credit/proposals/${id}/approve`, {
      interestRate: '1.80',
    });
    expect(status).toBe(200);

    const before = await balanceOf(script);
    await sign(page, script, bank.origin);
    const signed = await proposalOf(script);
    expect(await balanceOf(script)).toBe(before + cents(signed.netAmount));
    await payAhead(page, script);

    await page.goto('/client/dashboard');
    const next = page.getByRole('region', { name: 'Próximas parcelas' });
    await next.getByText(`2ª · ${PURPOSE}`).waitFor();
    await next
      .getByText(/^em \d+ dias$/)
      .first()
      .waitFor();
    await expectAccessible(page, 'dashboard with credit');

    const { body: me } = await script.call('GET', '/api/auth/me');
    const second = await instalmentOf(script, 2);
    // A due date may move to the next business day.
    const advanceDays = daysBetween(me.today, second.dueDate) + 4;
    await newScript(bank.origin).call('POST', '/dev/clock', { advanceDays });
    expect(await instalmentOf(script, 2)).toMatchObject({ isPaid: true, paidAmount: second.amount });
    await page.goto('/client/my-credits?aba=parcelas');
    const table = page.getByRole('table', { name: 'Parcelas' });
    await table.getByText('Pago', { exact: true }).nth(1).waitFor();
    expect(await table.getByText('Pago', { exact: true }).count()).toBe(2);
    expect(await table.getByText('Pendente', { exact: true }).count()).toBe(10);
    await payTogether(page, script);
    expect(await table.getByText('Pago', { exact: true }).count()).toBe(4);

    await page.goto('/client/profile?aba=rating');
    await page.getByText('Você tem 300. Parcelas em dia: 2 de 2.').waitFor();
    await expectAccessible(page, 'rating, part by part');
    await page.goto('/client/credit');
    const item = page.getByRole('list', { name: 'Minhas Propostas' }).getByRole('listitem').first();
    await item.getByText('1,80% a.m.').waitFor();
    await item.getByText(brl(signed.monthlyPayment)).waitFor();
  });

  test('a person answers the review of a rejected proposal, and the customer reads it', {
    tags: ['prove'],
  }, async ({ admin, customer: { script }, office: desk, visit }) => {
    const asked = { amount: '900.00', termMonths: 6, purpose: 'Conserto do telhado' };
    const { proposal } = (await script.call('POST', '/api/credit/proposals', asked)).body;
    const path = `/api/credit/proposals/${proposal.id}` as const;
    expect((await admin.call('PATCH', `${path}/reject`, { reason: 'Sem renda' })).status).toBe(200);
    expect((await script.call('POST', `${path}/ask-review`)).status).toBe(200);
    await desk.goto('/admin/credit?status=review');
    await desk.getByRole('button', { name: `Analisar ${asked.purpose}, de` }).click();
    const form = desk.getByRole('form', { name: 'Revisão pedida' });
    await form.getByRole('button', { name: 'Concluir revisão' }).click();
    await form.getByText('Conclusão é obrigatória').waitFor();
    await expectAccessible(desk, 'review without a conclusion');
    await form.getByLabel('Conclusão').fill('A renda de outubro não foi contada.');
    await form.getByRole('button', { name: 'Concluir revisão' }).click();
    await desk.getByText(/^Feita em .*: A renda de outubro não foi contada\.$/).waitFor();
    expect(await form.count()).toBe(0);
    const own = await visit(script);
    await own.goto('/client/credit');
    const item = own.getByRole('listitem').filter({ hasText: asked.purpose });
    await item.getByRole('button', { name: 'Análise automática' }).click();
    await item.getByText('A renda de outubro não foi contada.').waitFor();
  });
});
