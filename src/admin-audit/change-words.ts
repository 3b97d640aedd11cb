import { AUDIT_ACTION_LABELS, AUDIT_ENTITY_LABELS } from '#domain/audit/words';
import { CONSENT_LABELS } from '#domain/auth/consent';
import { CONTACT_TYPE_LABELS, DIFFICULTY_LABELS } from '#domain/contact/words';
import { CONTRACT_TYPE_LABELS } from '#domain/contract/words';
import { DOCUMENT_KIND_LABELS } from '#domain/document/words';
import { RISK_LEVEL_LABELS } from '#domain/investment/words';
import { STATUS_LABELS } from '../ui/status-badge.tsx';

/** A field without a label is shown by its own name. */
export const FIELD_LABELS: Record<string, string> = {
  accessTokenId: 'Token de acesso usado',
  accountId: 'Conta',
  accountIds: 'Contas',
  accountNumber: 'Número da conta',
  action: 'Ação',
  amount: 'Valor',
  annualRate: 'Taxa anual',
  city: 'Cidade',
  clientId: 'Cliente',
  code: 'Código de autenticação',
  codeId: 'Código enviado',
  complement: 'Complemento',
  contactType: 'Tipo de contato',
  contentSha256: 'SHA-256 do conteúdo',
  day: 'Dia',
  description: 'Descrição',
  difficulty: 'Dificuldade',
  email: 'E-mail',
  ended: 'Sessões encerradas',
  endedSessions: 'Sessões encerradas',
  entityType: 'Tipo',
  expiresAt: 'Validade',
  from: 'De',
  gross: 'Valor bruto',
  interestRate: 'Taxa mensal',
  isActive: 'Situação',
  isGranted: 'Consentimento',
  keyId: 'Chave',
  kind: 'Tipo',
  minAmount: 'Valor mínimo',
  monthlyIncome: 'Renda mensal',
  name: 'Nome',
  neighborhood: 'Bairro',
  net: 'Valor líquido',
  number: 'Número',
  pendingEmail: 'E-mail a confirmar',
  phone: 'Telefone',
  productId: 'Produto',
  provenBy: 'Comprovado por',
  perCall: 'Até, por chamada',
  perDay: 'Até, por dia',
  q: 'Busca',
  rate: 'Taxa',
  reason: 'Motivo',
  reencrypted: 'Segredos recifrados',
  relatedId: 'Referente a',
  resolved: 'Resolvido',
  reversesId: 'Transação estornada',
  revokedTokens: 'Tokens revogados',
  riskLevel: 'Risco',
  role: 'Papel',
  scopes: 'Permissões',
  secondFactor: 'Segundo fator',
  sha256: 'SHA-256',
  state: 'Estado (UF)',
  status: 'Status',
  street: 'Rua',
  termDays: 'Prazo em dias',
  to: 'Para',
  trustedUpTo: 'Confiar até',
  type: 'Tipo',
  userId: 'Pessoa',
  username: 'Nome de usuário',
  zipCode: 'CEP',
};

/** Fields whose decimal text is an amount in reais. */
export const MONEY_FIELDS = ['amount', 'gross', 'minAmount', 'monthlyIncome', 'net', 'perCall', 'perDay', 'trustedUpTo'];

const PROOFS = { app: 'Código do aplicativo', backup: 'Código de backup' };

export const VALUE_LABELS: Record<string, Record<string, string>> = {
  action: AUDIT_ACTION_LABELS,
  contactType: CONTACT_TYPE_LABELS,
  difficulty: DIFFICULTY_LABELS,
  entityType: AUDIT_ENTITY_LABELS,
  isActive: { true: 'Ativo', false: 'Inativo' },
  isGranted: { true: 'Concedido', false: 'Não concedido' },
  kind: { ...CONSENT_LABELS, ...DOCUMENT_KIND_LABELS },
  provenBy: PROOFS,
  riskLevel: RISK_LEVEL_LABELS,
  role: { cliente: 'Cliente', admin: 'Administração' },
  scopes: { read: 'Consultar', money: 'Movimentar dinheiro' },
  secondFactor: PROOFS,
  status: STATUS_LABELS,
  type: CONTRACT_TYPE_LABELS,
};
