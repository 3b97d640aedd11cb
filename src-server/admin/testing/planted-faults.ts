import type { TransactionType } from '#domain/ledger/words';
import type { faultScene } from './fault-scene.ts';

type Ids = Awaited<ReturnType<typeof faultScene>>['ids'];

export type Named = [about: string | RegExp, text: RegExp];
export type Planted = [what: string, statements: (ids: Ids) => string[], named: (ids: Ids) => Named[]];

export const changeOrder = (id: string, change: string) =>
  `update payment_orders set ${change} where transaction_id = '${id}'`;

/** Id of the transaction that `forged` writes. */
export const FORGED = '01990000-0000-7000-8000-00000000f04e';

/** Inserts an unrequested transaction with consistent sums; both accounts must have moved before. */
export const forged = (type: TransactionType, from: string, to: string, cents = 500): string[] => [
  forgedEntry(from, -cents),
  forgedEntry(to, cents),
  `insert into transactions (id, type, amount_cents, description, created_at)
    select '${FORGED}', '${type}', ${cents}, 'Forjada', max(created_at) from transactions`,
];

const forgedEntry = (accountId: string, cents: number) => `
  insert into entries (account_id, seq, transaction_id, amount_cents, balance_after_cents, credits_after_cents, created_at)
    select account_id, seq + 1, '${FORGED}', ${cents}, balance_after_cents + ${cents},
      credits_after_cents + ${Math.max(cents, 0)}, created_at
    from entries where account_id = '${accountId}' order by seq desc limit 1`;

export const takenOut = (id: string): string[] => [
  `delete from entries where transaction_id = '${id}'`,
  `delete from transactions where id = '${id}'`,
];

const UNRECORDED: Named[] = [[`Transação ${FORGED}`, /^Está no livro-razão; a auditoria não a registra$/]];

export const IN_THE_LEDGER: Planted[] = [
  [
    'the amount of the last transfer, on both sides',
    ({ ana, bruno, transfer }) => [
      `update entries set amount_cents = amount_cents * 2, balance_after_cents = balance_after_cents + amount_cents
        where account_id in ('${ana}', '${bruno}') and transaction_id = '${transfer}'`,
      `update entries set credits_after_cents = credits_after_cents + 500
        where account_id = '${bruno}' and transaction_id = '${transfer}'`,
      `update transactions set amount_cents = amount_cents * 2 where id = '${transfer}'`,
    ],
    ({ transfer }) => [
      [`Transação ${transfer}`, /^Valor na auditoria: R\$ 5,00; no livro-razão: R\$ 10,00$/],
    ],
  ],
  [
    'a deposit that no administrator made',
    ({ adjustments, bruno }) => forged('deposit', adjustments, bruno),
    () => UNRECORDED,
  ],
  ['a transfer that nobody asked for', ({ ana, bruno }) => forged('transfer', ana, bruno), () => UNRECORDED],
  [
    'the amount of an entry',
    ({ ana }) => [`update entries set amount_cents = 1 where account_id = '${ana}' and seq = 1`],
    () => [
      [/^Transação [\w-]{36}$/, /^lançamentos somam −R\$ 1\.499,99$/],
      [/^Conta \d{4}-\d{4}, lançamento 1$/, /^saldo R\$ 1\.500,00, calculado R\$ 0,01$/],
    ],
  ],
  [
    'an entry taken out',
    ({ bruno, transfer }) => [
      `delete from entries where account_id = '${bruno}' and transaction_id = '${transfer}'`,
    ],
    ({ transfer }) => [
      [`Transação ${transfer}`, /^1 lançamento\(s\)$/],
      [`Transação ${transfer}`, /^lançamentos somam −R\$ 5,00$/],
    ],
  ],
  [
    'a transaction taken out with all its entries, so that the ledger adds up',
    ({ transfer }) => takenOut(transfer),
    ({ transfer }) => [
      [`Transação ${transfer}`, /^A linha \d+ da auditoria a registra; no livro-razão não existe$/],
    ],
  ],
  [
    'an entry of an account that is gone',
    ({ bruno }) => [`delete from accounts where id = '${bruno}'`],
    ({ bruno }) => [[`Conta ${bruno}, lançamento 1`, /^a conta não existe$/]],
  ],
  [
    'a balance',
    ({ bruno }) => [`update entries set balance_after_cents = 999 where account_id = '${bruno}'`],
    () => [
      [/^Conta \d{4}-\d{4}, lançamento 1$/, /^saldo R\$ 9,99, calculado R\$ 5,00$/],
      ['Soma dos saldos de todas as contas', /^R\$ 4,99$/],
    ],
  ],
];

export const IN_THE_LOG: Planted[] = [
  [
    'a link of the chain',
    () => ["update audit_log set previous_hash = 'x' where seq = 5"],
    () => [['Linha 5', /quebra aqui\. O que está escrito não é o que foi assinado$/]],
  ],
  [
    'the name in a row',
    () => ["update audit_log set user_name = 'Outra Pessoa' where seq = 7"],
    () => [['Linha 7', /O que está escrito não é o que foi assinado$/]],
  ],
  [
    'a row taken out',
    () => ['delete from audit_log where seq = 3'],
    () => [['Linha 3', /Esta linha devia existir, e não está na corrente$/]],
  ],
  [
    'the end of the log',
    () => ['update audit_head set seq = seq - 1'],
    () => [[/^Linha \d+$/, /O fim anotado da corrente não é a sua última linha$/]],
  ],
  [
    'the action of a row, and the end of the log',
    () => ["update audit_log set action = 'logout' where seq = 7", 'update audit_head set seq = seq - 1'],
    () => [
      ['Linha 7', /O que está escrito não é o que foi assinado$/],
      ['Fim da auditoria', /^O fim anotado da corrente não é a sua última linha$/],
    ],
  ],
  [
    'the action of a row, and the missing head of the log',
    () => ["update audit_log set action = 'logout' where seq = 7", 'delete from audit_head'],
    () => [
      ['Linha 7', /O que está escrito não é o que foi assinado$/],
      ['Fim da auditoria', /^O fim anotado da corrente não é a sua última linha$/],
    ],
  ],
];

export const IN_AN_ORDER: Planted[] = [
  [
    'the amount of an order of ten days ago',
    ({ old }) => [changeOrder(old.id, 'amount_cents = 1')],
    ({ old }) => [
      [`Pedido ${old.id}`, /^Valor no pedido: R\$ 0,01; reservado no livro-razão: R\$ 10,00$/],
      [`Pedido ${old.id}`, /^Valor no banco: R\$ 0,01; no provedor \([\w-]+\): R\$ 10,00$/],
    ],
  ],
  [
    'a done order marked as failed',
    ({ old }) => [changeOrder(old.id, "status = 'failed'")],
    ({ old }) => [
      [`Pedido ${old.id}`, /^No pedido: não concluída; no livro-razão o dinheiro não voltou$/],
      [`Pedido ${old.id}`, /^No banco: não concluída; no provedor \([\w-]+\): concluído$/],
    ],
  ],
  [
    'a failed order marked as done',
    ({ failed }) => [changeOrder(failed.id, "status = 'done'")],
    ({ failed }) => [
      [`Pedido ${failed.id}`, /^No pedido: concluída; no livro-razão o dinheiro voltou$/],
      [`Pedido ${failed.id}`, /^No banco: concluída; no provedor \([\w-]+\): não concluído$/],
    ],
  ],
  [
    'a done order reopened',
    ({ recent }) => [
      changeOrder(recent.id, "status = 'processing', concluded_by_id = null, concluded_at = null"),
    ],
    ({ recent, settledBy }) => [
      [`Transação ${settledBy}`, /^R\$ 20,00 concluem um pedido que não existe ou que não os cita$/],
      [`Pedido ${recent.id}`, /^No banco: em processamento; no provedor \([\w-]+\): concluído$/],
      ['Conta de valores em trânsito', /^Saldo: R\$ 40,00; pedidos abertos: R\$ 60,00$/],
    ],
  ],
  [
    'the transaction of an order',
    ({ old, transfer }) => [changeOrder(old.id, `transaction_id = '${transfer}'`)],
    ({ old, transfer }) => [
      [`Pedido ${transfer}`, /^Valor no pedido: R\$ 10,00; reservado no livro-razão: R\$ 0,00$/],
      [`Transação ${old.id}`, /^R\$ 10,00 reservados para um pedido que não existe$/],
      [`Pagamento ${old.providerId}`, /^R\$ 10,00 no provedor, sem pedido no banco \(referência: [\w-]+\)$/],
    ],
  ],
  [
    'the transaction that concluded an order',
    ({ old, settledBy }) => [changeOrder(old.id, `concluded_by_id = '${settledBy}'`)],
    ({ old, oldSettledBy }) => [
      [`Pedido ${old.id}`, /^Valor no pedido: R\$ 10,00; concluído no livro-razão: R\$ 20,00$/],
      [`Transação ${oldSettledBy}`, /^R\$ 10,00 concluem um pedido que não existe/],
    ],
  ],
  [
    'the owner of an order',
    ({ old, brunoId }) => [changeOrder(old.id, `user_id = '${brunoId}'`)],
    ({ old }) => [[`Pedido ${old.id}`, /^O dinheiro não foi reservado em uma conta de quem fez o pedido$/]],
  ],
  [
    'the kind of an order',
    ({ old }) => [changeOrder(old.id, "kind = 'boleto'")],
    ({ old }) => [[`Pedido ${old.id}`, /^No pedido: Pagamento de boleto; no livro-razão: Transferência$/]],
  ],
  [
    'the state of a payment whose order is done',
    ({ old }) => [
      `update payment_intents set state = 'executing', concluded_at = null where id = '${old.id}'`,
    ],
    ({ old }) => [[`Pedido ${old.id}`, /^Situação do pedido: concluído; do pagamento: em processamento$/]],
  ],
  [
    'the amount of a payment',
    ({ old }) => [`update payment_intents set amount_cents = 1 where id = '${old.id}'`],
    ({ old }) => [[`Pedido ${old.id}`, /^Valor: R\$ 10,00; do pagamento: R\$ 0,01$/]],
  ],
  [
    'a payment taken out',
    ({ old }) => [`delete from payment_intents where id = '${old.id}'`],
    ({ old }) => [[`Pedido ${old.id}`, /^O seu pagamento não existe$/]],
  ],
  [
    'the payment of an order',
    ({ old, recent }) => [changeOrder(old.id, `intent_id = '${recent.id}'`)],
    ({ old }) => [[`Pedido ${old.id}`, /^O seu pagamento é outro$/]],
  ],
  [
    'an order taken out',
    ({ failed }) => [`delete from payment_orders where transaction_id = '${failed.id}'`],
    ({ failed }) => [
      [`Transação ${failed.id}`, /^R\$ 30,00 reservados para um pedido que não existe$/],
      [`Pagamento ${failed.providerId}`, /sem pedido no banco/],
    ],
  ],
  [
    'the reservation of an order, taken out of the ledger',
    ({ old }) => [`delete from transactions where id = '${old.id}'`],
    ({ old }) => [[`Pedido ${old.id}`, /^A transação que reservou o dinheiro não existe no livro-razão$/]],
  ],
  [
    'the amount of money that came in',
    ({ incoming }) => [`update incoming_payments set amount_cents = 1 where provider_id = '${incoming}'`],
    ({ incoming }) => [
      [`Recebimento ${incoming}`, /^Valor no recebimento: R\$ 0,01; no livro-razão: R\$ 50,00$/],
      [`Recebimento ${incoming}`, /^Valor no banco: R\$ 0,01; no provedor: R\$ 50,00$/],
    ],
  ],
  [
    'money that came in, forgotten',
    ({ incoming }) => [`delete from incoming_payments where provider_id = '${incoming}'`],
    ({ incoming }) => [
      [/^Transação [\w-]{36}$/, /^R\$ 50,00 entraram do provedor sem registro do recebimento$/],
      [`Recebimento ${incoming}`, /^R\$ 50,00 no provedor, sem lançamento no banco$/],
    ],
  ],
];
