import {
  ArrowLeftRight,
  Barcode,
  CalendarClock,
  Eye,
  HandCoins,
  Hourglass,
  Keyboard,
  Landmark,
  Lock,
  LogOut,
  type LucideIcon,
  QrCode,
  ReceiptText,
  ScanLine,
  ScanSearch,
  ServerCog,
  ShieldAlert,
  ShieldCheck,
  Snowflake,
  UserRound,
  WalletCards,
  Zap,
} from 'lucide-react';
import type { Boleto } from '#domain/account/boleto';
import { formatBoletoLine, segmentName } from '#domain/account/boleto-line';
import type { Role } from '#domain/auth/role';
import { formatBrl } from '#domain/money';
import { readPixTarget } from '#domain/pix/input';
import type { PixKey } from '#domain/pix/key';
import { addressOf } from '#domain/places';
import type { Recognised } from '#domain/recognise';
import { formatCpf, formatDocument } from '#domain/tax-id';
import { plainText } from '#domain/text';
import { formatDay } from '../ui/date.ts';
import { menuOf, SUPPORT } from './menu.ts';
import { SEARCH_TERMS } from './search-terms.ts';
import { SECURITY } from './security-item.ts';

/** The effect of an entry: opens a screen (with a text that must not enter the URL), or acts in place. */
export type EntryAction =
  | { kind: 'go'; href: string; handOver?: { to: 'boleto' | 'pix'; text: string } }
  | { kind: 'do'; what: Act };
type Act = 'amounts' | 'shortcuts' | 'freeze' | 'leave';

export type Entry = { id: string; label: string; detail?: string; icon: LucideIcon; action: EntryAction };
export type Section = { label: string; entries: Entry[] };

export type Found = { id: string; name: string; detail: string; href: string };

const screen = (label: string, href: string, icon: LucideIcon, also: string) => ({ label, href, icon, also });
type Screen = ReturnType<typeof screen>;

/** Screens without a menu entry. */
const SCREENS_OUTSIDE_MENU: Record<Role, Screen[]> = {
  cliente: [
    screen('Extrato', addressOf('/client/statement'), ReceiptText, 'movimentacoes ofx csv lancamentos'),
    screen(
      'Raio-X do mês',
      addressOf('/client/month-review'),
      ScanSearch,
      'raiox resumo gastos mensal custo tarifas',
    ),
    screen(
      'Receber com QR Code',
      addressOf('/client/transfers', { aba: 'receber' }),
      QrCode,
      'cobrar transferencia',
    ),
    screen(
      'Pagar boleto',
      addressOf('/client/transfers', { aba: 'boleto' }),
      Barcode,
      'conta luz agua codigo de barras',
    ),
    screen('Cobranças', addressOf('/client/cobrancas'), HandCoins, 'cobrar pix link vencimento multa juros'),
    screen('Ler código', addressOf('/client/ler'), ScanLine, 'camera qr code foto imagem barras escanear'),
    screen(
      'Conta de pagamentos',
      addressOf('/client/asaas-account'),
      Landmark,
      'documentos ativar pix externa',
    ),
    screen(
      'Parcelas',
      addressOf('/client/my-credits', { aba: 'parcelas' }),
      CalendarClock,
      'pagar antecipar vencimento',
    ),
    screen(
      SECURITY.label,
      SECURITY.to,
      SECURITY.icon,
      'sessoes aparelhos dispositivos congelar bloquear limites',
    ),
    screen(
      'Senha e dois fatores',
      addressOf('/client/profile', { aba: 'seguranca' }),
      Lock,
      'seguranca trocar senha autenticador tokens',
    ),
    screen('Verificar documento', addressOf('/verificar'), ShieldCheck, 'comprovante contrato autenticidade'),
    screen(SUPPORT.label, SUPPORT.to, SUPPORT.icon, 'ajuda suporte telefone contato reclamacao'),
  ],
  admin: [
    screen(
      'Tarefas',
      addressOf('/admin/jobs'),
      ServerCog,
      'rotina diaria copia de seguranca backup filas execucoes jobs',
    ),
    screen(
      'PIX retidos',
      addressOf('/admin/held-payments'),
      Hourglass,
      'liberar devolver recebido desativado',
    ),
    screen(
      'Pagamentos em análise',
      addressOf('/admin/payment-reviews'),
      ScanSearch,
      'retidos liberar recusar fraude golpe revisao',
    ),
    screen(
      'Regras de prevenção',
      addressOf('/admin/signals'),
      ShieldAlert,
      'fraude golpe sinais pontos reter recusar simular',
    ),
    screen('Verificar documento', addressOf('/verificar'), ShieldCheck, 'comprovante contrato autenticidade'),
  ],
};

function screensOf(role: Role): Screen[] {
  const menu = menuOf(role).flatMap(({ items }) => items);
  return [
    ...menu.map(({ label, to, icon }) => screen(label, to, icon, SEARCH_TERMS[to] ?? '')),
    ...SCREENS_OUTSIDE_MENU[role],
  ];
}

/** Whether the text contains every typed word; ignores case and accents. */
function holdsWords(text: string, query: string): boolean {
  const plain = plainText(text);
  return plainText(query)
    .split(/\s+/)
    .every((word) => plain.includes(word));
}

/** Screens whose name starts with the query come first. */
function matchingScreens(role: Role, query: string): Entry[] {
  const found = screensOf(role).filter(({ label, also }) => holdsWords(`${label} ${also}`, query));
  const begins = (entry: Screen) => (plainText(entry.label).startsWith(plainText(query)) ? 0 : 1);
  return found
    .sort((one, other) => begins(one) - begins(other))
    .map(({ label, href, icon }) => ({ id: href, label, icon, action: { kind: 'go', href } }));
}

/** `of`: the role that it is for; without it both. */
const ACTIONS: { what: Act; label: string; icon: LucideIcon; also: string; of?: Role }[] = [
  { what: 'amounts', label: 'Ocultar ou mostrar valores', icon: Eye, also: 'saldo esconder privacidade' },
  { what: 'shortcuts', label: 'Atalhos do teclado', icon: Keyboard, also: 'ajuda teclas' },
  {
    what: 'freeze',
    label: 'Congelar minha conta',
    icon: Snowflake,
    also: 'bloquear golpe roubo perdi',
    of: 'cliente',
  },
  { what: 'leave', label: 'Sair', icon: LogOut, also: 'encerrar sessao logout' },
];

function matchingActions(role: Role, query: string): Entry[] {
  return ACTIONS.filter(
    ({ label, also, of = role }) => of === role && holdsWords(`${label} ${also}`, query),
  ).map(({ what, label, icon }) => ({ id: what, label, icon, action: { kind: 'do', what } }));
}

/** The palette's entries, best first, without empty sections. */
export function sectionsFor(
  role: Role,
  query: string,
  { recognised, people }: { recognised: Recognised[]; people: Found[] },
): Section[] {
  const sections = [
    { label: 'Reconhecido', entries: recognised.flatMap((one) => entryOf(role, one) ?? []) },
    { label: role === 'admin' ? 'Clientes' : 'Transferir para', entries: people.map(personEntry) },
    { label: 'Telas', entries: matchingScreens(role, query) },
    { label: 'Ações', entries: matchingActions(role, query) },
  ];
  return sections.filter(({ entries }) => entries.length > 0);
}

const personEntry = ({ id, name, detail, href }: Found): Entry => ({
  id: `person-${id}`,
  label: name,
  detail,
  icon: UserRound,
  action: { kind: 'go', href },
});

/** The entry for a recognised text. Administrators make no payments; a CPF or CNPJ finds its customer by itself. */
function entryOf(role: Role, found: Recognised): Entry | null {
  if (role === 'admin') return found.kind === 'account' ? accountToView(found.accountNumber) : null;
  switch (found.kind) {
    case 'boleto':
      return payBoleto(found.boleto);
    case 'pixCode': {
      if ('fault' in readPixTarget(found.payload)) return null;
      const { name, amountCents } = found.code;
      const amount = amountCents === null ? '' : ` de ${formatBrl(amountCents)}`;
      return payPix(`Pagar PIX${amount} para ${name}`, 'Código copia e cola', found.payload);
    }
    case 'pixKey':
      return payPix('Enviar PIX para esta chave', keyText(found.key), found.key.canonical);
    case 'account':
      return {
        id: 'recognised-account',
        label: `Transferir para a conta ${found.accountNumber}`,
        detail: 'Conta ValeBank',
        icon: ArrowLeftRight,
        action: { kind: 'go', href: addressOf('/client/transfers', { conta: found.accountNumber }) },
      };
    default:
      return null;
  }
}

function accountToView(accountNumber: string): Entry {
  return {
    id: 'recognised-account',
    label: `Ver a conta ${accountNumber}`,
    detail: 'Em Contas',
    icon: WalletCards,
    action: { kind: 'go', href: addressOf('/admin/accounts', { busca: accountNumber }) },
  };
}

function payBoleto(boleto: Boleto): Entry {
  const isBank = boleto.kind === 'bank';
  const isPriced = boleto.amountCents > 0 && (isBank || boleto.hasEffectiveValue);
  const what = isBank ? 'Pagar boleto' : `Pagar conta (${segmentName(boleto.segment)})`;
  const due = isBank && boleto.dueOn ? `Vencimento ${formatDay(boleto.dueOn)} · ` : '';
  return {
    id: 'recognised-boleto',
    label: isPriced ? `${what} de ${formatBrl(boleto.amountCents)}` : what,
    detail: due + formatBoletoLine(boleto.line),
    icon: Barcode,
    action: {
      kind: 'go',
      href: addressOf('/client/transfers', { aba: 'boleto' }),
      handOver: { to: 'boleto', text: boleto.line },
    },
  };
}

function payPix(label: string, detail: string, text: string): Entry {
  return {
    id: 'recognised-pix',
    label,
    detail,
    icon: Zap,
    action: {
      kind: 'go',
      href: addressOf('/client/pix', { aba: 'transferir' }),
      handOver: { to: 'pix', text },
    },
  };
}

const KEY_NAMES: Record<PixKey['type'], string> = {
  CPF: 'CPF',
  CNPJ: 'CNPJ',
  EMAIL: 'E-mail',
  PHONE: 'Celular',
  EVP: 'Chave aleatória',
};

function keyText({ type, canonical }: PixKey): string {
  if (type === 'CPF') return `CPF ${formatCpf(canonical)}`;
  return `${KEY_NAMES[type]} ${type === 'CNPJ' ? formatDocument(canonical) : canonical}`;
}
