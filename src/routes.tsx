import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
} from '@tanstack/react-router';
import type { Place, SearchOf } from '#domain/places';
import { PUBLIC_PLACES, readSearch } from '#domain/public-places';
import { redirectHome, requireRole, requireSession } from './shell/session.ts';
import { ToastRegion } from './ui/toast-region.tsx';

/** A screen that is loaded when first visited. Its own type is left out, since it depends on the routes. */
const page = <Module extends object>(name: keyof Module & string, load: () => Promise<Module>) =>
  lazyRouteComponent(load as () => Promise<Record<string, RouteComponent>>, name);

const root = createRootRoute({ component: Root });

function Root() {
  return (
    <>
      <Outlet />
      <ToastRegion />
    </>
  );
}

const shell = page('Shell', () => import('./shell/shell.tsx'));
const notFoundPage = page('NotFoundPage', () => import('./shell/not-found-page.tsx'));

const visitor = createRoute({
  getParentRoute: () => root,
  id: 'public',
  component: page('PublicPage', () => import('./shell/public-page.tsx')),
});
const client = createRoute({
  getParentRoute: () => root,
  path: '/client',
  beforeLoad: async (arrival) => ({ me: await requireRole('cliente', arrival) }),
  component: shell,
});
const admin = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  beforeLoad: async (arrival) => ({ me: await requireRole('admin', arrival) }),
  component: shell,
});
const anyRole = createRoute({
  getParentRoute: () => root,
  id: 'session',
  beforeLoad: async (arrival) => ({ me: await requireSession(arrival) }),
  component: shell,
});

const readPublic =
  <Of extends keyof typeof PUBLIC_PLACES>(place: Of) =>
  (search: Record<string, unknown>) =>
    readSearch(PUBLIC_PLACES[place], search);

/** The screen reads the parameters (`usePlace`): validating them here would rewrite the URL. */
const declared = <Of extends Place>(search: Record<string, unknown>) => search as SearchOf<Of>;

/** What follows the portal's path: `transfers`. */
type Within<Portal extends string> = Place extends infer Path
  ? Path extends `${Portal}/${infer Name}`
    ? Name
    : never
  : never;

const clientScreen = <const Name extends Within<'/client'>, Module extends object>(
  name: Name,
  component: keyof Module & string,
  load: () => Promise<Module>,
) =>
  createRoute({
    getParentRoute: () => client,
    path: name,
    validateSearch: declared<`/client/${Name}`>,
    component: page(component, load),
  });

const adminScreen = <const Name extends Within<'/admin'>, Module extends object>(
  name: Name,
  component: keyof Module & string,
  load: () => Promise<Module>,
) =>
  createRoute({
    getParentRoute: () => admin,
    path: name,
    validateSearch: declared<`/admin/${Name}`>,
    component: page(component, load),
  });

const publicScreen = <const Path extends keyof typeof PUBLIC_PLACES, Module extends object>(
  path: Path,
  component: keyof Module & string,
  load: () => Promise<Module>,
) =>
  createRoute({
    getParentRoute: () => visitor,
    path,
    validateSearch: readPublic(path),
    component: page(component, load),
  });

// Written within `addChildren`, a route would lose its type.
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: readPublic('/login'),
  loader: redirectHome,
  component: page('LoginPage', () => import('./login/login-page.tsx')),
});
const clientHome = createRoute({ getParentRoute: () => client, path: '/', component: notFoundPage });
const adminHome = createRoute({ getParentRoute: () => admin, path: '/', component: notFoundPage });
const elsewhere = createRoute({ getParentRoute: () => anyRole, path: '$', component: notFoundPage });

/** Every screen, by its path in `#domain/places`. */
export const routeTree = root.addChildren([
  login,
  visitor.addChildren([
    publicScreen('/recuperar-senha', 'RecoveryPage', () => import('./recovery/recovery-page.tsx')),
    publicScreen('/confirmar-email', 'ConfirmEmailPage', () => import('./recovery/confirm-email-page.tsx')),
    publicScreen('/desfazer-email', 'UndoEmailPage', () => import('./recovery/letter-link-pages.tsx')),
    publicScreen(
      '/desfazer-dois-fatores',
      'UndoTwoFactorPage',
      () => import('./recovery/letter-link-pages.tsx'),
    ),
    publicScreen('/congelar', 'FreezePage', () => import('./recovery/letter-link-pages.tsx')),
    publicScreen('/desfazer', 'PaymentPage', () => import('./recovery/letter-link-pages.tsx')),
    publicScreen('/termos', 'TermsPage', () => import('./terms/terms-page.tsx')),
    publicScreen('/privacidade', 'PrivacyPage', () => import('./terms/terms-page.tsx')),
    publicScreen('/atendimento', 'SupportPage', () => import('./terms/support-page.tsx')),
    publicScreen('/cobrar/$code', 'ChargePage', () => import('./charge-page/charge-page.tsx')),
    publicScreen('/verificar', 'VerifyPage', () => import('./verify/verify-page.tsx')),
    publicScreen('/verificar/$code', 'VerifyPage', () => import('./verify/verify-page.tsx')),
  ]),
  client.addChildren([
    clientHome,
    clientScreen('dashboard', 'DashboardPage', () => import('./dashboard/dashboard-page.tsx')),
    clientScreen('statement', 'StatementPage', () => import('./statement/statement-page.tsx')),
    clientScreen('month-review', 'MonthReviewPage', () => import('./month-review/month-review-page.tsx')),
    clientScreen('transfers', 'TransfersPage', () => import('./transfers/transfers-page.tsx')),
    clientScreen('pix', 'PixPage', () => import('./pix/pix-page.tsx')),
    clientScreen('cobrancas', 'ChargesPage', () => import('./charges/charges-page.tsx')),
    clientScreen('ler', 'ReadCodePage', () => import('./read-code/read-code-page.tsx')),
    clientScreen(
      'asaas-account',
      'ExternalAccountPage',
      () => import('./external-account/external-account-page.tsx'),
    ),
    clientScreen('credit', 'CreditPage', () => import('./credit/credit-page.tsx')),
    clientScreen('my-credits', 'MyCreditsPage', () => import('./my-credits/my-credits-page.tsx')),
    clientScreen('investments', 'InvestmentsPage', () => import('./investments/investments-page.tsx')),
    clientScreen('contracts', 'ContractsPage', () => import('./contracts/contracts-page.tsx')),
    clientScreen('profile', 'ProfilePage', () => import('./profile/profile-page.tsx')),
    clientScreen('seguranca', 'SecurityPage', () => import('./security/security-page.tsx')),
  ]),
  admin.addChildren([
    adminHome,
    adminScreen(
      'dashboard',
      'AdminDashboardPage',
      () => import('./admin-dashboard/admin-dashboard-page.tsx'),
    ),
    adminScreen('users', 'ClientsPage', () => import('./admin-clients/clients-page.tsx')),
    adminScreen('clients/$id/history', 'HistoryPage', () => import('./client-history/history-page.tsx')),
    adminScreen('accounts', 'AccountsPage', () => import('./admin-accounts/accounts-page.tsx')),
    adminScreen('held-payments', 'HeldPage', () => import('./admin-held/held-page.tsx')),
    adminScreen('payment-reviews', 'ReviewsPage', () => import('./admin-reviews/reviews-page.tsx')),
    adminScreen('signals', 'SignalsPage', () => import('./admin-signals/signals-page.tsx')),
    adminScreen('credit', 'ProposalsPage', () => import('./admin-credit/proposals-page.tsx')),
    adminScreen('operations', 'OperationsPage', () => import('./admin-operations/operations-page.tsx')),
    adminScreen(
      'investments',
      'AdminInvestmentsPage',
      () => import('./admin-investments/investments-page.tsx'),
    ),
    adminScreen('ledger', 'LedgerPage', () => import('./admin-ledger/ledger-page.tsx')),
    adminScreen('audit', 'AuditPage', () => import('./admin-audit/audit-page.tsx')),
    adminScreen('jobs', 'JobsPage', () => import('./admin-jobs/jobs-page.tsx')),
    adminScreen('settings', 'SettingsPage', () => import('./admin-settings/settings-page.tsx')),
  ]),
  anyRole.addChildren([elsewhere]),
]);
