/** @module-tag release */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { paymentToday } from '../src-server/domain/credit/payment-today.ts';
import { formatBrl } from '../src-server/domain/money.ts';
import { test } from './bank-test.ts';
import { expectAccessible } from './journey.ts';
import { tabTo } from './keyboard.ts';
import { ANA, ELISA } from './people.ts';
import type { Script } from './script.ts';

test.override('env', { SEED: 'demo' });

async function goTo(page: Page, link: string): Promise<void> {
  await page.goto('/client/dashboard');
  await page.getByText('Transações recentes').waitFor();
  await page.waitForLoadState('networkidle');
  await tabTo(page, 'link', link);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: link }).waitFor();
}
async function paidOf(script: Script): Promise<number> {
  const { proposals } = (await script.call('GET', '/api/credit/proposals')).body;
  const running = proposals.find(({ standing }) => standing === 'adimplente');
  if (!running) throw new Error('no credit is being paid back');
  return running.paidInstallments;
}
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
async function press(page: Page, name: string | RegExp) {
  await tabTo(page, 'button', name);
  await page.keyboard.press('Enter');
}
async function type(page: Page, name: string, text: string) {
  await tabTo(page, 'textbox', name);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

describe('credit with the keyboard alone', () => {
  test('a customer simulates a proposal with a motorcycle, sees it refused, corrects, checks and sends it by keyboard', async ({
    login,
    visit,
  }) => {
    const elisa = await login(ELISA);
    const page = await visit(elisa);
    await goTo(page, 'Crédito');
    await page.getByText('Você recebe na conta').waitFor();
    await type(page, 'Valor', '600000');
    await type(page, 'Prazo em meses', '10');
    await type(page, 'Finalidade', 'Moto');
    await tabTo(page, 'radio', 'Sem garantia');
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('radio', { name: 'Moto' }).isChecked()).toBe(true);
    await type(page, 'RENAVAM', '00891749829');
    await type(page, 'Placa', 'ABC1D23');
    await type(page, 'Chassi', '9C2KC1670ER123456');
    await type(page, 'Fabricação', '1998');
    await type(page, 'Modelo', '1999');
    await press(page, 'Conferir proposta');
    await page.getByText('Finalidade deve ter no mínimo 10 caracteres').first().waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Moto para ir ao trabalho');

    const simulation = page.getByRole('region', { name: 'Simulação' });
    await expect.poll(() => simulation.getAttribute('aria-busy')).toBe('false');
    const instalment = await simulation.getByText(/^R\$/).first().innerText();
    await press(page, 'Conferir proposta');
    await expect.poll(() => focused(page)).toBe('Confira antes de enviar');
    await page.getByText(instalment).first().waitFor();
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Finalidade' }).inputValue())
      .toBe('Moto para ir ao trabalho');
    await press(page, 'Conferir proposta');
    await expect.poll(() => focused(page)).toBe('Confira antes de enviar');
    await press(page, /^Enviar proposta de R\$\s6\.000,00$/);
    await expect.poll(() => focused(page)).toBe('Proposta enviada');

    const item = page.getByRole('list', { name: 'Minhas Propostas' }).getByRole('listitem').first();
    await item.getByText('Moto para ir ao trabalho').waitFor();
    await press(page, 'Análise automática');
    await item.getByText('Ponto de partida').waitFor();
    await expectAccessible(page, 'analysis, opened by keyboard');
    const [proposal] = (await elisa.call('GET', '/api/credit/proposals')).body.proposals;
    const asked = await elisa.call('POST', '/api/credit/simulate', {
      amount: '6000.00',
      termMonths: 10,
      hasCollateral: true,
      collateralType: 'moto',
      collateralAnoFabricacao: '1998',
    });
    expect(asked.body.simulation.monthlyPayment).toBe(proposal?.monthlyPayment);
  });

  test('a customer pays an instalment ahead by keyboard and gets its receipt', async ({ login, visit }) => {
    const ana = await login(ANA);
    const paid = await paidOf(ana);
    const page = await visit(ana);
    await goTo(page, 'Meus Créditos');
    await page.getByText(`${paid} de 12 pagas`).waitFor();
    await press(page, 'Pagar parcela');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^Você economiza/).waitFor();
    await press(page, 'Continuar');
    await dialog.getByRole('heading', { name: 'Confira antes de pagar' }).waitFor();
    await press(page, /^Pagar R\$/);
    await dialog.getByRole('heading', { name: 'Parcela paga' }).waitFor();
    await press(page, 'Concluir');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(`${paid + 1} de 12 pagas`).waitFor();
  });

  test('a customer pays the last three instalments ahead by keyboard, with money that arrived meanwhile, at the amount of that moment', async ({
    admin,
    login,
    visit,
  }) => {
    const ana = await login(ANA);
    const page = await visit(ana);
    const [checking] = (await ana.call('GET', '/api/accounts')).body.accounts;
    const adjust = async (amount: string) => {
      const path = `/api/admin/accounts/${checking?.id}/adjust` as const;
      expect((await admin.call('POST', path, { amount, reason: 'Caixa' })).status).toBe(201);
    };
    const lastThree = async () => {
      const { schedules } = (await ana.call('GET', '/api/credit/schedules')).body;
      return paymentToday(schedules.filter(({ isPaid }) => !isPaid).slice(0, 3));
    };
    await adjust(`-${checking?.balance}`);
    await goTo(page, 'Meus Créditos');
    await press(page, 'Antecipar parcelas');
    const dialog = page.getByRole('dialog');
    await press(page, 'As 3 últimas');
    await press(page, 'Continuar');
    await dialog.getByText('Saldo insuficiente').waitFor();
    await adjust(checking?.balance ?? '');
    await press(page, 'Continuar');
    await dialog.getByRole('heading', { name: 'Confira antes de pagar' }).waitFor();

    const seen = await lastThree();
    await ana.call('POST', '/dev/clock', { advanceDays: 1 });
    const now = await lastThree();
    const paid = await paidOf(ana);
    expect(now.totalCents).toBeGreaterThan(seen.totalCents);
    await press(page, `Pagar ${formatBrl(seen.totalCents)}`);
    await dialog
      .getByText(`O valor a pagar agora é ${formatBrl(now.totalCents)}. Confira antes de pagar.`)
      .waitFor();
    expect(await lastThree()).toEqual(now);
    await press(page, `Pagar ${formatBrl(now.totalCents)}`);
    await dialog.getByRole('heading', { name: 'Parcelas pagas' }).waitFor();
    await dialog.getByText(`Você economizou ${formatBrl(now.discountCents)} em juros.`).waitFor();
    await press(page, 'Concluir');
    await page.getByText(`${paid + 3} de 12 pagas`).waitFor();
  });
});
