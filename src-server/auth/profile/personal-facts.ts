import type { Reader } from '#db/db';
import { RECIPIENT_KIND_LABELS } from '#domain/account/recipient';
import { AUDIT_ACTION_LABELS } from '#domain/audit/words';
import { CONSENT_LABELS } from '#domain/auth/consent';
import { formatCep } from '#domain/cep';
import { CONTACT_TYPE_LABELS, DIFFICULTY_LABELS } from '#domain/contact/words';
import { bankDayAndTime, formatDay } from '#domain/date';
import { ACCOUNT_TYPE_LABELS, TRANSACTION_LABELS } from '#domain/ledger/words';
import { formatBrl, parseDecimal } from '#domain/money';
import { formatPhone } from '#domain/phone-format';
import { formatDocument } from '#domain/tax-id';
import type { FactSection } from '#server/document/facts-pdf';
import type { UserRow } from '../user-answer.ts';
import { firstOf } from './pages.ts';
import {
  accessesOf,
  accountsOf,
  actionsOf,
  consentsOf,
  contactsOf,
  devicesOf,
  documentsOf,
  emailChangesOf,
  emailUndosOf,
  entriesOf,
  notificationsOf,
  passkeysOf,
  recipientsOf,
  sessionsOf,
  termsOf,
  tokensOf,
  twoFactorUndosOf,
} from './personal-data.ts';
import { messagesOf } from './personal-messages.ts';

/** Items of each list in the PDF. */
const MAX_ITEMS = 30;

const HAS_MORE = `Os ${MAX_ITEMS} mais recentes; todos estão no arquivo JSON.`;
const NONE = 'Nenhum registro.';

export function personalFacts(user: UserRow): FactSection {
  const document = user.cpf ?? user.cnpj ?? '';
  const facts: [string, string | null][] = [
    [user.cnpj ? 'Razão social' : 'Nome', user.fullName],
    [user.cnpj ? 'CNPJ' : 'CPF', formatDocument(document)],
    ['RG ou CNH', user.rg],
    [user.cnpj ? 'Data de abertura' : 'Data de nascimento', user.birthDate && formatDay(user.birthDate)],
    ['Nome de usuário', user.username],
    ['E-mail', user.email],
    ['E-mail a confirmar', user.pendingEmail],
    ['Telefone', user.phone && formatPhone(user.phone)],
    ['Endereço', addressOf(user)],
    [user.cnpj ? 'Ramo de atividade' : 'Ocupação', user.occupation],
    [
      user.cnpj ? 'Faturamento mensal' : 'Renda mensal',
      user.monthlyIncomeCents === null ? null : formatBrl(user.monthlyIncomeCents),
    ],
    ['Pontuação interna', user.ratingVb === null ? null : `${user.ratingVb} de 1000`],
    ['Conta no provedor de pagamentos', user.asaasSubAccountId],
    ['Verificação em duas etapas', user.totpSecret === null ? 'Desativada' : 'Ativada'],
    ['Cliente desde', moment(user.createdAt)],
  ];
  return {
    title: 'Cadastro',
    facts: facts.flatMap(([name, text]) => (text ? [[name, text] as const] : [])),
  };
}

function addressOf(user: UserRow): string | null {
  if (!user.street) return null;
  const { street, number, complement, neighborhood, city, state, zipCode } = user;
  const parts = [street, number, complement, neighborhood, city, state, zipCode && formatCep(zipCode)];
  return parts.filter(Boolean).join(', ');
}

type Pages<Row extends object> = (db: Reader, userId: string) => AsyncIterable<readonly Row[]>;

export type Section = {
  name: string;
  pages: Pages<object>;
  onPaper: (db: Reader, userId: string) => Promise<FactSection>;
};

const section = <Row extends object>(
  name: string,
  title: string,
  pages: Pages<Row>,
  toFact: (row: Row) => [name: string, text: string],
): Section => ({
  name,
  pages,
  onPaper: async (db, userId) => {
    const { rows, hasMore } = await firstOf(pages(db, userId), MAX_ITEMS);
    const note = rows.length === 0 ? NONE : hasMore ? HAS_MORE : undefined;
    return { title, note, facts: rows.map(toFact) };
  },
});

/** In the order of the printed copy. */
export const SECTIONS: readonly Section[] = [
  section('accounts', 'Contas', accountsOf, (row) => [
    row.accountNumber,
    `${ACCOUNT_TYPE_LABELS[row.accountType]}, ${row.isActive ? 'ativa' : `inativa (${row.inactiveReason})`}, saldo de ${money(row.balance)}, aberta em ${moment(row.createdAt)}`,
  ]),
  section('entries', 'Movimentações', entriesOf, (row) => [
    moment(row.createdAt),
    `${TRANSACTION_LABELS[row.type]}: ${row.description}, ${money(row.amount)}`,
  ]),
  section('documents', 'Documentos emitidos', documentsOf, (row) => [
    moment(row.issuedAt),
    `${row.title}, código ${row.code}`,
  ]),
  section('recipients', 'Favorecidos', recipientsOf, (row) => [
    row.name ?? row.target ?? '',
    [
      [RECIPIENT_KIND_LABELS[row.kind], row.target].filter(Boolean).join(' '),
      row.nickname && `apelido ${row.nickname}`,
      `último pagamento em ${moment(row.lastUsedAt)}`,
    ]
      .filter(Boolean)
      .join(', '),
  ]),
  section('contacts', 'Contatos do banco com você', contactsOf, (row) => [
    moment(row.contactedAt),
    `${CONTACT_TYPE_LABELS[row.contactType as keyof typeof CONTACT_TYPE_LABELS]}, ${DIFFICULTY_LABELS[row.difficulty as keyof typeof DIFFICULTY_LABELS].toLowerCase()}, ${row.isResolved ? 'resolvido' : 'em aberto'}: ${row.notes}`,
  ]),
  section('messages', 'E-mails enviados a você', messagesOf, (row) => [
    moment(row.createdAt),
    `${row.subject}, para ${row.recipient}`,
  ]),
  section('notifications', 'Avisos no aplicativo', notificationsOf, (row) => [
    moment(row.createdAt),
    `${row.title}: ${row.text}`,
  ]),
  section('terms', 'Termos aceitos', termsOf, (row) => [
    moment(row.acceptedAt),
    `Versão ${row.version}, do endereço ${row.ip}`,
  ]),
  section('consents', 'Consentimentos', consentsOf, (row) => [
    moment(row.decidedAt),
    `${CONSENT_LABELS[row.kind as keyof typeof CONSENT_LABELS]}: ${row.isGranted ? 'sim' : 'não'}`,
  ]),
  section('sessions', 'Sessões abertas', sessionsOf, (row) => [
    moment(row.createdAt),
    `${row.device}, do endereço ${row.ip}`,
  ]),
  section('accessTokens', 'Tokens de acesso', tokensOf, (row) => [
    row.name,
    `${row.mayMoveMoney ? 'Lê e movimenta' : 'Só lê'}, ${row.revokedAt ? 'revogado' : `vale até ${moment(row.expiresAt)}`}`,
  ]),
  section('devices', 'Aparelhos registrados', devicesOf, (row) => [
    row.name,
    `desde ${moment(row.createdAt)}, ${row.endedAt ? `encerrado em ${moment(row.endedAt)}` : `último uso em ${moment(row.lastUsedAt)}`}`,
  ]),
  section('passkeys', 'Chaves de acesso', passkeysOf, (row) => [
    row.name,
    [
      `criada em ${moment(row.createdAt)}`,
      row.lastUsedAt ? `último uso em ${moment(row.lastUsedAt)}` : 'nunca usada',
      row.endedAt && `removida em ${moment(row.endedAt)}`,
    ]
      .filter(Boolean)
      .join(', '),
  ]),
  section('emailChanges', 'Trocas de e-mail', emailChangesOf, (row) => [
    moment(row.createdAt),
    `${row.email}, ${row.usedAt ? 'confirmado' : 'não confirmado'}`,
  ]),
  section('emailUndos', 'E-mails anteriores', emailUndosOf, (row) => [
    moment(row.createdAt),
    `${row.formerEmail}, ${row.usedAt ? 'troca desfeita' : `pode desfazer até ${moment(row.expiresAt)}`}`,
  ]),
  section('twoFactorUndos', 'Ativação dos dois fatores', twoFactorUndosOf, (row) => [
    moment(row.createdAt),
    row.usedAt ? 'desfeita' : `pode ser desfeita até ${moment(row.expiresAt)}`,
  ]),
  section('accesses', 'Quem acessou seus dados', accessesOf, (row) => [
    moment(row.createdAt),
    `${row.byName ?? ''}: ${actionLabel(row.action)}`,
  ]),
  section('actions', 'O que você fez', actionsOf, (row) => [
    moment(row.createdAt),
    `${actionLabel(row.action)}, do endereço ${row.ip ?? ''}`,
  ]),
];

const actionLabel = (action: string): string =>
  Object.entries(AUDIT_ACTION_LABELS).find(([word]) => word === action)?.[1] ?? action;

const money = (decimal: string): string => formatBrl(parseDecimal(decimal) ?? 0);

function moment(at: Date): string {
  const { day, time } = bankDayAndTime(at);
  return `${formatDay(day)} ${time.slice(0, 5)}`;
}
