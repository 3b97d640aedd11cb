import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** `paid` and `overdue` count instalments. */
export type CreditState = {
  status: 'pending' | 'under_analysis' | 'approved' | 'active' | 'defaulted';
  standing: 'adimplente' | 'em_atraso' | 'negativado' | 'finalizado' | null;
  paid: number;
  overdue: number;
  of: number;
};
/** What the API said at that moment: formatted amounts, and the rating in points. */
type Said = { balance: string; remaining: string; rating: unknown };
type Screens = { client: Page; desk: Page; purpose: string };

const STATUS_WORDS: Record<CreditState['status'], string> = {
  pending: 'Pendente',
  under_analysis: 'Em Análise',
  approved: 'Aprovado',
  active: 'Ativo',
  defaulted: 'Inadimplente',
};
const STANDING_WORDS: Record<NonNullable<CreditState['standing']>, string> = {
  adimplente: 'Adimplente',
  em_atraso: 'Em Atraso',
  negativado: 'Negativado',
  finalizado: 'Finalizado',
};

const shows = async (where: Locator, ...texts: string[]): Promise<void> => {
  for (const text of texts) await where.getByText(text, { exact: true }).first().waitFor();
};
const isRunning = ({ standing }: CreditState): boolean => standing !== null && standing !== 'finalizado';

export async function screensAgree(screens: Screens, state: CreditState, said: Said): Promise<void> {
  await dashboardAgrees(screens, state, said);
  await creditsAgree(screens.client, state);
  await deskAgrees(screens, state, said);
}

async function dashboardAgrees(
  { client: page, purpose }: Screens,
  state: CreditState,
  said: Said,
): Promise<void> {
  await page.goto('/client/dashboard');
  await shows(page.getByRole('region', { name: 'Saldo total' }), said.balance);
  const credits = page.getByRole('region', { name: 'Créditos ativos' });
  await shows(credits, isRunning(state) ? said.remaining : 'Nenhum crédito ativo');
  const rating = page.getByRole('region', { name: 'Rating' });
  if (said.rating === null) await shows(rating, 'Ainda sem rating');
  else await rating.getByText(String(said.rating), { exact: true }).waitFor();
  const alert = page.getByText(/^Você tem \d+ parcelas? em atraso$/);
  if (state.overdue > 0) expect(await alert.innerText()).toContain(` ${state.overdue} parcela`);
  else expect(await alert.count()).toBe(0);
  const next = page.getByRole('region', { name: 'Próximas parcelas' });
  const before = state.paid + state.overdue;
  const upcoming = isRunning(state) ? Math.min(3, state.of - before) : 0;
  if (upcoming > 0) await next.getByText(`${before + 1}ª · ${purpose}`, { exact: true }).waitFor();
  else await next.getByText(/^Nenhuma parcela a vencer/).waitFor();
  expect(await next.getByRole('listitem').count()).toBe(upcoming);
}

async function instalmentsAgree(page: Page, { paid, overdue, of }: CreditState): Promise<void> {
  await page.getByRole('tab', { name: 'Parcelas' }).click();
  const table = page.getByRole('table', { name: 'Parcelas' });
  await table.getByText(`Parcela ${of} de ${of}`).waitFor();
  const counts = { Pago: paid, Atrasado: overdue, Pendente: of - paid - overdue };
  for (const [word, count] of Object.entries(counts))
    await expect.poll(() => table.getByText(word, { exact: true }).count(), { message: word }).toBe(count);
}

async function creditsAgree(page: Page, state: CreditState): Promise<void> {
  const { status, standing, paid, overdue, of } = state;
  await page.goto('/client/credit');
  const asked = page.getByRole('list', { name: 'Minhas Propostas' }).getByRole('listitem').first();
  // The customer sees 'finalizado', although the status stays active.
  const word = standing === 'finalizado' ? STANDING_WORDS.finalizado : STATUS_WORDS[status];
  await asked.getByText(word, { exact: true }).waitFor();
  await page.goto('/client/my-credits');
  const isGranted = status !== 'pending' && status !== 'under_analysis';
  await page.getByRole('tab', { name: `Operações ativas (${isGranted ? 1 : 0})` }).waitFor();
  await page.getByRole('tab', { name: `Em análise (${isGranted ? 0 : 1})` }).waitFor();
  if (!isGranted) return;
  const card = page.getByRole('list', { name: 'Operações ativas' }).getByRole('listitem');
  if (standing === null) {
    await shows(card, 'Aguardando Assinatura');
    return instalmentsAgree(page, state);
  }
  await card.getByText(STANDING_WORDS[standing], { exact: true }).waitFor();
  const counts = [
    `${paid} de ${of} ${paid === 1 ? 'paga' : 'pagas'}`,
    `${overdue} ${overdue === 1 ? 'atrasada' : 'atrasadas'}`,
  ];
  await shows(card, ...counts);
  await instalmentsAgree(page, state);
}

async function deskAgrees({ desk, purpose }: Screens, state: CreditState, said: Said): Promise<void> {
  const { status, standing, paid, overdue, of } = state;
  const card = desk.getByRole('listitem').filter({ hasText: purpose });
  await desk.goto('/admin/credit');
  await card.getByText(STATUS_WORDS[status], { exact: true }).waitFor();
  await desk.goto('/admin/operations');
  if (standing === null) return desk.getByText('Nenhuma operação encontrada').waitFor();
  const word = STANDING_WORDS[standing];
  await card.getByText(word, { exact: true }).waitFor();
  await shows(card, `${paid} de ${of} parcelas pagas`, said.remaining);
  if (overdue > 0) await shows(card, `${overdue} ${overdue === 1 ? 'vencida' : 'vencidas'}`);
  const totals = desk.getByRole('group', { name: 'Totais, que também filtram' });
  expect(await totals.getByRole('button', { name: new RegExp(`^${word}`) }).innerText()).toMatch(/1$/);
}
