import { trpc } from './trpc.ts';

type Queries = { invalidate(input?: undefined, filters?: { refetchType?: 'none' }): Promise<void> };

/** What somebody does → the queries whose answers it changes. */
const MADE_OLD = {
  transfer: ({ account }) => [account],
  /** A boleto, a PIX or a move: money that goes through the payment provider. */
  order: ({ account, pix }) => [account, pix.balance, pix.orders],
  investment: ({ account, auth, contract, investment }) => [
    account,
    auth.notifications.list,
    contract.list,
    investment,
  ],
  proposal: ({ credit }) => [credit.proposals, credit.summary],
  /** Paying an instalment may change the rating, which is part of `auth.me`. */
  instalment: ({ account, auth, credit }) => [account, auth.me, auth.notifications.list, credit],
  /** A signed credit is paid out at once. */
  signature: ({ account, auth, contract, credit }) => [account, auth.notifications.list, contract, credit],
  /** What an administrator does shows in the lists and figures of the back office. */
  administration: ({ admin, credit, investment }) => [
    // Not `users.get`: the audit log has a row of each time that a customer's record is read.
    admin.accounts,
    admin.ahead,
    admin.audit,
    admin.contacts,
    admin.dashboard,
    admin.jobs,
    admin.ledger,
    admin.mail,
    admin.orders,
    admin.overview,
    admin.settings,
    admin.users.list,
    credit.operations,
    credit.parameters,
    investment.products,
  ],
  /** Passwords, second factors, sessions and tokens: a change of one may end others. */
  credentials: ({ auth }) => [auth.me, auth.sessions, auth.tokens, auth.twoFactor],
} satisfies Record<string, (utils: ReturnType<typeof trpc.useUtils>) => Queries[]>;

export type Act = keyof typeof MADE_OLD;

/**
 * Marks as old what an act has changed. What is on screen is fetched again at once, and the promise waits for it; the
 * rest when it is shown next. With `whenShown` nothing is fetched at once.
 */
export function useMakeOld(): (act: Act, when?: 'now' | 'whenShown') => Promise<unknown> {
  const utils = trpc.useUtils();
  return (act, when = 'now') =>
    Promise.all(
      MADE_OLD[act](utils).map((queries) =>
        queries.invalidate(undefined, when === 'now' ? {} : { refetchType: 'none' }),
      ),
    );
}
