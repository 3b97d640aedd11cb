import { expect, test } from 'vitest';
import { type Place, type SearchOf, searchOf } from './places.ts';

type Kept = { [Of in Place]?: Record<string, readonly unknown[]> };

/** Parameters of links in e-mails, bookmarks and pages, which must keep their meaning. */
const KEPT: Kept = {
  '/client/statement': {
    periodo: [7, 15, 30, 90, 'mes', 'tudo'],
    de: ['2026-02-28'],
    busca: ['Ana', 'x'.repeat(100)],
    sentido: ['entradas', 'saidas'],
    tipo: ['transfer', 'deposit'],
    conta: ['corrente', 'externa', 'investimentos'],
  },
  '/client/month-review': { mes: ['2026-02', '1999-12'] },
  '/client/transfers': {
    aba: ['transferir', 'receber', 'boleto'],
    valor: ['0.01', '250.00'],
    descricao: ['x'.repeat(140)],
  },
  '/client/pix': { aba: ['chaves', 'transferir', 'receber'], ver: ['mover'] },
  '/client/my-credits': { aba: ['operacoes', 'analise', 'parcelas'] },
  '/client/contracts': { situacao: ['pending_signature', 'signed', 'cancelled'], contrato: ['c1'] },
  '/client/profile': { aba: ['dados', 'rating', 'atendimentos', 'seguranca', 'privacidade', 'aparencia'] },
  '/admin/dashboard': { dias: [7, 30, 90], lista: ['vencimentos'] },
  '/admin/users': { perfil: ['cliente', 'admin'], status: ['ativos', 'inativos'], desde: ['2026-11-21'] },
  '/admin/accounts': {
    tipo: ['checking', 'savings', 'investment', 'deposits'],
    status: ['ativas', 'inativas'],
  },
  '/admin/credit': {
    status: ['pending', 'under_analysis', 'approved', 'rejected', 'active', 'undecided', 'review'],
  },
  '/admin/operations': {
    status: ['adimplente', 'em_atraso', 'negativado', 'finalizado'],
    atraso: [1, 30, 90, 'novo'],
  },
  '/admin/ledger': { lado: ['banco', 'fora', 'todos'], minimo: ['1.00'], transacao: ['0193-a_b'] },
  '/admin/audit': { acao: ['login'], tipo: ['user'], pessoa: ['u'.repeat(64)] },
  '/admin/jobs': { tarefa: ['daily_run', 'backup'] },
};

const read = (place: Place, name: string, value: unknown): unknown =>
  (searchOf(place, { [name]: value }) as Record<string, unknown>)[name];

for (const [place, parameters] of Object.entries(KEPT) as [Place, Record<string, unknown[]>][])
  test(`the address ${place} keeps ${Object.keys(parameters).join(', ')}`, () => {
    for (const [name, values] of Object.entries(parameters))
      for (const value of values) expect(read(place, name, value), `${name}=${value}`).toBe(value);
  });

test.each<[Place, string, unknown[]]>([
  ['/client/statement', 'periodo', [8, 29, 'ano', true]],
  ['/client/statement', 'de', ['2026-02-30', '21/11/2026', 20261121, null]],
  ['/client/statement', 'busca', ['', ' ', null]],
  ['/client/statement', 'conta', ['1234', 'x', null]],
  ['/client/month-review', 'mes', ['2026-13', '2026-1', 2026, null]],
  ['/client/transfers', 'valor', ['0', '0.00', '-1', 'x', '1,50', null]],
  ['/client/contracts', 'contrato', ['', 7]],
  ['/admin/ledger', 'transacao', ['a b', 'a/b', '', 'u'.repeat(65), null]],
  ['/admin/audit', 'acao', ['toString', 'x', '', null]],
])('the address %s drops a %s that cannot be used: %j', (place, name, values) => {
  for (const value of values) expect(read(place, name, value), String(value)).toBeUndefined();
});

test('a search in an address is cut to 100 characters and a description to 140', () => {
  expect(read('/admin/users', 'busca', 'x'.repeat(101))).toBe('x'.repeat(100));
  expect(read('/client/transfers', 'descricao', ` ${'x'.repeat(141)}`)).toBe('x'.repeat(140));
});

test('an amount in an address is completed with its cents, and an account number with its dash', () => {
  expect(read('/client/transfers', 'valor', 7)).toBe('7.00');
  expect(read('/client/transfers', 'conta', 12345674)).toBe('1234-5674');
});

test('the address of a screen without parameters drops them all', () => {
  const search: SearchOf<'/admin/settings'> = searchOf('/admin/settings', { busca: 'x' });
  expect(search).toEqual({});
});
