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

/** Name of the token created when an account's first key was lost in transit. */
const TOKEN_NAME = 'ValeBank';
const ACCOUNTS_PAGE = 100;

export const accountCalls = (call: Call) => ({
  /** Creates a sub-account; only this answer contains its key. */
  createAccount: ({ incomeCents, webhooks, ...account }: NewAccount) =>
    call({
      method: 'POST',
      path: '/v3/accounts',
      body: {
        ...present(account),
        incomeValue: toNumber(incomeCents),
        webhooks: webhooks.map(webhookBody),
      },
      answer: createdAccountSchema,
    }),

  findAccount: (cpfCnpj: string) =>
    findInPages(
      call,
      // A provider that ignores the filter returns other accounts; the condition below skips them.
      { path: '/v3/accounts', query: { cpfCnpj }, item: foundAccountSchema, pageSize: ACCOUNTS_PAGE },
      (account) => parseDocument(account.cpfCnpj ?? '')?.digits === cpfCnpj,
    ),

  createAccessToken: (accountId: string) =>
    call({
      method: 'POST',
      path: '/v3/accounts/{id}/accessTokens',
      parts: { id: accountId },
      body: { name: TOKEN_NAME },
      answer: accessTokenSchema,
    }),

  status: () => call({ method: 'GET', path: '/v3/myAccount/status', answer: accountStatusSchema }),

  /** The wallet that other accounts at the provider send money to. */
  wallet: async () =>
    mapped(
      await call({ method: 'GET', path: '/v3/wallets', answer: walletsSchema }),
      ({ data: [first] }) => ({
        walletId: first.id,
      }),
    ),

  balance: () => call({ method: 'GET', path: '/v3/finance/balance', answer: balanceSchema }),
});

const present = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
