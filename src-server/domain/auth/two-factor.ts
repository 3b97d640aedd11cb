import { z } from 'zod';
import { linkTokenSchema } from '#domain/auth/link';
import { idSchema } from '#domain/page';

/** Codes of an authenticator app (RFC 6238): six digits, another every 30 seconds. */
export const TOTP = { digits: 6, periodSeconds: 30 };

/** No look-alikes: neither 0 and O, nor 1, I and L. 16 of these 31 are 79 bits. */
export const BACKUP_CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const BACKUP_CODE_LENGTH = 16;

/** What proves the second factor: a code of the app, or a backup code without its dashes. */
export type TwoFactorCode = { kind: 'app' | 'backup'; code: string };

/** The 30-second step in which a moment falls (RFC 6238, 4.2). */
export const totpStepOf = (moment: Date): number => Math.floor(moment.getTime() / 1000 / TOTP.periodSeconds);

/** The steps whose codes count at a moment: its own, and one on either side for clocks that differ (RFC 6238, 5.2). */
export function totpStepsAt(moment: Date): number[] {
  const step = totpStepOf(moment);
  return [step - 1, step, step + 1];
}

/** A backup code as people read it: XXXX-XXXX-XXXX-XXXX. */
export const formatBackupCode = (symbols: string): string => symbols.replace(/(.{4})(?!$)/g, '$1-');

/**
 * A backup code as typed (small letters, spaces, dashes or none) → its sixteen symbols; null when it has not the form of
 * one. A look-alike that no code has is let through: it is wrong, not malformed.
 */
export function parseBackupCode(typed: string): string | null {
  const symbols = typed.toUpperCase().replace(/[\s-]/g, '');
  return /^[A-Z0-9]{16}$/.test(symbols) ? symbols : null;
}

/** A code of the app as typed → its six digits; null when it has not the form of one. */
export function parseAppCode(typed: string): string | null {
  const digits = typed.replace(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}

const APP_CODE_MESSAGE = 'O código do aplicativo tem 6 dígitos';
const BACKUP_CODE_MESSAGE = 'O código de backup tem quatro grupos de quatro caracteres';
const ANY_CODE_MESSAGE = 'Informe os 6 dígitos do aplicativo ou um código de backup';

const typedText = (message: string) => z.string({ error: message }).max(64, { error: message });

/** Takes text by `parse`, or complains in the field it stands in. */
const parsed = <T>(parse: (typed: string) => T | null, message: string) =>
  typedText(message).transform((typed, context) => {
    const value = parse(typed);
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

function parseAnyCode(typed: string): TwoFactorCode | null {
  const app = parseAppCode(typed);
  if (app !== null) return { kind: 'app', code: app };
  const backup = parseBackupCode(typed);
  return backup === null ? null : { kind: 'backup', code: backup };
}

/** The code that confirms a new authenticator app. */
export const verifyTwoFactorSchema = z.object({ token: parsed(parseAppCode, APP_CODE_MESSAGE) });
export type VerifyTwoFactorInput = z.output<typeof verifyTwoFactorSchema>;

/** A code of the app, or a backup code, as typed. */
export const anyTwoFactorCodeSchema = parsed(parseAnyCode, ANY_CODE_MESSAGE);

/** The code that a signed-in person gives again: of the app, or a backup code. */
export const proveTwoFactorSchema = z.object({ token: anyTwoFactorCodeSchema });
export type ProveTwoFactorInput = z.output<typeof proveTwoFactorSchema>;

/** The token of a link that turns off a second factor that somebody else turned on (32 random bytes as base64url). */
export const undoTwoFactorSchema = z.object({ token: linkTokenSchema });
export type UndoTwoFactorInput = z.output<typeof undoTwoFactorSchema>;

/** The second half of a sign-in: whose it says it is, and a code of the app or, with `isBackup`, a backup code. */
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
