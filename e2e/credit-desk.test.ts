/** @module-tag prove */
import { PDFDocument } from 'pdf-lib';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { priceInstalment } from '../src-server/domain/credit/price.ts';
import { formatBrl, toDecimal } from '../src-server/domain/money.ts';
import { type SignedIn, test } from './bank-test.ts';
import { KITCHEN, proposalOf, propose } from './credit-proposals.ts';
import { expectAccessible } from './journey.ts';
import { tabTo } from './keyboard.ts';

const BICYCLE = { amount: '900.00', termMonths: 6, purpose: 'Bicicleta para o trabalho' };
const COURSE = { amount: '1500.00', termMonths: 12, purpose: 'Curso de especialização' };
const CAR = {
  hasCollateral: true,
  collateralType: 'carro',
  collateralRenavam: '86769597308',
  collateralPlaca: 'ABC1D23',
  collateralChassis: '9BWZZZ377VT004251',
  collateralAnoFabricacao: '2022',
  collateralAnoModelo: '2023',
};

const toast = (page: Page, text: string) => page.locator('li[data-tone]').filter({ hasText: text }).waitFor();
const analysisOn = (page: Page) => page.getByRole('dialog', { name: 'Análise da proposta' });
const analyse = (page: Page, { person }: SignedIn, purpose: string) =>
  page.getByRole('button', { name: `Analisar ${purpose}, de ${person.fullName}` });
const counter = (page: Page, name: string) =>
  page.locator('dl > div').filter({ hasText: name }).locator('dd').innerText();

describe('the credit desk', () => {
  test('a proposal with a car is analysed, documented and approved at another rate', async ({
    office,
    customer,
  }) => {
    await propose(customer, COURSE, BICYCLE, { ...KITCHEN, ...CAR });
    const dialog = analysisOn(office);
    await office.goto('/admin/credit');
    await analyse(office, customer, KITCHEN.purpose).waitFor();
    const [pending, approved] = [
      Number(await counter(office, 'Aguardando decisão')),
      Number(await counter(office, 'Concedidas')),
    ];
    expect(pending).toBeGreaterThanOrEqual(3);
    await expectAccessible(office, 'proposals');
    await tabTo(office, 'button', `Analisar ${KITCHEN.purpose}, de ${customer.person.fullName}`);
    await office.keyboard.press('Enter');
    await dialog.getByText('Em Análise').waitFor();
    await dialog.getByText(customer.person.cpf).waitFor();
    await dialog.getByText('ABC1D23').waitFor();
    await dialog.getByText('Ajuste da política de garantia', { exact: true }).waitFor();
    await dialog.getByRole('meter', { name: 'Comprometimento de renda' }).waitFor();
    await expectAccessible(office, 'analysis');
    expect(await proposalOf(customer, KITCHEN.purpose)).toMatchObject({ status: 'under_analysis' });

    const instalmentCents = priceInstalment(300_000, '2.10', KITCHEN.termMonths);
    await dialog.getByLabel('Taxa personalizada').fill('25');
    await dialog.getByText('Taxa inválida').waitFor();
    expect(await dialog.getByRole('button', { name: 'Aprovar' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Taxa personalizada').fill('2.1');
    await dialog.getByText('Nova parcela').waitFor();
    await dialog.getByText(formatBrl(instalmentCents)).waitFor();
    await dialog.getByRole('button', { name: 'Aprovar' }).click();
    await dialog.getByRole('heading', { name: 'Confirme a aprovação' }).waitFor();
    await dialog.getByText(formatBrl(instalmentCents)).waitFor();
    expect(await proposalOf(customer, KITCHEN.purpose)).toMatchObject({ status: 'under_analysis' });
    await expectAccessible(office, 'approval, to be confirmed');
    await dialog.getByRole('button', { name: 'Confirmar aprovação' }).click();
    await toast(office, 'Proposta aprovada');
    await dialog.getByText(/^Proposta aprovada em/).waitFor();
    expect(await dialog.getByRole('button', { name: /Aprovar|Rejeitar/ }).count()).toBe(0);
    expect(await proposalOf(customer, KITCHEN.purpose)).toMatchObject({
      status: 'approved',
      interestRate: '2.10',
      monthlyPayment: toDecimal(instalmentCents),
    });
    await office.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => counter(office, 'Concedidas')).toBe(String(approved + 1));
    const opener = analyse(office, customer, KITCHEN.purpose);
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('an analysis takes one PDF of at most 10 MB and gives it back unchanged', async ({
    office,
    customer,
  }) => {
    await propose(customer, KITCHEN);
    const dialog = analysisOn(office);
    const upload = (name: string, mimeType: string, buffer: Buffer) =>
      dialog.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
    await office.goto('/admin/credit');
    await analyse(office, customer, KITCHEN.purpose).click();
    await dialog.getByText('Em Análise').waitFor();

    await upload('nota.txt', 'text/plain', Buffer.from('nada'));
    await toast(office, 'Arquivo inválido');
    await dialog.getByText('Apenas arquivos PDF são permitidos').waitFor();
    await upload('grande.pdf', 'application/pdf', Buffer.alloc(10 * 1024 * 1024 + 1));
    await toast(office, 'Arquivo muito grande');
    await dialog.getByText('O arquivo deve ter no máximo 10MB').waitFor();
    await upload('falso.pdf', 'application/pdf', Buffer.from('%PDF-1.7 nada'));
    await dialog.getByText('Apenas arquivos PDF são permitidos').waitFor();
    await expectAccessible(office, 'PDF refused');
    const paper = await PDFDocument.create();
    paper.addPage();
    const bytes = Buffer.from(await paper.save());
    await upload('analise.pdf', 'application/pdf', bytes);
    await toast(office, 'PDF enviado com sucesso');
    const href = await dialog.getByRole('link', { name: 'Abrir PDF, em nova aba' }).getAttribute('href');
    expect(await (await office.request.get(href ?? '')).body()).toEqual(bytes);
  });

  test('a proposal is rejected with a reason, which the customer reads', async ({
    office,
    customer,
    visit,
  }) => {
    await propose(customer, BICYCLE);
    const dialog = analysisOn(office);
    await office.goto('/admin/credit');
    await analyse(office, customer, BICYCLE.purpose).click();
    await dialog.getByRole('button', { name: 'Rejeitar' }).click();
    await dialog.getByRole('button', { name: 'Confirmar rejeição' }).click();
    await dialog.getByText('Motivo é obrigatório').waitFor();
    await expectAccessible(office, 'rejection without a reason');
    const reason = 'Renda já comprometida com outro pedido';
    await dialog.getByLabel('Motivo').fill(reason);
    await office.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Voltar' }).click();
    const reject = dialog.getByRole('button', { name: 'Rejeitar', exact: true });
    expect(await reject.evaluate((button) => button === document.activeElement)).toBe(true);
    await office.keyboard.press('Enter');
    expect(await dialog.getByLabel('Motivo').inputValue()).toBe(reason);
    await dialog.getByRole('button', { name: 'Confirmar rejeição' }).click();
    await toast(office, 'Proposta rejeitada');
    await dialog.getByText(`Motivo: ${reason}`).waitFor();

    const own = await visit(customer.script);
    await own.goto('/client/credit');
    const asked = own.getByRole('listitem').filter({ hasText: BICYCLE.purpose });
    await asked.getByText('Rejeitado', { exact: true }).waitFor();
    await asked.getByText(new RegExp(`^Rejeitada em .*: ${reason}$`)).waitFor();
    // The record was opened once: deciding on the proposal must not read it again.
    const { views } = (await customer.script.call('GET', '/api/auth/access-history')).body;
    expect(views.filter(({ action }: { action: string }) => action === 'view_user')).toHaveLength(1);
  });

  test('proposals are filtered by status and text, and an empty list offers to show all', async ({
    office,
    admin,
    customer,
  }) => {
    await propose(customer, BICYCLE, COURSE);
    const { id } = await proposalOf(customer, BICYCLE.purpose);
    await admin.call('PATCH', `/api/credit/proposals/${id}/reject`, { reason: 'Documento vencido' });
    await office.goto('/admin/credit');
    await analyse(office, customer, COURSE.purpose).waitFor();
    const pending = await counter(office, 'Aguardando decisão');
    await office.getByLabel('Status').selectOption('rejected');
    await office.waitForURL(/status=rejected/);
    await expect.poll(() => analyse(office, customer, COURSE.purpose).count()).toBe(0);
    await analyse(office, customer, BICYCLE.purpose).waitFor();
    await expect.poll(() => counter(office, 'Aguardando decisão')).toBe(pending);
    await office.getByRole('searchbox', { name: 'Buscar' }).fill('nenhuma com estas palavras');
    await office.getByText('Nenhuma proposta encontrada').waitFor();
    await office.getByText('Nenhuma proposta combina com a busca e o status escolhidos.').waitFor();
    await office.getByRole('button', { name: 'Mostrar todas' }).click();
    await analyse(office, customer, COURSE.purpose).waitFor();
  });

  test('the second of two administrators who decide at once is told, and sees the decision', async ({
    office,
    admin,
    customer,
  }) => {
    await propose(customer, COURSE);
    const dialog = analysisOn(office);
    await office.goto('/admin/credit');
    await analyse(office, customer, COURSE.purpose).click();
    await dialog.getByText('Em Análise').waitFor();
    const rejected = Number(await counter(office, 'Rejeitadas'));
    await dialog.getByRole('button', { name: 'Aprovar' }).click();
    const { id } = await proposalOf(customer, COURSE.purpose);
    const other = { reason: 'Documento vencido' };
    expect((await admin.call('PATCH', `/api/credit/proposals/${id}/reject`, other)).status).toBe(200);
    await dialog.getByRole('button', { name: 'Confirmar aprovação' }).click();
    await toast(office, 'Erro ao aprovar');
    await dialog.getByText(/^Outra pessoa decidiu esta proposta antes/).waitFor();
    await dialog.getByText('Motivo: Documento vencido').waitFor();
    expect(await dialog.getByRole('button', { name: 'Confirmar aprovação' }).count()).toBe(0);
    await expectAccessible(office, 'decided by another');
    await office.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => counter(office, 'Rejeitadas')).toBe(String(rejected + 1));
  });

  test('the credit parameters change only after a confirmation', async ({ office, admin }) => {
    await office.goto('/admin/settings');
    await office.getByRole('button', { name: 'Editar parâmetros' }).click();
    const dialog = office.getByRole('dialog', { name: 'Alterar parâmetros de crédito' });
    await dialog.getByLabel('Multa').fill('3');
    await dialog.getByRole('button', { name: 'Conferir' }).click();
    await dialog.getByText('Informe um percentual de 0 a 2, com até 2 casas decimais').waitFor();
    await expectAccessible(office, 'parameters refused');
    await dialog.getByLabel('Multa').fill('1,5');
    await dialog.getByLabel('Risco moderado').fill('2,60');
    await dialog
      .getByText(/^hoje, R\$/)
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Conferir' }).click();
    await dialog.getByText('Taxa por nível de risco: Risco moderado').waitFor();
    await expectAccessible(office, 'parameters, to be confirmed');
    await dialog.getByRole('button', { name: 'Confirmar alteração' }).click();
    await toast(office, 'Parâmetros de crédito alterados');
    await office.getByText('2,60% a.m.').waitFor();
    const { body } = await admin.call('GET', '/api/credit/parameters');
    expect(body.parameters).toMatchObject({ rates: { moderado: '2.60' }, late: { finePercent: '1.50' } });
  });
});
