import { CONTACT_CODE_LABELS } from './contact-limits.ts';
import {
  ADULT_AGE_YEARS,
  ATTEMPT_LIMITS,
  type AttemptKind,
  CONTACT_CODE,
  CONTRACT_CODE,
  DEVICE_TRUST_SECONDS,
  EMAIL_LINK_SECONDS,
  EMAIL_UNDO_SECONDS,
  EXTERNAL_ACCOUNT,
  FREEZE_LINK_SECONDS,
  FRESH_PROOF_SECONDS,
  KEPT_MAIL_DAYS,
  LOGIN_CHALLENGE,
  MAIL_RETRY,
  MAX_BATCH_CALLS,
  MAX_DESCRIPTION_LENGTH,
  MAX_DEVICES,
  MAX_JSON_BYTES,
  MAX_LISTED,
  MAX_NICKNAME_LENGTH,
  MAX_OPEN_SESSIONS,
  MAX_OPEN_TOKENS,
  MAX_RECIPIENTS,
  MAX_UPLOAD_BYTES,
  PASSKEYS,
  PASSWORD_HASHES,
  PASSWORD_LENGTH,
  PROTECTION_DAYS,
  REAUTHENTICATE_ABOVE_CENTS,
  RECEIVED_MAIL_LIMITS,
  RECOVERY,
  REPEATED_MAIL_LIMITS,
  SESSION_LIMITS,
  SESSION_WARNING_SECONDS,
  TWO_FACTOR_SETUP_SECONDS,
  TWO_FACTOR_UNDO_SECONDS,
  UPLOAD_FORM_LIMITS,
  WRONG_PASSWORDS,
} from './limits.ts';
import { formatBrl, parseDecimal } from './money.ts';
import { labelWithWhose, TOGETHER_IN_WORDS } from './whose-limit.ts';

export type LimitInWords = { label: string; text: string };

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** 60 → '1 minuto', 5400 → '90 minutos', 7200 → '2 horas'. */
export function durationInWords(seconds: number): string {
  if (seconds % 3600 === 0) return counted(seconds / 3600, 'hora', 'horas');
  if (seconds % 60 === 0) return counted(seconds / 60, 'minuto', 'minutos');
  return counted(seconds, 'segundo', 'segundos');
}

const session = ({
  idleSeconds,
  absoluteSeconds,
}: {
  idleSeconds: number;
  absoluteSeconds: number;
}): string => `${durationInWords(idleSeconds)} sem uso, ${durationInWords(absoluteSeconds)} no máximo`;

const perWindow = ({ max, windowSeconds }: { max: number; windowSeconds: number }): string =>
  `${max} em ${durationInWords(windowSeconds)}`;

const kilobytes = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MB` : `${bytes / 1024} kB`;

const tries = ({ tries, ttlSeconds }: { tries: number; ttlSeconds: number }): string =>
  `${tries} tentativas em ${durationInWords(ttlSeconds)}`;

/** Limits in cents, not in attempts. */
type InMoney = 'adjusted' | 'reversed' | 'approved';
/** Outside production the limit `<kind>OutsideProduction` replaces `<kind>`. */
type Named = Exclude<AttemptKind, `${string}OutsideProduction` | InMoney | 'reconciling'>;

const ATTEMPT_LABELS: Record<Named, string> = {
  address: 'Senhas erradas por endereço de rede',
  knownGuess: 'Senhas erradas por usuário em navegadores conhecidos, e em cada sessão',
  signIn: 'Senhas certas por usuário, à parte em navegadores conhecidos e em cada sessão',
  signInAddress: 'Senhas certas por endereço de rede',
  newPassword: 'Senhas novas por link ou usuário',
  newPasswordAddress: 'Senhas novas por endereço de rede',
  passkey: 'Usos de chaves de acesso por usuário',
  passkeyAddress: 'Entradas com chave de acesso por endereço de rede',
  confirmation: 'Pagamentos a confirmar por usuário',
  limitChange: 'Mudanças confirmadas de limites, confiança e proteção por usuário',
  strengthening: 'Reduções de limites e confiança e reforços da proteção sem confirmar quem é, por usuário',
  deviceChange: 'Aparelhos e chaves de acesso registrados por usuário',
  deviceRename: 'Aparelhos e chaves de acesso renomeados por usuário',
  deviceProof: 'Sessões ligadas a outro aparelho por usuário',
  accessToken: 'Tokens de acesso criados por usuário',
  unfreeze: 'Descongelamentos por usuário',
  reservation: 'Pagamentos reservados ou em análise por usuário',
  refusedPayment: 'Pagamentos recusados por segurança que ficam guardados, por usuário',
  refusedProof: 'Confirmações recusadas que ficam na auditoria, por usuário',
  confirmationCode: 'Códigos por e-mail para confirmar pagamentos por usuário',
  confirmationCodeAddress: 'Códigos para pagamentos, contatos e contratos por endereço de rede',
  hash: 'Códigos conferidos por usuário',
  hashAddress:
    'Códigos conferidos, senhas e chaves de acesso dadas em sessões e QR codes de dois fatores por endereço de rede',
  secondFactor: 'Códigos de dois fatores errados por conta, e à parte por aparelho e por sessão',
  secondFactorRecovered: 'Códigos de dois fatores à parte depois de uma recuperação, por conta',
  twoFactorSetup: 'QR codes de dois fatores por usuário',
  twoFactorOn: 'Ativações dos dois fatores por usuário',
  recovery: 'Links de recuperação por endereço de rede',
  recoveryMail: 'Links de recuperação por e-mail',
  signUp: 'Contas abertas por endereço de rede',
  signUpNetwork: 'Contas abertas por rede IPv6 (/48)',
  profileChange: 'Mudanças dos dados e consentimentos dados por usuário',
  emailChange: 'Trocas de e-mail por usuário',
  welcomeTo: 'Mensagens de conta aberta por e-mail',
  emailChangeTo: 'Links para um e-mail novo, por usuário',
  emailChangeToAll: 'Links para um e-mail novo, de todos os usuários',
  ...CONTACT_CODE_LABELS,
  contractCode: 'Códigos de assinatura por contrato',
  contractCodeUser: 'Códigos de assinatura por cliente',
  lookup: 'Consultas de titular por cliente',
  lookupMiss: 'Consultas de chaves PIX numéricas sem titular informado, por cliente',
  unnamedPayee: 'Primeiros pagamentos a chaves PIX numéricas sem titular informado, por cliente',
  cep: 'Consultas de CEP por endereço de rede',
  verify: 'Documentos verificados por endereço de rede',
  export: 'Extratos e listas de cobranças em arquivo por cliente',
  pdfLines: 'Linhas de extrato em PDF por cliente',
  statementSearch:
    'Buscas no extrato, nas cobranças, nos investimentos, no livro-razão e na auditoria por usuário',
  wholeCheck: 'Conferências da auditoria e avaliações de pagamentos passados por administrador',
  reconciliation: 'Conciliações pedidas por todos os administradores',
  reconciliationDay: 'Conciliações pedidas por dia, por todos os administradores',
  monthReview: 'Raios-X do mês por cliente',
  receipt: 'Comprovantes novos por cliente',
  receiptDay: 'Comprovantes novos por cliente e dia',
  receiptVerified: 'Comprovantes novos de um pagador, para quem os verifica',
  upload: 'Arquivos enviados por usuário',
  uploadDay: 'Arquivos enviados por cliente e dia',
  uploadDayOfAdmin: 'Arquivos enviados por administrador e dia',
  complexPdf: 'PDFs complexos demais por usuário',
  personalData: 'Cópias dos dados por usuário',
  personalDataDay: 'Cópias dos dados por usuário e dia',
  investment: 'Aplicações por cliente',
  creditFacts: 'Simulações de crédito por cliente',
  proposal: 'Propostas de crédito por cliente',
  boletoPreview: 'Boletos consultados por cliente',
  boletoPreviewDay: 'Boletos consultados por cliente e dia',
  readerCalls: 'Consultas ao provedor de pagamentos por tokens só de leitura, por cliente',
  activation: 'Pedidos de ativação da conta externa por cliente',
  activationDay: 'Pedidos de ativação da conta externa por cliente e dia',
  bankOrder: 'Boletos pagos e transferências entre contas próprias por cliente',
  keyClaim: 'Pedidos de chaves PIX de outro lugar por cliente e dia',
  keyMade: 'Chaves PIX criadas por cliente e dia',
  keyDeleted: 'Chaves PIX excluídas por cliente e dia',
  charge: 'Cobranças PIX criadas por cliente',
  chargeDay: 'Cobranças PIX criadas por cliente e dia',
  chargeCheck: 'Perguntas se uma cobrança foi paga por cliente',
  chargePage: 'Páginas de cobrança abertas por endereço de rede',
  giveBack: 'Devoluções de PIX por cliente e dia',
  givenBack: 'Reais devolvidos por cliente e dia sem pedir a senha de novo',
  bankOrderDay: 'Boletos pagos e transferências entre contas próprias por cliente e dia',
  bankLookupsOfNetwork: 'Consultas de boletos e ativações por rede (um endereço IPv4 ou IPv6 /56)',
  bankOrdersOfNetwork:
    'Boletos pagos e transferências entre contas próprias por rede (um endereço IPv4 ou IPv6 /56)',
  bankLookups: 'Consultas de boletos e ativações de todos os clientes',
  bankOrders: 'Boletos pagos e transferências entre contas próprias de todos os clientes',
  bankLookupsOften: 'Consultas de boletos e ativações de clientes que já pediram várias',
  bankOrdersOften: 'Boletos pagos e transferências entre contas próprias de clientes que já pediram várias',
  bankEvents: 'Avisos do provedor sobre objetos que nenhuma ordem nomeia',
  collectionEmail: 'E-mails de cobrança por crédito',
  testEmail: 'Mensagens de teste por administrador',
};

const DESK_LABELS: Record<InMoney, string> = {
  adjusted: 'Ajustes de um administrador sem confirmar que é você',
  reversed: 'Estornos de um administrador sem confirmar que é você',
  approved: 'Aprovações de um administrador sem confirmar que é você',
};

export type InForce = {
  isProduction: boolean;
  /** Decimal text: set by an administrator. */
  maxAdjustment: string;
  maxApproval: string;
};

/** All limits, as they are in force in this bank. */
export const limitsInWords = ({ isProduction, ...maxima }: InForce): LimitInWords[] => [
  ...ofAccess(),
  ...ofMoney(maxima),
  ...ofDesk(isProduction),
  ...ofAttempts(isProduction),
  ...ofRequests(),
];

const ofAccess = (): LimitInWords[] => [
  { label: 'Sessão de cliente', text: session(SESSION_LIMITS.cliente) },
  { label: 'Sessão de administrador', text: session(SESSION_LIMITS.admin) },
  { label: 'Aviso antes do fim da sessão', text: durationInWords(SESSION_WARNING_SECONDS) },
  { label: 'Sessões abertas por usuário', text: `${MAX_OPEN_SESSIONS}, e mais uma encerra a mais antiga` },
  { label: 'Chaves de acesso por usuário', text: String(PASSKEYS.most) },
  { label: 'Tokens de acesso por usuário', text: String(MAX_OPEN_TOKENS) },
  { label: 'Aparelhos registrados por cliente', text: String(MAX_DEVICES) },
  { label: 'Aparelho novo vale por inteiro', text: `depois de ${durationInWords(DEVICE_TRUST_SECONDS)}` },
  { label: 'Link que congela a conta', text: `${durationInWords(FREEZE_LINK_SECONDS)}, uma vez` },
  { label: 'Senha e código pedidos de novo', text: `depois de ${durationInWords(FRESH_PROOF_SECONDS)}` },
  { label: 'Para desfazer uma troca de e-mail', text: durationInWords(EMAIL_UNDO_SECONDS) },
  { label: 'Para desfazer a ativação dos dois fatores', text: durationInWords(TWO_FACTOR_UNDO_SECONDS) },
  { label: 'Tamanho da senha', text: `de ${PASSWORD_LENGTH.min} a ${PASSWORD_LENGTH.max} caracteres` },
  {
    label: 'Senhas erradas por conta e aparelho',
    text: `${WRONG_PASSWORDS.free} livres, depois espera que dobra até ${durationInWords(WRONG_PASSWORDS.maxDelaySeconds)}`,
  },
  {
    label: 'Código de dois fatores no login',
    text: tries({ ...LOGIN_CHALLENGE, ttlSeconds: LOGIN_CHALLENGE.seconds }),
  },
  { label: 'Para ativar os dois fatores', text: durationInWords(TWO_FACTOR_SETUP_SECONDS) },
  { label: 'Validade de um link de recuperação', text: durationInWords(RECOVERY.linkSeconds) },
  { label: 'Validade de um link de confirmação de e-mail', text: durationInWords(EMAIL_LINK_SECONDS) },
  { label: 'Código de assinatura', text: tries(CONTRACT_CODE) },
  { label: 'Código de contato', text: tries(CONTACT_CODE) },
  { label: 'Idade mínima', text: `${ADULT_AGE_YEARS} anos` },
];

const upTo = (decimal: string): string => `até ${formatBrl(parseDecimal(decimal) ?? 0)}`;

const ofMoney = ({ maxAdjustment, maxApproval }: Omit<InForce, 'isProduction'>): LimitInWords[] => [
  { label: 'Ajuste manual', text: upTo(maxAdjustment) },
  { label: 'Aprovação de um crédito', text: upTo(maxApproval) },
  { label: 'Estornável por um administrador', text: 'transferência, depósito e saque' },
  { label: 'Favorecidos por cliente e tipo', text: String(MAX_RECIPIENTS) },
  { label: 'Descrição de uma transação', text: `${MAX_DESCRIPTION_LENGTH} caracteres` },
  { label: 'Apelido de um favorecido', text: `${MAX_NICKNAME_LENGTH} caracteres` },
  {
    label: 'E-mails sobre dinheiro recebido',
    text: `${RECEIVED_MAIL_LIMITS.each} em ${durationInWords(RECEIVED_MAIL_LIMITS.windowSeconds)}, ${RECEIVED_MAIL_LIMITS.eachLarge} a partir de ${formatBrl(RECEIVED_MAIL_LIMITS.belowCents)}; depois, um resumo`,
  },
  {
    label: 'E-mails iguais que alguém pode causar',
    text: perWindow({ ...REPEATED_MAIL_LIMITS, max: REPEATED_MAIL_LIMITS.each }),
  },
  {
    label: 'Documentos da conta externa',
    text: `em ${durationInWords(EXTERNAL_ACCOUNT.documentHours * 3600)}`,
  },
];

function ofDesk(isProduction: boolean): LimitInWords[] {
  const { windowSeconds } = ATTEMPT_LIMITS.adjusted;
  const text = isProduction
    ? `até ${formatBrl(REAUTHENTICATE_ABOVE_CENTS)} em ${durationInWords(windowSeconds)}`
    : 'sem limite fora de produção';
  return Object.values(DESK_LABELS).map((label) => ({ label, text }));
}

function ofAttempts(isProduction: boolean): LimitInWords[] {
  const { signUpOutsideProduction: signUp, signInAddressOutsideProduction: signInAddress } = ATTEMPT_LIMITS;
  const inForce = { ...ATTEMPT_LIMITS, ...(!isProduction && { signUp, signInAddress }) };
  const kinds = Object.keys(ATTEMPT_LABELS) as Named[];
  return kinds.map((kind) => ({
    label: labelWithWhose(kind, ATTEMPT_LABELS[kind]),
    text: perWindow(inForce[kind]),
  }));
}

const ofRequests = (): LimitInWords[] => [
  ...TOGETHER_IN_WORDS,
  {
    label: 'Senhas verificadas ao mesmo tempo',
    text: `${PASSWORD_HASHES.inFlight}, com ${PASSWORD_HASHES.waiting} na espera e ${PASSWORD_HASHES.waitingKnown} de aparelhos conhecidos`,
  },
  {
    label: 'Tentativas de envio de um e-mail',
    text: `${MAIL_RETRY.tries}, com espera que dobra até ${durationInWords(MAIL_RETRY.maxSeconds)}`,
  },
  { label: 'E-mails enviados e não enviados guardados por', text: `${KEPT_MAIL_DAYS} dias` },
  {
    label: 'Somas de limites guardadas, depois do fim do período, por',
    text: `${PROTECTION_DAYS.limitUses} dias`,
  },
  {
    label: 'Confirmações que não pagaram nada guardadas por',
    text: `${PROTECTION_DAYS.unusedConfirmations} dias`,
  },
  { label: 'Corpo de um pedido', text: kilobytes(MAX_JSON_BYTES) },
  { label: 'Arquivo enviado', text: kilobytes(MAX_UPLOAD_BYTES) },
  {
    label: 'Envios de arquivo ao mesmo tempo',
    text: `${UPLOAD_FORM_LIMITS.formsPerUser} por usuário, ${kilobytes(UPLOAD_FORM_LIMITS.bytes)} ao todo`,
  },
  { label: 'Chamadas em um pedido', text: String(MAX_BATCH_CALLS) },
  { label: 'Linhas em uma página da API', text: String(MAX_LISTED) },
];
