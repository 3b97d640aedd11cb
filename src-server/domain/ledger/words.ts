export const TRANSACTION_TYPES = [
  'deposit',
  'withdrawal',
  'transfer',
  'payment',
  'fee',
  'interest',
  'credit_disbursement',
  'credit_payment',
  'investment_application',
  'investment_redemption',
  'investment_yield',
  'reversal',
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/**
 * `external` mirrors the customer's balance at the provider; `held` has what is reserved for payments that can be undone; `bank` is
 * the bank's own side.
 */
export const ACCOUNT_TYPES = ['checking', 'savings', 'investment', 'external', 'held', 'bank'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export const BANK_ACCOUNTS = [
  'provider_cash',
  'provider_clearing',
  'adjustments',
  'loans_receivable',
  'interest_income',
  'fee_income',
  'yield_expense',
  'taxes_payable',
  'held_pix',
] as const;
export type BankAccount = (typeof BANK_ACCOUNTS)[number];

/** The account through which money enters and leaves the bank. An adjustment corrects a balance without it. */
export const EXTERNAL_FLOW_ACCOUNT = 'provider_cash' satisfies BankAccount;

export const BANK_ACCOUNT_LABELS: Record<BankAccount, string> = {
  provider_cash: 'Caixa no provedor',
  provider_clearing: 'Pagamentos em trânsito',
  adjustments: 'Ajustes',
  loans_receivable: 'Empréstimos a receber',
  interest_income: 'Receita de juros',
  fee_income: 'Receita de tarifas',
  yield_expense: 'Despesa de rendimentos',
  taxes_payable: 'Tributos a recolher',
  held_pix: 'PIX retidos',
};

export const TRANSACTION_LABELS: Record<TransactionType, string> = {
  deposit: 'Depósito',
  withdrawal: 'Retirada',
  transfer: 'Transferência',
  payment: 'Pagamento',
  fee: 'Tarifa',
  interest: 'Juros',
  credit_disbursement: 'Liberação de crédito',
  credit_payment: 'Pagamento de parcela',
  investment_application: 'Aplicação',
  investment_redemption: 'Resgate',
  investment_yield: 'Rendimento',
  reversal: 'Estorno',
};

/** What administrators ask for: a type, or PIX and boleto, which are orders of several types. */
export const LEDGER_TYPES = ['pix', 'boleto', ...TRANSACTION_TYPES] as const;
export type LedgerType = (typeof LEDGER_TYPES)[number];

export const LEDGER_TYPE_LABELS: Record<LedgerType, string> = {
  pix: 'PIX',
  boleto: 'Boleto',
  ...TRANSACTION_LABELS,
};

export const ACCOUNT_TYPE_LABELS: Record<AccountType, string> = {
  checking: 'Corrente',
  savings: 'Poupança',
  investment: 'Investimento',
  external: 'Conta externa',
  held: 'Reservado',
  bank: 'Do banco',
};
