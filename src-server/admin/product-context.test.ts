import { expect, test } from 'vitest';
import { productScene } from './testing/product-scene.ts';

test('a transaction names its credit or investment, and a search by the credit’s id finds only that credit', async () => {
  const { admin, ana } = await productScene();
  const { entries } = await admin.call.admin.ledger.list({ q: ana.accountNumber, limit: 200 });
  const belongs: [description: string, to: unknown][] = [];
  for (const { transactionId, description, accountType } of entries) {
    if (accountType !== 'checking') continue;
    const { credit, investment } = await admin.call.admin.ledger.transaction({ id: transactionId });
    belongs.push([description, credit?.number ?? credit?.purpose ?? investment?.amount ?? null]);
  }
  const purpose = 'Reforma da cozinha de casa';
  expect(belongs.toReversed()).toEqual([
    ['Depósito inicial', null],
    [`Crédito liberado: ${purpose}`, purpose],
    [`IOF do crédito: ${purpose}`, purpose],
    ['Café', null],
    ['Estorno: Engano', null],
    ['Aplicação em CDB', '100.00'],
    ['Aplicação em CDB', '200.00'],
    ['Aplicação em CDB', '300.00'],
    [`Pagamento da parcela 1 de 12: ${purpose}`, 1],
    [`Pagamento da parcela 2 de 12: ${purpose}`, 2],
    ['Resgate de CDB', '300.00'],
    ['Rendimento de CDB', '300.00'],
    ['Resgate de CDB', '200.00'],
    ['Rendimento de CDB', '200.00'],
    [`Pagamento da parcela 3 de 12: ${purpose}`, 3],
    ['Multa por atraso, parcela 3 de 12', 3],
    ['Juros de mora, parcela 3 de 12', 3],
  ]);
  const disbursed = entries.find(({ transactionType }) => transactionType === 'credit_disbursement');
  const { credit } = await admin.call.admin.ledger.transaction({ id: disbursed?.transactionId ?? '' });
  const found = await admin.call.credit.operations.list({ q: credit?.proposalId ?? '' });
  expect(found.operations.map(({ id }) => id)).toEqual([credit?.proposalId]);
});
