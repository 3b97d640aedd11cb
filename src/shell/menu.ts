import {
  ArrowLeftRight,
  BookOpen,
  ChartLine,
  CreditCard,
  FileSignature,
  HandCoins,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  ScrollText,
  Settings,
  UserRound,
  Users,
  WalletCards,
  Waypoints,
  Zap,
} from 'lucide-react';
import type { Role } from '#domain/auth/role';

export type MenuItem = { label: string; to: string; icon: LucideIcon };
export type MenuGroup = { label: string | null; items: MenuItem[] };

/** The specification fixes labels and paths. */
const CLIENT: MenuGroup[] = [
  {
    label: null,
    items: [
      { label: 'Dashboard', to: '/client/dashboard', icon: LayoutDashboard },
      { label: 'Transferências', to: '/client/transfers', icon: ArrowLeftRight },
      { label: 'PIX', to: '/client/pix', icon: Zap },
      { label: 'Crédito', to: '/client/credit', icon: HandCoins },
      { label: 'Meus Créditos', to: '/client/my-credits', icon: CreditCard },
      { label: 'Investimentos', to: '/client/investments', icon: ChartLine },
      { label: 'Contratos', to: '/client/contracts', icon: FileSignature },
      { label: 'Meu Perfil', to: '/client/profile', icon: UserRound },
    ],
  },
];

/** Stands below the customer's menu on every screen of the portal. */
export const SUPPORT: MenuItem = { label: 'Fale com o atendimento', to: '/atendimento', icon: LifeBuoy };

const ADMIN: MenuGroup[] = [
  { label: null, items: [{ label: 'Dashboard', to: '/admin/dashboard', icon: LayoutDashboard }] },
  {
    label: 'Gestão',
    items: [
      { label: 'Clientes', to: '/admin/users', icon: Users },
      { label: 'Contas', to: '/admin/accounts', icon: WalletCards },
      { label: 'Crédito', to: '/admin/credit', icon: HandCoins },
      { label: 'Operações', to: '/admin/operations', icon: Waypoints },
      { label: 'Investimentos', to: '/admin/investments', icon: ChartLine },
    ],
  },
  {
    label: 'Controle',
    items: [
      { label: 'Ledger', to: '/admin/ledger', icon: BookOpen },
      { label: 'Auditoria', to: '/admin/audit', icon: ScrollText },
      { label: 'Configurações', to: '/admin/settings', icon: Settings },
    ],
  },
];

/** Screens that stand in no menu, by the start of their path: the entry that leads to them. */
const LED_TO: [string, string][] = [
  ['/client/statement', '/client/dashboard'],
  ['/client/month-review', '/client/dashboard'],
  ['/client/cobrancas', '/client/pix'],
  ['/client/asaas-account', '/client/pix'],
  ['/client/seguranca', '/client/profile'],
  ['/admin/clients/', '/admin/users'],
  ['/admin/held-payments', '/admin/dashboard'],
  ['/admin/payment-reviews', '/admin/dashboard'],
  ['/admin/signals', '/admin/dashboard'],
  ['/admin/jobs', '/admin/settings'],
];

/** The path of the menu's entry that leads to a screen which stands in no menu. */
export function entryThatLeadsTo(path: string): string | undefined {
  return LED_TO.find(([start]) => path.startsWith(start))?.[1];
}

export function menuOf(role: Role): MenuGroup[] {
  return role === 'admin' ? ADMIN : CLIENT;
}

export function subtitleOf(role: Role): string {
  return role === 'admin' ? 'Admin Panel' : 'Portal do Cliente';
}
