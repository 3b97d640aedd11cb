import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { databaseError } from '#db/error';
import { Refusal, type RefusalCode } from '#domain/refusal';

export const REFUSALS: Record<RefusalCode, { status: number; text: string }> = {
  VALIDATION: { status: 400, text: 'Dados inválidos' },
  MALFORMED_BODY: { status: 400, text: 'Não foi possível ler o pedido' },
  UNAUTHENTICATED: { status: 401, text: 'Entre na sua conta para continuar' },
  INVALID_CREDENTIALS: { status: 401, text: 'Credenciais inválidas' },
  INVALID_PASSWORD: { status: 400, text: 'Senha atual incorreta' },
  RECOVERY_LINK_INVALID: { status: 400, text: 'Este link não vale mais. Peça um novo.' },
  TOO_MANY_TOKENS: {
    status: 409,
    text: 'Você já tem o máximo de tokens de acesso. Revogue um para criar outro.',
  },
  TOO_MANY_DEVICES: {
    status: 409,
    text: 'Você já tem o máximo de aparelhos registrados. Encerre um para registrar outro.',
  },
  DEVICE_ALREADY_REGISTERED: { status: 409, text: 'Este aparelho já está registrado' },
  DEVICE_NOT_PROVEN: {
    status: 403,
    text: 'Este navegador não provou que é o aparelho registrado. Encerre o aparelho e registre-o de novo.',
  },
  FREEZE_LINK_INVALID: {
    status: 400,
    text: 'Este link não vale mais. Para congelar a conta, entre nela ou fale com o atendimento.',
  },
  UNDO_LINK_INVALID: {
    status: 400,
    text: 'Este link não é válido. Para desfazer um pagamento reservado, entre na sua conta.',
  },
  NOT_FROZEN_BY_OWNER: { status: 409, text: 'Esta conta não está congelada' },
  USER_INACTIVE: { status: 403, text: 'Seu acesso está desativado. Fale com o atendimento.' },
  REAUTHENTICATE: { status: 403, text: 'Para continuar, confirme que é você: informe de novo a sua senha' },
  TWO_FACTOR_INVALID: { status: 401, text: 'O código inserido está incorreto ou já foi usado' },
  TWO_FACTOR_CODE: { status: 400, text: 'O código inserido está incorreto. Tente novamente.' },
  TWO_FACTOR_REQUIRED: {
    status: 403,
    text: 'Ative a autenticação de dois fatores para usar o painel administrativo',
  },
  FACTORS_END_ASKED: { status: 409, text: 'Já há um pedido para desativar os dois fatores deste cliente' },
  FACTORS_END_NOT_ASKED: { status: 409, text: 'Não há pedido para desativar os dois fatores' },
  TWO_FACTOR_NOT_ENABLED: { status: 409, text: 'Ative primeiro a sua autenticação de dois fatores' },
  TWO_FACTOR_ALREADY_ENABLED: { status: 409, text: 'A autenticação de dois fatores já está ativa' },
  TWO_FACTOR_SETUP_EXPIRED: { status: 409, text: 'O QR code expirou. Comece de novo a configuração.' },
  PASSKEY_REFUSED: {
    status: 400,
    text: 'A chave de acesso não foi aceita. Tente de novo, ou confirme de outra forma.',
  },
  TOO_MANY_PASSKEYS: {
    status: 409,
    text: 'Você já tem o máximo de chaves de acesso. Remova uma para adicionar outra.',
  },
  FORBIDDEN: { status: 403, text: 'Você não tem acesso a esta operação' },
  TOKEN_NOT_ALLOWED: { status: 403, text: 'Este token de acesso não permite esta operação' },
  BAD_ORIGIN: { status: 403, text: 'Este pedido não veio do aplicativo do banco' },
  NOT_FOUND: { status: 404, text: 'Não encontrado' },
  ROUTE_NOT_FOUND: { status: 404, text: 'Endereço não encontrado' },
  METHOD_NOT_ALLOWED: { status: 405, text: 'Este endereço não aceita este método' },
  PAYLOAD_TOO_LARGE: { status: 413, text: 'O conteúdo enviado é maior que o permitido' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, text: 'Tipo de conteúdo não aceito: envie application/json' },
  TOO_MANY_ATTEMPTS: { status: 429, text: 'Muitas tentativas. Aguarde um pouco e tente novamente.' },
  BUSY: { status: 503, text: 'O banco está atendendo muitos pedidos. Tente novamente em instantes.' },
  UNAVAILABLE: {
    status: 503,
    text: 'O banco está indisponível neste momento. Tente novamente em alguns segundos.',
  },
  OUTCOME_UNKNOWN: {
    status: 503,
    text: 'Não sabemos se a operação foi feita. Confira no extrato antes de repetir, ou repita com a mesma chave de idempotência.',
  },
  EMAIL_LINK_INVALID: { status: 400, text: 'Este link não vale mais. Peça outro na página Meu Perfil.' },
  EMAIL_UNDO_INVALID: {
    status: 400,
    text: 'Este link não vale mais. Se você não reconhece a troca de e-mail, fale com o atendimento.',
  },
  TWO_FACTOR_UNDO_INVALID: {
    status: 400,
    text: 'Este link não vale mais. Se você não reconhece os dois fatores da sua conta, fale com o atendimento.',
  },
  FACTOR_MISSING: {
    status: 400,
    text: 'Informe também o código do aplicativo autenticador ou um código de backup',
  },
  CONTACT_CODE_INVALID: { status: 400, text: 'Código incorreto ou vencido. Confira, ou peça outro.' },
  CONTACT_CONFIRMED: { status: 409, text: 'Este contato já está confirmado' },
  CONTACT_NOT_CONFIRMED: {
    status: 409,
    text: 'Confirme primeiro este contato em Meu Perfil: enviamos um código para ele.',
  },
  NOT_CLOSABLE: { status: 409, text: 'Sua conta ainda não pode ser encerrada' },
  ALREADY_REGISTERED: { status: 409, text: 'Já existe um cadastro com estes dados' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, text: 'Esta chave de idempotência já foi usada em outro pedido' },
  DESTINATION_NOT_FOUND: { status: 404, text: 'Conta de destino não encontrada' },
  DESTINATION_INACTIVE: { status: 409, text: 'Conta de destino inativa' },
  ACCOUNT_INACTIVE: { status: 409, text: 'Sua conta está inativa' },
  SAME_ACCOUNT: { status: 409, text: 'Não é possível transferir para a própria conta' },
  INSUFFICIENT_FUNDS: { status: 409, text: 'Saldo insuficiente' },
  ACCOUNT_FROZEN_BY_OWNER: {
    status: 403,
    text: 'Sua conta está congelada por você: nada sai dela. Descongele em Segurança para pagar.',
  },
  LIMIT_EXCEEDED: { status: 403, text: 'Este pagamento passa de um dos seus limites' },
  TOKEN_CEILING: { status: 403, text: 'Este pagamento passa do teto deste token de acesso' },
  DEVICE_LIMIT: { status: 403, text: 'Este aparelho não está cadastrado e paga só valores menores' },
  CONFIRMATION_REQUIRED: {
    status: 403,
    text: 'Confirme este pagamento. Depois envie o mesmo pedido de novo, com a mesma chave de idempotência.',
  },
  PAYMENT_TOO_DOUBTFUL: { status: 403, text: 'Por segurança, este pagamento não foi feito' },
  REVIEW_DECIDED: { status: 409, text: 'A análise já terminou: por decisão, pelo cliente ou pelo prazo' },
  SIGNALS_CHANGED: {
    status: 409,
    text: 'As regras mudaram enquanto você as editava. Confira as atuais e tente de novo.',
  },
  PAYMENT_NOT_WAITING: { status: 409, text: 'Este pagamento não está mais reservado' },
  CONFIRMATION_INVALID: {
    status: 409,
    text: 'Esta confirmação venceu ou já foi usada. Envie o pagamento de novo para receber outra.',
  },
  CONFIRMATION_WAY: {
    status: 409,
    text: 'Confirme de outro modo: com a sua chave de acesso, ou com o código do aplicativo autenticador',
  },
  CONFIRMATION_CODE: {
    status: 400,
    text: 'O código está incorreto ou já foi usado. Confira e tente de novo.',
  },
  LIMIT_ABOVE_MAXIMUM: { status: 409, text: 'Este limite passa do máximo da sua conta' },
  COVER_CHANGED: {
    status: 409,
    text: 'Falta mais do que o confirmado. Confira os valores antes de pagar.',
  },
  BALANCE_OUT_OF_RANGE: {
    status: 409,
    text: 'O saldo ficaria maior do que o banco consegue registrar. Confira o valor.',
  },
  ADJUSTMENT_TOO_LARGE: {
    status: 409,
    text: 'O valor passa do limite de um ajuste. O limite é mudado em Configurações.',
  },
  NOT_REVERSIBLE: { status: 409, text: 'Esta transação não pode ser estornada' },
  ALREADY_REVERSED: { status: 409, text: 'Esta transação já foi estornada' },
  USER_ALREADY_INACTIVE: { status: 409, text: 'Este acesso já está desativado' },
  USER_ALREADY_ACTIVE: { status: 409, text: 'Este acesso já está ativo' },
  USER_CLOSED: { status: 409, text: 'Este cadastro foi encerrado a pedido do cliente' },
  OWN_ACCESS: { status: 409, text: 'Você não pode desativar o seu próprio acesso' },
  LAST_ADMIN: { status: 409, text: 'O banco precisa de pelo menos um administrador ativo' },
  ACCOUNT_ALREADY_FROZEN: { status: 409, text: 'Esta conta já está bloqueada' },
  ACCOUNT_ALREADY_ACTIVE: { status: 409, text: 'Esta conta já está ativa' },
  CONTRACT_SIGNED: { status: 409, text: 'Este contrato já foi assinado' },
  CONTRACT_CANCELLED: { status: 409, text: 'Este contrato foi cancelado e não pode mais ser assinado' },
  CONTRACT_NOT_SIGNED: { status: 409, text: 'O PDF fica disponível depois da assinatura' },
  CONTRACT_CODE_INVALID: { status: 400, text: 'Código OTP inválido ou expirado' },
  PROPOSAL_DECIDED: { status: 409, text: 'Esta proposta já foi decidida' },
  PARAMETERS_CHANGED: {
    status: 409,
    text: 'Os parâmetros mudaram desde que você os abriu. Feche, confira como estão e altere de novo.',
  },
  NO_OPEN_REVIEW: { status: 409, text: 'Esta proposta não tem revisão pedida em aberto' },
  PRODUCT_INACTIVE: { status: 409, text: 'Este produto não está mais disponível' },
  INVESTMENT_ENDED: { status: 409, text: 'Este investimento já foi encerrado' },
  CREDIT_NOT_SIGNED: { status: 409, text: 'Assine o contrato para poder pagar as parcelas' },
  INSTALMENT_PAID: { status: 409, text: 'Esta parcela já foi paga' },
  AMOUNT_CHANGED: { status: 409, text: 'O valor a pagar mudou. Confira o novo valor antes de pagar.' },
  NOTHING_OVERDUE: { status: 409, text: 'Esta operação não tem parcelas vencidas' },
  ALREADY_NEGATIVATED: { status: 409, text: 'Esta operação já está negativada' },
  JOB_RUNNING: { status: 409, text: 'Esta tarefa já está em andamento' },
  CLOCK_CHANGED: {
    status: 409,
    text: 'Não há o que confirmar: o relógio da máquina não diz mais este dia, ou outra pessoa já o confirmou. Atualize a tela.',
  },
  CEP_NOT_FOUND: { status: 404, text: 'CEP não encontrado' },
  CEP_UNAVAILABLE: { status: 502, text: 'Erro ao buscar CEP' },
  ACCOUNT_NOT_APPROVED: { status: 409, text: 'Conta não aprovada' },
  SUBACCOUNT_EXISTS: { status: 409, text: 'Sua conta de pagamentos já está ativada' },
  PROFILE_INCOMPLETE: { status: 400, text: 'Verifique seus dados cadastrais.' },
  NO_ACTIVE_KEY: { status: 409, text: 'Você precisa ter uma chave PIX ativa.' },
  KEY_ALREADY_YOURS: { status: 409, text: 'Você já tem esta chave' },
  KEY_NOT_OWN: { status: 400, text: 'Esta chave não é sua: use os dados do seu próprio cadastro' },
  DOCUMENT_ELSEWHERE: { status: 409, text: 'Este documento é enviado na página do provedor de pagamentos' },
  BOLETO_ALREADY_PAID: { status: 409, text: 'Este boleto já foi pago por você, ou está sendo pago' },
  BOLETO_NOT_PAYABLE: {
    status: 409,
    text: 'Este boleto não traz o valor a pagar, e não pode ser pago por aqui',
  },
  BOLETO_CHANGED: {
    status: 409,
    text: 'O valor deste boleto mudou. Confira o novo valor antes de pagar.',
  },
  HELD_DECIDED: { status: 409, text: 'Este PIX já foi liberado, devolvido ou está sendo devolvido' },
  RECEIPT_NOT_READY: { status: 409, text: 'O comprovante fica disponível quando o pagamento for concluído' },
  PROVIDER_REFUSED: { status: 400, text: 'Erro desconhecido' },
  PROVIDER_FAILED: {
    status: 502,
    text: 'O provedor de pagamentos não respondeu como esperado. Tente novamente em instantes.',
  },
  PROVIDER_TIMEOUT: {
    status: 504,
    text: 'O provedor de pagamentos demorou a responder. Tente novamente em instantes.',
  },
  PROVIDER_BUSY: {
    status: 503,
    text: 'O provedor de pagamentos está com pedidos demais neste momento, e nada foi feito. Tente novamente mais tarde.',
  },
};

/** INTERNAL: a bug or a failing machine. */
export type AnswerCode = RefusalCode | 'INTERNAL';

export type RefusalAnswer = {
  status: number;
  body: { error: string; code: AnswerCode; fields?: Record<string, string> };
  messages?: string[];
  retryAfterSeconds?: number;
};

const INTERNAL: RefusalAnswer = {
  status: 500,
  body: { error: 'Erro interno. Tente novamente em instantes.', code: 'INTERNAL' },
};

/** Default Retry-After for overload. */
const DEFAULT_RETRY_SECONDS = 1;

/** Errors that tRPC raises before any procedure runs. */
const TRPC_CODES: Partial<Record<TRPCError['code'], RefusalCode>> = {
  PARSE_ERROR: 'MALFORMED_BODY',
  BAD_REQUEST: 'MALFORMED_BODY',
  UNAUTHORIZED: 'UNAUTHENTICATED',
  FORBIDDEN: 'FORBIDDEN',
  NOT_FOUND: 'ROUTE_NOT_FOUND',
  METHOD_NOT_SUPPORTED: 'METHOD_NOT_ALLOWED',
  PAYLOAD_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
};

/** Maps anything thrown to its answer. Unknown errors become INTERNAL without detail; the caller logs them. */
export function toAnswer(error: unknown): RefusalAnswer {
  if (error instanceof Refusal) return refusalAnswer(error);
  if (error instanceof z.ZodError) return validationAnswer(error);
  const failure = databaseError(error)?.kind;
  if (failure === 'busy') return refusalAnswer(new Refusal('BUSY'));
  if (failure === 'unknown') return refusalAnswer(new Refusal('OUTCOME_UNKNOWN', { retryAfterSeconds: 2 }));
  if (failure === 'away' || failure === 'damaged')
    return refusalAnswer(new Refusal('UNAVAILABLE', { retryAfterSeconds: 2 }));
  if (!(error instanceof TRPCError)) return INTERNAL;
  const { cause, code } = error;
  if (cause instanceof Refusal) return toAnswer(cause);
  // A failed output check is INTERNAL_SERVER_ERROR with a ZodError: a bug of ours.
  if (cause instanceof z.ZodError && code === 'BAD_REQUEST') return validationAnswer(cause);
  const known = TRPC_CODES[code];
  return known ? refusalAnswer(new Refusal(known)) : INTERNAL;
}

function refusalAnswer({ code, details }: Refusal): RefusalAnswer {
  const { status, text } = REFUSALS[code];
  const waits = status === 429 || status === 503;
  return {
    status,
    body: {
      error: details.text ?? text,
      code,
      ...(details.fields && { fields: answerable(details.fields) }),
      ...(details.confirmationId && { confirmationId: details.confirmationId }),
    },
    ...(waits && {
      retryAfterSeconds: Math.max(1, Math.ceil(details.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS)),
    }),
  };
}

/** First message of each field (nested fields with dots), and all distinct ones joined. */
function validationAnswer(error: z.ZodError): RefusalAnswer {
  const fields = new Map<string, string>();
  const messages = new Set<string>();
  for (const { path, message } of error.issues) {
    const name = path.map(String).join('.');
    if (name === '') messages.add(message);
    else if (!fields.has(name)) fields.set(name, message);
  }
  for (const message of fields.values()) messages.add(message);
  return {
    status: REFUSALS.VALIDATION.status,
    body: {
      error: [...messages].join(', ') || REFUSALS.VALIDATION.text,
      code: 'VALIDATION',
      fields: answerable(Object.fromEntries(fields)),
    },
    messages: [...messages],
  };
}

/** Names that superjson refuses to write, which would turn the answer into a failure. */
const UNANSWERABLE = ['__proto__', 'constructor', 'prototype'];

const answerable = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !UNANSWERABLE.includes(name)));
