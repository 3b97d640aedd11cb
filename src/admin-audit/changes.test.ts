import { expect, it } from 'vitest';
import { changesOf } from './changes.ts';

const row = (changes: unknown, action = 'update_user', entityId: string | null = 'x') => ({
  action,
  entityId,
  changes: changes === null ? null : JSON.stringify(changes),
});
const text = (words: string) => ({ kind: 'text', text: words });

it('an audit row shows each changed field in Portuguese, before and after', () => {
  expect(
    changesOf(
      row({
        phone: { from: '11987452031', to: '11987452032' },
        complement: { from: null, to: 'Apto 72' },
        monthlyIncome: { from: '7800.00', to: '8100.00' },
        status: { from: 'pending_signature', to: 'signed' },
        isGranted: { from: false, to: true },
        termDays: { from: 90, to: 180 },
        newField: { from: 'a', to: 'b' },
      }),
    ),
  ).toEqual([
    { field: 'phone', label: 'Telefone', from: text('(11) 98745-2031'), to: text('(11) 98745-2032') },
    { field: 'complement', label: 'Complemento', from: { kind: 'none' }, to: text('Apto 72') },
    {
      field: 'monthlyIncome',
      label: 'Renda mensal',
      from: { kind: 'money', decimal: '7800.00' },
      to: { kind: 'money', decimal: '8100.00' },
    },
    { field: 'status', label: 'Status', from: text('Aguardando Assinatura'), to: text('Assinado') },
    { field: 'isGranted', label: 'Consentimento', from: text('Não concedido'), to: text('Concedido') },
    { field: 'termDays', label: 'Prazo em dias', from: text('90'), to: text('180') },
    { field: 'newField', label: 'newField', from: text('a'), to: text('b') },
  ]);
});

it('an audit row shows facts that have no previous value', () => {
  const facts = changesOf(
    row({
      amount: '-10.50',
      to: '1234-5674',
      scopes: ['read', 'money'],
      expiresAt: '2026-07-04T02:59:59.000Z',
    }),
  );
  expect(facts).toEqual([
    { field: 'amount', label: 'Valor', from: null, to: { kind: 'money', decimal: '-10.50' } },
    { field: 'to', label: 'Para', from: null, to: text('1234-5674') },
    { field: 'scopes', label: 'Permissões', from: null, to: text('Consultar, Movimentar dinheiro') },
    { field: 'expiresAt', label: 'Validade', from: null, to: text('03/07/2026 às 23:59') },
  ]);
  // An export's `from` and `to` are dates of its filter, not an old and a new value.
  expect(changesOf(row({ from: '2026-07-01', to: '2026-07-03' }, 'export_audit', null))).toEqual([
    { field: 'from', label: 'De', from: null, to: text('01/07/2026') },
    { field: 'to', label: 'Para', from: null, to: text('03/07/2026') },
  ]);
});

it('an audit row names a changed setting by its label', () => {
  expect(changesOf(row({ from: true, to: false }, 'update_setting', 'notifyNewClients'))).toEqual([
    { field: 'notifyNewClients', label: 'Novos Clientes', from: text('Ativo'), to: text('Inativo') },
  ]);
});

it('an audit row without changes shows none, and unreadable changes are shown as stored', () => {
  expect(changesOf(row(null))).toEqual([]);
  for (const changes of ['{"a":', '[1]', '"x"', 'null'])
    expect(changesOf({ action: 'login', entityId: null, changes })).toEqual([
      { field: 'changes', label: 'Alterações', from: null, to: text(changes) },
    ]);
});
