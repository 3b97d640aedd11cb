import { expect, test } from 'vitest';
import { replayInWords } from './replay-words.ts';

const said = (payments: number, stopped: number, fine: number) =>
  replayInWords({ days: 90, payments, stopped, fine });

test('a replay says how many payments the rules would have stopped, and how many of them were fine', () => {
  expect(said(1200, 14, 13)).toBe(
    'Esta regra teria retido ou recusado 14 pagamentos dos últimos 90 dias, 13 deles legítimos.',
  );
  expect(said(1200, 1200, 1)).toBe(
    'Esta regra teria retido ou recusado 1.200 pagamentos dos últimos 90 dias, 1 deles legítimo.',
  );
  expect(said(9, 2, 0)).toMatch(/2 pagamentos dos últimos 90 dias, nenhum deles legítimo\.$/);
  expect(said(9, 1, 1)).toMatch(/1 pagamento dos últimos 90 dias, que era legítimo\.$/);
  expect(said(9, 1, 0)).toMatch(/que não era legítimo\.$/);
  expect(said(9, 0, 0)).toBe(
    'Esta regra não teria retido nem recusado nenhum pagamento dos últimos 90 dias.',
  );
  expect(said(0, 0, 0)).toBe(
    'Nenhum pagamento dos últimos 90 dias foi avaliado: ainda não há o que simular.',
  );
});
