/** What a transaction is; section 3 of the specification, plus `reversal`. */
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

/** checking, savings and investment are a customer's; external mirrors the provider's balance; bank is our own side. */
export const ACCOUNT_TYPES = ['checking', 'savings', 'investment', 'external', 'bank'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** The bank's own accounts: every cent a customer sees has its counterpart in one of them. */
export const BANK_ACCOUNTS = [
  'provider_cash',
  'provider_clearing',
  'adjustments',
  'loans_receivable',
  'interest_income',
  'fee_income',
  'yield_expense',
  'taxes_payable',
] as const;
export type BankAccount = (typeof BANK_ACCOUNTS)[number];

/** Those through which money comes from outside the bank, and leaves it: the provider, and adjustments. */
export const GATES = ['provider_cash', 'adjustments'] as const satisfies readonly BankAccount[];

/** Portuguese labels of the bank's own accounts. */
export const BANK_ACCOUNT_LABELS: Record<BankAccount, string> = {
  provider_cash: 'Caixa no provedor',
  provider_clearing: 'Pagamentos em trânsito',
  adjustments: 'Ajustes',
  loans_receivable: 'Empréstimos a receber',
  interest_income: 'Receita de juros',
  fee_income: 'Receita de tarifas',
  yield_expense: 'Despesa de rendimentos',
  taxes_payable: 'Tributos a recolher',
};

/** Portuguese labels of the transaction types, as statements show them. */
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

/** Portuguese labels of the account types (section 2, Admin accounts). */
export const ACCOUNT_TYPE_LABELS: Record<AccountType, string> = {
  checking: 'Corrente',
  savings: 'Poupança',
  investment: 'Investimento',
  external: 'Conta externa',
  bank: 'Do banco',
};
