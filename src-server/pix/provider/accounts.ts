import type { Call } from './call.ts';
import { pageSchema, toNumber } from './fields.ts';
import { mapped } from './outcome.ts';
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
  findAccount: async (cpfCnpj: string) =>
    mapped(
      await call({
        method: 'GET',
        path: '/v3/accounts',
        query: { cpfCnpj },
        answer: pageSchema(foundAccountSchema),
      }),
      ({ data }) => data[0] ?? null,
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
