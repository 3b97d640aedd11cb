import {
  ADULT_AGE_YEARS,
  ATTEMPT_LIMITS,
  EMAIL_UNDO_SECONDS,
  FRESH_PROOF_SECONDS,
  LOGIN_CHALLENGE,
  MAIL_RETRY,
  MAX_BATCH_CALLS,
  MAX_JSON_BYTES,
  MAX_OPEN_SESSIONS,
  MAX_UPLOAD_BYTES,
  PASSWORD_HASHES,
  PASSWORD_LENGTH,
  SESSION_LIMITS,
  SESSION_WARNING_SECONDS,
  TWO_FACTOR_UNDO_SECONDS,
  UPLOAD_FORM_LIMITS,
  WRONG_PASSWORDS,
} from './limits.ts';

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

export const LIMITS_IN_WORDS: readonly LimitInWords[] = [
  { label: 'Sessão de cliente', text: session(SESSION_LIMITS.cliente) },
  { label: 'Sessão de administrador', text: session(SESSION_LIMITS.admin) },
  { label: 'Aviso antes do fim da sessão', text: durationInWords(SESSION_WARNING_SECONDS) },
  { label: 'Senha e código pedidos de novo', text: `depois de ${durationInWords(FRESH_PROOF_SECONDS)}` },
  { label: 'Para desfazer uma troca de e-mail', text: durationInWords(EMAIL_UNDO_SECONDS) },
  { label: 'Para desfazer a ativação dos dois fatores', text: durationInWords(TWO_FACTOR_UNDO_SECONDS) },
  {
    label: 'Tamanho da senha',
    text: `de ${PASSWORD_LENGTH.min} a ${PASSWORD_LENGTH.max} caracteres`,
  },
  {
    label: 'Senhas erradas por conta e aparelho',
    text: `${WRONG_PASSWORDS.free} livres, depois espera que dobra até ${durationInWords(WRONG_PASSWORDS.maxDelaySeconds)}`,
  },
  { label: 'Senhas erradas por endereço de rede', text: perWindow(ATTEMPT_LIMITS.address) },
  { label: 'Senhas certas por usuário', text: perWindow(ATTEMPT_LIMITS.signIn) },
  { label: 'Senhas certas por endereço de rede', text: perWindow(ATTEMPT_LIMITS.signInAddress) },
  { label: 'Sessões abertas por usuário', text: `${MAX_OPEN_SESSIONS}, e mais uma encerra a mais antiga` },
  {
    label: 'Código de dois fatores no login',
    text: `${LOGIN_CHALLENGE.tries} tentativas em ${durationInWords(LOGIN_CHALLENGE.seconds)}`,
  },
  { label: 'Consultas de titular por cliente', text: perWindow(ATTEMPT_LIMITS.lookup) },
  { label: 'Consultas de CEP por endereço de rede', text: perWindow(ATTEMPT_LIMITS.cep) },
  { label: 'Extratos em arquivo por cliente', text: perWindow(ATTEMPT_LIMITS.export) },
  {
    label: 'Linhas de extrato em PDF por cliente',
    text: perWindow(ATTEMPT_LIMITS.pdfLines),
  },
  { label: 'Arquivos enviados por usuário', text: perWindow(ATTEMPT_LIMITS.upload) },
  { label: 'Buscas no extrato por cliente', text: perWindow(ATTEMPT_LIMITS.statementSearch) },
  { label: 'Raios-X do mês por cliente', text: perWindow(ATTEMPT_LIMITS.monthReview) },
  { label: 'Simulações de crédito por cliente', text: perWindow(ATTEMPT_LIMITS.creditFacts) },
  { label: 'Comprovantes novos por cliente', text: perWindow(ATTEMPT_LIMITS.receipt) },
  { label: 'Aplicações por cliente', text: perWindow(ATTEMPT_LIMITS.investment) },
  { label: 'Propostas de crédito por cliente', text: perWindow(ATTEMPT_LIMITS.proposal) },
  { label: 'Contas abertas por endereço de rede', text: perWindow(ATTEMPT_LIMITS.signUp) },
  {
    label: 'Senhas verificadas ao mesmo tempo',
    text: `${PASSWORD_HASHES.inFlight}, com ${PASSWORD_HASHES.waiting} na espera e ${PASSWORD_HASHES.waitingKnown} de aparelhos conhecidos`,
  },
  {
    label: 'Tentativas de envio de um e-mail',
    text: `${MAIL_RETRY.tries}, com espera que dobra até ${durationInWords(MAIL_RETRY.maxSeconds)}`,
  },
  { label: 'Corpo de um pedido', text: kilobytes(MAX_JSON_BYTES) },
  { label: 'Arquivo enviado', text: kilobytes(MAX_UPLOAD_BYTES) },
  {
    label: 'Envios de arquivo ao mesmo tempo',
    text: `${UPLOAD_FORM_LIMITS.formsPerUser} por usuário, ${kilobytes(UPLOAD_FORM_LIMITS.bytes)} ao todo`,
  },
  { label: 'Chamadas em um pedido', text: String(MAX_BATCH_CALLS) },
  { label: 'Idade mínima', text: `${ADULT_AGE_YEARS} anos` },
  { label: 'Estornável por um administrador', text: 'transferência, depósito e saque' },
];
