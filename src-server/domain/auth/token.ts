import { z } from 'zod';
import { amountSchema } from '#domain/amount';
import { currentPasswordSchema } from '#domain/auth/password';
import { isKnownDay, momentSchema } from '#domain/day-schema';
import { TOKEN_CEILING_CENTS } from '#domain/limits';
import { listSchema } from '#domain/list-schema';
import { formatBrl } from '#domain/money';
import { textSchema } from '#domain/text-schema';

/** `read`: what the owner sees; `money`: also transfers. */
export const TOKEN_SCOPES = ['read', 'money'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

export const TOKEN_SCOPE_LABELS: Record<TokenScope, string> = {
  read: 'Consultar',
  money: 'Movimentar dinheiro',
};

/** The days of a leap year, so that any year fits. */
export const MAX_TOKEN_DAYS = 366;

const SCOPES = 'Escolha consultar, ou consultar e movimentar dinheiro';
const EXPIRY = 'Data de validade inválida';

/** ISO 8601, or a day 'YYYY-MM-DD', which means its end in São Paulo. */
const expirySchema = z
  .string({ error: EXPIRY })
  .transform((text) => (isKnownDay(text) ? `${text}T23:59:59-03:00` : text))
  .pipe(momentSchema(EXPIRY))
  .transform((text) => new Date(Date.parse(text)));

const ceilingSchema = (mostCents: number) =>
  amountSchema.refine((cents) => cents <= mostCents, { error: `Deve ser no máximo ${formatBrl(mostCents)}` });

const CEILINGS = 'Só um token que movimenta dinheiro tem limites';

/**
 * The password is required from a person at a screen; a script sends it with the login. `perCall`, `perDay`: in cents; without
 * them the rules' own ceilings hold.
 */
export const createTokenSchema = z
  .object({
    name: textSchema(1, 60, 'Dê um nome ao token', 'Nome deve ter no máximo 60 caracteres'),
    scopes: listSchema(z.enum(TOKEN_SCOPES, { error: SCOPES }), TOKEN_SCOPES.length, {
      error: SCOPES,
      tooMany: SCOPES,
    }).refine((scopes) => scopes.includes('read'), { error: SCOPES }),
    expiresAt: expirySchema,
    perCall: ceilingSchema(TOKEN_CEILING_CENTS.perCall).optional(),
    perDay: ceilingSchema(TOKEN_CEILING_CENTS.perDay).optional(),
    password: currentPasswordSchema.optional(),
  })
  .refine(({ scopes, perCall }) => perCall === undefined || scopes.includes('money'), {
    error: CEILINGS,
    path: ['perCall'],
  })
  .refine(({ scopes, perDay }) => perDay === undefined || scopes.includes('money'), {
    error: CEILINGS,
    path: ['perDay'],
  });
export type CreateTokenInput = z.output<typeof createTokenSchema>;

const DAY_MS = 24 * 3_600_000;

/** Null if valid. */
export function expiryProblem(expiresAt: Date, now: Date): string | null {
  if (expiresAt <= now) return 'A validade deve estar no futuro';
  return expiresAt.getTime() - now.getTime() > MAX_TOKEN_DAYS * DAY_MS
    ? 'A validade é de no máximo um ano'
    : null;
}
