import { expect, it } from 'vitest';
import { placeOf } from './about-link.ts';

it('a reconciliation difference links to its transaction or account, or to nothing', () => {
  const id = '0193a1b2-0000-7000-8000-000000000001';
  for (const name of ['Pedido', 'Transação', 'Estorno'])
    expect(placeOf(`${name} ${id}`)).toEqual({ transacao: id });
  expect(placeOf('Conta 0001-2345, lançamento 7')).toEqual({ busca: '0001-2345' });
  expect(placeOf('Conta 0001-2345')).toEqual({ busca: '0001-2345' });
  for (const other of ['Linha 7', 'Recebimento pay_1', 'Conta de valores em trânsito', 'Soma dos saldos'])
    expect(placeOf(other)).toBeNull();
});
