import { parseAccountNumber } from '#domain/account/number';
import { OVERVIEW_DAYS } from '#domain/admin/overview-days';
import { REVIEW_STATES } from '#domain/admin/review-states';
import { AUDIT_ACTION_LABELS, AUDIT_ENTITY_LABELS } from '#domain/audit/words';
import { ROLES } from '#domain/auth/role';
import { CHARGE_KINDS, CHARGE_STATUSES } from '#domain/charge/words';
import { CONTRACT_STATUSES } from '#domain/contract/words';
import { STANDINGS } from '#domain/credit/standing-words';
import { DELAYS, PROPOSAL_STATUSES } from '#domain/credit/words';
import { isDay } from '#domain/date';
import { JOB_NAMES } from '#domain/jobs/words';
import { MOVEMENT_KINDS } from '#domain/ledger/flow';
import { LEDGER_TYPES, TRANSACTION_TYPES } from '#domain/ledger/words';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { parseDecimal, toDecimal } from '#domain/money';
import { HELD_STATUSES } from '#domain/pix/held';
import {
  given,
  oneOf,
  type Parameters,
  PUBLIC_PLACES,
  readSearch,
  type SearchBy,
  textOf,
} from '#domain/public-places';
import { cleanText } from '#domain/text';

/** In display order. */
export const PROFILE_TABS = [
  'dados',
  'rating',
  'atendimentos',
  'seguranca',
  'privacidade',
  'aparencia',
] as const;
export const PIX_TABS = ['chaves', 'transferir', 'receber'] as const;
export const PIX_OVERLAYS = ['mover'] as const;
export const TRANSFER_TABS = ['transferir', 'receber', 'boleto'] as const;
export const MY_CREDITS_TABS = ['operacoes', 'analise', 'parcelas'] as const;
export const STATEMENT_PERIODS = [7, 15, 30, 90, 'mes', 'tudo'] as const;
/** In display order; without a choice all accounts. */
export const STATEMENT_ACCOUNT_CHOICES = ['corrente', 'externa', 'investimentos'] as const;
export const LISTED_ACCOUNTS = ['checking', 'savings', 'investment', 'deposits'] as const;
/** Filters besides the statuses. `undecided`, `granted`: groups of statuses · `review`: waits for a person. */
export const PROPOSAL_GROUPS = ['undecided', 'granted', 'review'] as const;

const LONGEST_QUERY = 100;
const LONGEST_COUNTERPARTY = 250;

const keyOf =
  <Word extends string>(labels: Record<Word, unknown>) =>
  (value: unknown): Word | undefined =>
    Object.hasOwn(labels, textOf(value)) ? (value as Word) : undefined;

const cleaned = (longest: number) => (value: unknown) =>
  cleanText(textOf(value)).slice(0, longest) || undefined;

const words = cleaned(LONGEST_QUERY);
const day = (value: unknown) => (typeof value === 'string' && isDay(value) ? value : undefined);
const id = (value: unknown) => (/^[\w-]{1,64}$/.test(textOf(value)) ? textOf(value) : undefined);
const address = (value: unknown) => (/^[\da-f.:]{2,45}$/i.test(textOf(value)) ? textOf(value) : undefined);
const accountNumber = (value: unknown) => parseAccountNumber(textOf(value)) ?? undefined;
const direction = oneOf(['entradas', 'saidas']);
const month = (value: unknown) => (day(`${textOf(value)}-01`) ? textOf(value) : undefined);

function amount(value: unknown): string | undefined {
  const cents = parseDecimal(textOf(value));
  return cents !== null && cents > 0 ? toDecimal(cents) : undefined;
}

/** Search parameters by path. Unusable values are dropped, since links may come from anywhere. */
const PLACES = {
  ...PUBLIC_PLACES,

  '/client/dashboard': {},
  /**
   * A period, or `de` and `ate`, both included; 30 days by default. `efeito`, `custo`, `pessoa` (as `counterpartyKey`
   * writes it) and `movimento` come from the figures of a month.
   */
  '/client/statement': {
    periodo: oneOf(STATEMENT_PERIODS),
    de: day,
    ate: day,
    busca: words,
    sentido: direction,
    tipo: oneOf([...MOVEMENT_KINDS, ...TRANSACTION_TYPES]),
    conta: oneOf(STATEMENT_ACCOUNT_CHOICES),
    efeito: oneOf(['contam', 'proprias', 'credito', 'devolvidas']),
    custo: oneOf(['todos', 'atraso', 'imposto', 'tarifa']),
    pessoa: cleaned(LONGEST_COUNTERPARTY),
    movimento: id,
  },
  '/client/month-review': { mes: month },
  /** `conta`, `valor` and `descricao` fill in the form, for payment links. */
  '/client/transfers': {
    aba: oneOf(TRANSFER_TABS),
    conta: accountNumber,
    valor: amount,
    descricao: cleaned(MAX_DESCRIPTION_LENGTH),
  },
  '/client/pix': { aba: oneOf(PIX_TABS), ver: oneOf(PIX_OVERLAYS) },
  /** `ver=nova`: the form · `cobranca`: the one shown. */
  '/client/cobrancas': {
    busca: words,
    status: oneOf(CHARGE_STATUSES),
    tipo: oneOf(CHARGE_KINDS),
    ver: oneOf(['nova']),
    cobranca: id,
  },
  /** A document of its own: only its headers allow the camera. */
  '/client/ler': {},
  '/client/asaas-account': {},
  '/client/credit': {},
  '/client/my-credits': { aba: oneOf(MY_CREDITS_TABS) },
  '/client/investments': { produto: given },
  '/client/contracts': { situacao: oneOf(CONTRACT_STATUSES), contrato: given },
  '/client/profile': { aba: oneOf(PROFILE_TABS) },
  '/client/seguranca': {},

  '/admin/dashboard': { dias: oneOf(OVERVIEW_DAYS), lista: oneOf(['vencimentos']) },
  /** `desde`: registration day. */
  '/admin/users': {
    busca: words,
    perfil: oneOf(ROLES),
    status: oneOf(['ativos', 'inativos']),
    desde: day,
  },
  '/admin/clients/$id/history': {},
  '/admin/accounts': { busca: words, tipo: oneOf(LISTED_ACCOUNTS), status: oneOf(['ativas', 'inativas']) },
  '/admin/held-payments': { busca: words, status: oneOf(HELD_STATUSES) },
  '/admin/payment-reviews': { busca: words, status: oneOf(REVIEW_STATES) },
  '/admin/signals': {},
  '/admin/credit': { busca: words, status: oneOf([...PROPOSAL_STATUSES, ...PROPOSAL_GROUPS]) },
  '/admin/operations': { busca: words, status: oneOf(STANDINGS), atraso: oneOf([...DELAYS, 'novo', 'hoje']) },
  '/admin/investments': { busca: words, status: oneOf(['ativos', 'vencidos', 'resgatados']) },
  /** `minimo`, `maximo`: entry amounts · `transacao`, `conciliacao`: the item shown; `conciliacao=ultima` is the newest. */
  '/admin/ledger': {
    busca: words,
    tipo: oneOf(LEDGER_TYPES),
    lado: oneOf(['banco', 'fora', 'todos']),
    sentido: direction,
    de: day,
    ate: day,
    minimo: amount,
    maximo: amount,
    transacao: id,
    conciliacao: id,
  },
  '/admin/audit': {
    busca: words,
    acao: keyOf(AUDIT_ACTION_LABELS),
    tipo: keyOf(AUDIT_ENTITY_LABELS),
    de: day,
    ate: day,
    pessoa: id,
    alvo: id,
    ip: address,
  },
  '/admin/jobs': { tarefa: oneOf(JOB_NAMES) },
  '/admin/settings': {},
} satisfies Record<string, Parameters>;

export type Place = keyof typeof PLACES;

const SHAPES = Object.keys(PLACES).map((place) => place.split('/'));

/** Whether a screen has this path; a slash at the end makes no difference. */
export function isScreen(path: string): boolean {
  const parts = (path.endsWith('/') ? path.slice(0, -1) : path).split('/');
  return SHAPES.some(
    (shape) =>
      shape.length === parts.length &&
      shape.every((part, index) => (part.startsWith('$') ? parts[index] !== '' : part === parts[index])),
  );
}

export type SearchOf<Of extends Place> = SearchBy<(typeof PLACES)[Of]>;

/** Drops unusable values. */
export function searchOf<Of extends Place>(place: Of, search: Record<string, unknown>): SearchOf<Of> {
  return readSearch(PLACES[place], search) as SearchOf<Of>;
}

/** '/client/pix?ver=mover'; `inPath` gives the values of `$id` and `$code`. */
export function addressOf<Of extends Place>(
  place: Of,
  search: SearchOf<Of> = {},
  inPath: Record<string, string> = {},
): string {
  const path = place.replace(/\$(\w+)/, (_, name: string) => encodeURIComponent(inPath[name] ?? ''));
  const given: [string, string | number | undefined][] = Object.entries(search);
  const query = given.flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${encoded(asSearchText((PLACES[place] as Parameters)[name], value))}`,
  );
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

/** Form encoding: spaces as plus; lone surrogates are replaced. */
const encoded = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
    .replaceAll('%20', '+')
    .replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The router parses values as JSON, so text that would parse as another value is quoted: `"1e5"`. */
function asSearchText(read: Parameters[string] | undefined, value: string | number): string {
  const text = String(value);
  try {
    return read?.(JSON.parse(text)) === value ? text : JSON.stringify(text);
  } catch {
    return text;
  }
}
