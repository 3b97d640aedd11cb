import { expect } from 'vitest';
import { test } from '#server/testing/bank-test';
import { openCredit } from './closure-obstacles.ts';
import { approvedCredit, LOAN, signedCredit } from './testing/loan.ts';

test('an account cannot be closed while credit is proposed, granted or owed', async ({ setup: scene }) => {
  const { bank, ana, bruno, admin } = scene;
  const obstacles = (userId = ana.user.id) => bank.db.transaction((tx) => openCredit(tx, userId));
  const granted = 'Há crédito em aberto: pague as parcelas antes de encerrar.';
  expect(await obstacles()).toEqual([]);
  const { id } = await ana.call.credit.proposals.create(LOAN);
  expect(await obstacles()).toEqual([
    'Há proposta de crédito em análise: aguarde a decisão antes de encerrar.',
  ]);
  await admin.call.credit.proposals.reject({ id, reason: 'Renda baixa' });
  expect(await obstacles()).toEqual([]);
  await signedCredit(scene, { termMonths: 2 });
  expect(await obstacles()).toEqual([granted]);
  const { schedules } = await ana.call.credit.schedules();
  await ana.call.credit.payInstallments({ ids: schedules.map((one) => one.id) });
  expect(await obstacles()).toEqual([]);
  await approvedCredit(scene, { purpose: 'Ainda não assinado' });
  expect(await obstacles()).toEqual([
    'Há contrato de crédito aguardando assinatura: sem ela, perde o efeito 7 dias após a aprovação.',
  ]);
  expect(await obstacles(bruno.user.id)).toEqual([]);
});
