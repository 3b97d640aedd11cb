import { trpc } from './trpc.ts';

type Queries = { invalidate(input?: undefined, filters?: { refetchType?: 'none' }): Promise<void> };

/** Change → the queries that become stale. */
const STALE_AFTER = {
  transfer: ({ account }) => [account],
  /** Payments change `account`, and so what is used of the limits. */
  limits: ({ account }) => [account.limits],
  recipients: ({ account }) => [account.recipients],
  /** A boleto, a PIX or a move: payments through the provider. */
  order: ({ account, pix }) => [account, pix.balance, pix.orders, pix.returns],
  /** Money that came in through the provider. */
  received: ({ account, auth, charge, pix }) => [account, auth.notifications.list, charge, pix.balance],
  charge: ({ charge }) => [charge],
  investment: ({ account, auth, contract, investment }) => [
    account,
    auth.notifications.list,
    contract.list,
    investment,
  ],
  proposal: ({ credit }) => [credit.proposals, credit.summary],
  /** Paying an instalment may change the rating, which `auth.me` includes. */
  instalment: ({ account, auth, credit }) => [account, auth.me, auth.notifications.list, credit],
  /** A signed credit is paid out at once. */
  signature: ({ account, auth, contract, credit }) => [account, auth.notifications.list, contract, credit],
  /** Any administrator's action affects the back office's lists and figures. */
  administration: ({ admin, credit, investment }) => [
    // Not `users.get`: each read of a customer's record adds an audit row.
    admin.accounts,
    admin.ahead,
    admin.audit,
    admin.contacts,
    admin.dashboard,
    admin.held,
    admin.jobs,
    admin.ledger,
    admin.mail,
    admin.orders,
    admin.overview,
    admin.reviews,
    admin.settings,
    admin.signals,
    admin.users.limits,
    admin.users.list,
    credit.operations,
    credit.parameters,
    investment.products,
  ],
  /** Changing a password, second factor, passkey, session, device or token may revoke others. */
  credentials: ({ auth }) => [
    ...[auth.me, auth.devices, auth.passkeys, auth.sessions, auth.tokens, auth.twoFactor],
  ],
} satisfies Record<string, (utils: ReturnType<typeof trpc.useUtils>) => Queries[]>;

export type Change = keyof typeof STALE_AFTER;

/** Refetches the queries on screen and waits for them; others refetch when shown. `whenShown` waits for none. */
export function useInvalidate(): (change: Change, when?: 'now' | 'whenShown') => Promise<unknown> {
  const utils = trpc.useUtils();
  return (change, when = 'now') =>
    Promise.all(
      STALE_AFTER[change](utils).map((queries) =>
        queries.invalidate(undefined, when === 'now' ? {} : { refetchType: 'none' }),
      ),
    );
}
