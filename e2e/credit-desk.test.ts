import { PDFDocument } from 'pdf-lib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { priceInstalment } from '../src-server/domain/credit/price.ts';
import { formatBrl, toDecimal } from '../src-server/domain/money.ts';
import { createAdmin } from './admin.ts';
import { type RunningBank, startBank } from './bank.ts';
import { openBrowser, openPage } from './browser.ts';
import { expectAccessible, signIn } from './journey.ts';
import { tabTo } from './keyboard.ts';
import { lastMessageTo } from './mailbox.ts';
import { ADMIN, caio, joana, type Person } from './people.ts';
import { newScript, type Script } from './script.ts';

const KITCHEN = { amount: '3000.00', termMonths: 10, purpose: 'Reforma da cozinha' };
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

/** Credit from an administrator's desk: analysed, decided, and collected from when it is not paid. */
describe('the credit desk', () => {
  let bank: RunningBank;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let customer: Script;
  let admin: Script;

  beforeAll(async () => {
    bank = await startBank();
    createAdmin({}, bank.dataDir);
    browser = await openBrowser();
    for (const person of [joana, caio])
      await newScript(bank.origin).call('POST', '/api/auth/register', { ...person, acceptedTerms: true });
    customer = await scriptOf(joana);
    admin = await scriptOf(ADMIN);
    for (const asked of [COURSE, BICYCLE, { ...KITCHEN, ...CAR }])
      expect((await customer.call('POST', '/api/credit/proposals', asked)).status).toBe(201);
    ({ page, complaints } = await openPage(browser, bank.origin));
    await signIn(page, ADMIN.cpf, ADMIN.password);
  });
  afterAll(async () => {
    await browser?.close();
    await bank?.stop();
  });

  async function scriptOf({ cpf, password }: Pick<Person, 'cpf' | 'password'>): Promise<Script> {
    const script = newScript(bank.origin);
    expect((await script.call('POST', '/api/auth/login', { document: cpf, password })).status).toBe(200);
    return script;
  }
  async function proposalOf(purpose: string): Promise<Record<string, unknown>> {
    const { body } = await admin.call('GET', '/api/credit/proposals');
    const found = (body.proposals as Record<string, unknown>[]).find((one) => one.purpose === purpose);
    if (!found) throw new Error(`no proposal ${purpose}`);
    return found;
  }
  const toast = (text: string) => page.locator('li[data-tone]').filter({ hasText: text }).waitFor();
  const analysis = () => page.getByRole('dialog', { name: 'Análise da proposta' });
  const analyse = (purpose: string) =>
    page.getByRole('button', { name: `Analisar ${purpose}, de Joana Prado` });
  const counter = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd');
  const upload = (name: string, mimeType: string, buffer: Buffer) =>
    analysis().locator('input[type=file]').setInputFiles({ name, mimeType, buffer });

  test('a proposal is analysed, documented, and approved at another rate', async () => {
    await page.goto('/admin/credit');
    await analyse(KITCHEN.purpose).waitFor();
    expect(await counter('Pendentes').innerText()).toBe('3');
    await expectAccessible(page, 'proposals');
    await tabTo(page, 'button', `Analisar ${KITCHEN.purpose}, de Joana Prado`);
    await page.keyboard.press('Enter');

    const dialog = analysis();
    await dialog.getByText('Em Análise').waitFor();
    await dialog.getByText('525.131.277-65').waitFor();
    await dialog.getByText('ABC1D23').waitFor();
    await dialog.getByText('Ajuste da política de garantia', { exact: true }).waitFor();
    await dialog.getByRole('meter', { name: 'Comprometimento de renda' }).waitFor();
    await expectAccessible(page, 'analysis');

    await upload('nota.txt', 'text/plain', Buffer.from('nada'));
    await toast('Arquivo inválido');
    await dialog.getByText('Apenas arquivos PDF são permitidos').waitFor();
    await upload('grande.pdf', 'application/pdf', Buffer.alloc(10 * 1024 * 1024 + 1));
    await toast('Arquivo muito grande');
    await dialog.getByText('O arquivo deve ter no máximo 10MB').waitFor();
    await upload('falso.pdf', 'application/pdf', Buffer.from('%PDF-1.7 nada'));
    await dialog.getByText('Apenas arquivos PDF são permitidos').waitFor();
    await expectAccessible(page, 'PDF refused');
    const paper = await PDFDocument.create();
    paper.addPage();
    const bytes = Buffer.from(await paper.save());
    await upload('analise.pdf', 'application/pdf', bytes);
    await toast('PDF enviado com sucesso');
    const href = await dialog.getByRole('link', { name: 'Abrir PDF, em nova aba' }).getAttribute('href');
    expect(await (await page.request.get(href ?? '')).body()).toEqual(bytes);

    const before = await proposalOf(KITCHEN.purpose);
    expect(before).toMatchObject({ status: 'under_analysis' });
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
    expect(await proposalOf(KITCHEN.purpose)).toMatchObject({ status: 'under_analysis' });
    await expectAccessible(page, 'approval, to be confirmed');
    await dialog.getByRole('button', { name: 'Confirmar aprovação' }).click();
    await toast('Proposta aprovada');
    await dialog.getByText(/^Proposta aprovada em/).waitFor();
    expect(await dialog.getByRole('button', { name: /Aprovar|Rejeitar/ }).count()).toBe(0);
    expect(await proposalOf(KITCHEN.purpose)).toMatchObject({
      status: 'approved',
      interestRate: '2.10',
      monthlyPayment: toDecimal(instalmentCents),
    });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => counter('Aprovadas').innerText()).toBe('1');
    expect(await analyse(KITCHEN.purpose).evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('another is rejected with a reason, which the customer reads', async () => {
    await analyse(BICYCLE.purpose).click();
    const dialog = analysis();
    await dialog.getByRole('button', { name: 'Rejeitar' }).click();
    await dialog.getByRole('button', { name: 'Confirmar rejeição' }).click();
    await dialog.getByText('Motivo é obrigatório').waitFor();
    await expectAccessible(page, 'rejection without a reason');
    const reason = 'Renda já comprometida com outro pedido';
    await dialog.getByLabel('Motivo').fill(reason);
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Voltar' }).click();
    const reject = dialog.getByRole('button', { name: 'Rejeitar', exact: true });
    expect(await reject.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    expect(await dialog.getByLabel('Motivo').inputValue()).toBe(reason);
    await dialog.getByRole('button', { name: 'Confirmar rejeição' }).click();
    await toast('Proposta rejeitada');
    await dialog.getByText(`Motivo: ${reason}`).waitFor();
    await page.keyboard.press('Escape');
    const { page: own, complaints: others } = await openPage(browser, bank.origin);
    await signIn(own, joana.cpf, joana.password);
    await own.goto('/client/credit');
    const asked = own.getByRole('listitem').filter({ hasText: BICYCLE.purpose });
    await asked.getByText('Rejeitado', { exact: true }).waitFor();
    await asked.getByText(new RegExp(`^Rejeitada em .*: ${reason}$`)).waitFor();
    expect(others).toEqual([]);
    await own.context().close();
    await page.getByLabel('Status').selectOption('rejected');
    await page.waitForURL(/status=rejected/);
    await expect.poll(() => page.getByRole('button', { name: /^Analisar/ }).count()).toBe(1);
    await expect.poll(() => counter('Pendentes').innerText()).toBe('1');
    await page.getByRole('searchbox', { name: 'Buscar' }).fill('especializ');
    await page.getByText('Nenhuma proposta encontrada').waitFor();
    await page.getByRole('button', { name: 'Mostrar todas' }).click();
    await analyse(COURSE.purpose).waitFor();
  });

  test('of two administrators who decide, the second is told, and sees the decision', async () => {
    await analyse(COURSE.purpose).click();
    const dialog = analysis();
    await dialog.getByText('Em Análise').waitFor();
    await dialog.getByRole('button', { name: 'Aprovar' }).click();
    const { id } = await proposalOf(COURSE.purpose);
    const other = { reason: 'Documento vencido' };
    expect((await admin.call('PATCH', `/api/credit/proposals/${id}/reject`, other)).status).toBe(200);
    await dialog.getByRole('button', { name: 'Confirmar aprovação' }).click();
    await toast('Erro ao aprovar');
    await dialog.getByText(/^Outra pessoa decidiu esta proposta antes/).waitFor();
    await dialog.getByText('Motivo: Documento vencido').waitFor();
    expect(await dialog.getByRole('button', { name: 'Confirmar aprovação' }).count()).toBe(0);
    await expectAccessible(page, 'decided by another');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => counter('Rejeitadas').innerText()).toBe('2');
  });

  /** Signs the credit, and puts the money where the bank cannot debit it. */
  async function signAndSpend(): Promise<void> {
    const { body } = await customer.call('GET', '/api/contracts');
    const [contract] = body.contracts as { id: string }[];
    await customer.call('POST', `/api/contracts/${contract?.id}/request-otp`);
    const mail = await lastMessageTo(bank.origin, joana.email);
    const otpCode = mail.text.split('\n').find((line) => /^[2-9A-HJKMNP-Z]{6}$/.test(line));
    expect((await customer.call('POST', `/api/contracts/${contract?.id}/sign`, { otpCode })).status).toBe(
      200,
    );
    const accountOf = async (script: Script) => {
      const { accounts } = (await script.call('GET', '/api/accounts')).body;
      return (accounts as { accountNumber: string; balance: string }[])[0];
    };
    const amount = (await accountOf(customer))?.balance;
    const accountNumber = (await accountOf(await scriptOf(caio)))?.accountNumber;
    const paid = await customer.call('POST', '/api/transfers', {
      accountNumber,
      amount,
      description: 'Obra',
    });
    expect(paid.status).toBe(201);
  }

  async function act(name: string): Promise<void> {
    await tabTo(page, 'button', `Ações: Joana Prado, ${KITCHEN.purpose}`);
    await page.keyboard.press('ArrowDown');
    const item = page.getByRole('menuitem', { name });
    await item.waitFor();
    while (!(await item.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('ArrowDown');
    if (name === 'Enviar email') await expectAccessible(page, 'menu of an operation');
    await page.keyboard.press('Enter');
  }

  test('what is not paid is collected: e-mail, negativation, contact', async () => {
    await signAndSpend();
    await customer.call('POST', '/dev/clock', { advanceDays: 70 });
    await page.goto('/admin/operations?busca=525.131');
    const card = page.getByRole('listitem').filter({ hasText: KITCHEN.purpose });
    await card.getByText('Em Atraso').waitFor();
    await card.getByText('2 vencidas').waitFor();
    expect(await page.getByRole('button', { name: /^Em Atraso/ }).innerText()).toMatch(/1$/);
    await expectAccessible(page, 'operations');

    await act('Enviar email');
    await toast('Email enviado');
    // The daily run wrote of each instalment; this letter is of all of them.
    const letter = await lastMessageTo(bank.origin, joana.email);
    expect(letter.subject).toBe(`Parcelas em atraso: ${KITCHEN.purpose}`);
    await act('Enviar email');
    await toast('Erro ao enviar email');

    await act('Negativar');
    const question = page.getByRole('alertdialog', { name: 'Negativar cliente' });
    await expectAccessible(page, 'negativation, to be confirmed');
    await question.getByRole('button', { name: 'Negativar Joana Prado' }).click();
    await toast('Cliente negativado');
    await card.getByText('Negativado', { exact: true }).waitFor();
    const { body } = await admin.call('GET', '/api/credit/operations?status=negativado');
    expect(body.operations).toMatchObject([{ purpose: KITCHEN.purpose, operationStatus: 'negativado' }]);

    await act('Registrar contato');
    const form = page.getByRole('dialog', { name: 'Registrar contato' });
    await form.getByLabel('Relatório do contato').fill('Prometeu pagar na sexta-feira.');
    await form.getByRole('button', { name: 'Salvar contato' }).click();
    await toast('Contato registrado');
    await form.waitFor({ state: 'detached' });
    await act('Ver histórico');
    await page.waitForURL(/\/admin\/clients\/[^/]+\/history/);
    await page.getByText('Prometeu pagar na sexta-feira.').waitFor();
    const history = await customer.call('GET', '/api/client/contacts');
    const { id } = await proposalOf(KITCHEN.purpose);
    expect(history.body.contacts).toMatchObject([{ operationId: id, contactType: 'cobranca' }]);

    await page.goto('/admin/operations');
    await page.getByRole('button', { name: /^Finalizado/ }).click();
    await page.waitForURL(/status=finalizado/);
    await page.getByText('Nenhuma operação encontrada').waitFor();
  });

  test('the parameters of credit are changed, once confirmed', async () => {
    await page.goto('/admin/settings');
    await page.getByRole('button', { name: 'Editar parâmetros' }).click();
    const dialog = page.getByRole('dialog', { name: 'Alterar parâmetros de crédito' });
    await dialog.getByLabel('Multa').fill('3');
    await dialog.getByRole('button', { name: 'Conferir' }).click();
    await dialog.getByText('Informe um percentual de 0 a 2, com até 2 casas decimais').waitFor();
    await expectAccessible(page, 'parameters refused');
    await dialog.getByLabel('Multa').fill('1,5');
    await dialog.getByLabel('Risco moderado').fill('2,60');
    await dialog
      .getByText(/^hoje, R\$/)
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Conferir' }).click();
    await dialog.getByText('Taxa por nível de risco: Risco moderado').waitFor();
    await expectAccessible(page, 'parameters, to be confirmed');
    await dialog.getByRole('button', { name: 'Confirmar alteração' }).click();
    await toast('Parâmetros de crédito alterados');
    await page.getByText('2,60% a.m.').waitFor();
    const { body } = await admin.call('GET', '/api/credit/parameters');
    expect(body.parameters).toMatchObject({ rates: { moderado: '2.60' }, late: { finePercent: '1.50' } });
    expect(complaints).toEqual([]);
  });
});
