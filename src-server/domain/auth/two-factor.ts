import { z } from 'zod';
import { linkTokenSchema } from '#domain/auth/link';
import { idSchema } from '#domain/page';
import { parsedBy } from '#domain/parsed';

/** RFC 6238. */
export const TOTP = { digits: 6, periodSeconds: 30 };

/** No look-alikes (0/O, 1/I/L). 16 symbols out of 31 are 79 bits. */
export const BACKUP_CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const BACKUP_CODE_LENGTH = 16;

/** Backup codes come without dashes. */
export type TwoFactorCode = { kind: 'app' | 'backup'; code: string };

/** RFC 6238, 4.2. */
export const totpStepOf = (moment: Date): number => Math.floor(moment.getTime() / 1000 / TOTP.periodSeconds);

/** Accepted steps: the current one and one on either side for clock skew (RFC 6238, 5.2). */
export function totpStepsAt(moment: Date): number[] {
  const step = totpStepOf(moment);
  return [step - 1, step, step + 1];
}

export const formatBackupCode = (symbols: string): string => symbols.replace(/(.{4})(?!$)/g, '$1-');

/** Null if malformed; look-alikes pass, since they are wrong rather than malformed. */
export function parseBackupCode(typed: string): string | null {
  const symbols = typed.toUpperCase().replace(/[\s-]/g, '');
  return symbols.length === BACKUP_CODE_LENGTH && /^[A-Z0-9]*$/.test(symbols) ? symbols : null;
}

/** Null if malformed. */
export function parseAppCode(typed: string): string | null {
  const digits = typed.replace(/\s/g, '');
  return digits.length === TOTP.digits && /^\d*$/.test(digits) ? digits : null;
}

const APP_CODE_MESSAGE = 'O código do aplicativo tem 6 dígitos';
const BACKUP_CODE_MESSAGE = 'O código de backup tem quatro grupos de quatro caracteres';
const ANY_CODE_MESSAGE = 'Informe os 6 dígitos do aplicativo ou um código de backup';

const typedText = (message: string) => z.string({ error: message }).max(64, { error: message });

const parsed = <T>(parse: (typed: string) => T | null, message: string) =>
  typedText(message).transform(parsedBy(parse, message));

function parseAnyCode(typed: string): TwoFactorCode | null {
  const app = parseAppCode(typed);
  if (app !== null) return { kind: 'app', code: app };
  const backup = parseBackupCode(typed);
  return backup === null ? null : { kind: 'backup', code: backup };
}

export const verifyTwoFactorSchema = z.object({ token: parsed(parseAppCode, APP_CODE_MESSAGE) });
export type VerifyTwoFactorInput = z.output<typeof verifyTwoFactorSchema>;

export const anyTwoFactorCodeSchema = parsed(parseAnyCode, ANY_CODE_MESSAGE);

export const proveTwoFactorSchema = z.object({ token: anyTwoFactorCodeSchema });
export type ProveTwoFactorInput = z.output<typeof proveTwoFactorSchema>;

export const undoTwoFactorSchema = z.object({ token: linkTokenSchema });
export type UndoTwoFactorInput = z.output<typeof undoTwoFactorSchema>;

export const validateTwoFactorSchema = z
  .object({
    userId: idSchema,
    token: typedText(APP_CODE_MESSAGE),
    isBackup: z.boolean({ error: 'Diga se é um código de backup' }).default(false),
  })
  .transform(({ userId, token, isBackup }, context) => {
    const code = isBackup ? parseBackupCode(token) : parseAppCode(token);
    if (code !== null) {
      const given: TwoFactorCode = { kind: isBackup ? 'backup' : 'app', code };
      return { userId, given };
    }
    const message = isBackup ? BACKUP_CODE_MESSAGE : APP_CODE_MESSAGE;
    context.addIssue({ code: 'custom', path: ['token'], message });
    return z.NEVER;
  });
export type ValidateTwoFactorInput = z.output<typeof validateTwoFactorSchema>;
