import { parseDocument } from '#domain/tax-id';
import type { Call } from './call.ts';
import { toNumber } from './fields.ts';
import { mapped } from './outcome.ts';
import { findInPages } from './pages.ts';
import {
  accessTokenSchema,
  accountStatusSchema,
  balanceSchema,
  createdAccountSchema,
  foundAccountSchema,
  type NewAccount,
  walletsSchema,
} from './shapes.ts';
import { webhookBody } from './webhooks.ts';

/** What the token is called that is made for an account whose first key was lost on its way. */
const TOKEN_NAME = 'ValeBank';
const ACCOUNTS_PAGE = 100;

/** Accounts, and what is in them. */
export const accountCalls = (call: Call) => ({
  /** Makes a sub-account of the root account; its key is in this answer and in no other. */
  createAccount: ({ incomeCents, webhooks, ...account }: NewAccount) =>
    call({
      method: 'POST',
      path: '/v3/accounts',
      body: {
        ...present(account),
        incomeValue: toNumber(incomeCents),
        webhooks: webhooks.map((webhook) => webhookBody(webhook, account.email)),
      },
      answer: createdAccountSchema,
    }),

  /** The sub-account of a CPF or CNPJ (digits), or null. */
  findAccount: (cpfCnpj: string) =>
    findInPages(
      call,
      // A provider that knows the filter answers at once; of one that does not, nobody else's account is taken for this one.
      { path: '/v3/accounts', query: { cpfCnpj }, item: foundAccountSchema, pageSize: ACCOUNTS_PAGE },
      (account) => parseDocument(account.cpfCnpj ?? '')?.digits === cpfCnpj,
    ),

  /** A new key for a sub-account, beside those it has. */
  createAccessToken: (accountId: string) =>
    call({
      method: 'POST',
      path: '/v3/accounts/{id}/accessTokens',
      parts: { id: accountId },
      body: { name: TOKEN_NAME },
      answer: accessTokenSchema,
    }),

  status: () => call({ method: 'GET', path: '/v3/myAccount/status', answer: accountStatusSchema }),

  /** The account's own wallet: what other accounts at the provider send money to. */
  wallet: async () =>
    mapped(
      await call({ method: 'GET', path: '/v3/wallets', answer: walletsSchema }),
      ({ data: [first] }) => ({
        walletId: first.id,
      }),
    ),

  balance: () => call({ method: 'GET', path: '/v3/finance/balance', answer: balanceSchema }),
});

/** Without the fields that are null. */
const present = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
