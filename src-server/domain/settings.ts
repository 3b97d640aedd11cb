import { z } from 'zod';
import { amountSchema } from '#domain/amount';
import { MAX_AMOUNT_CENTS, toDecimal } from '#domain/money';
import { creditParametersSchema, DEFAULT_CREDIT_PARAMETERS } from './credit/parameters.ts';
import type { CreditParameters } from './credit/terms.ts';

/** What administrators can set, by name. */
export type SettingValues = {
  /** Administrators enter with a second factor only. */
  requireAdminTwoFactor: boolean;
  /** The most that one manual adjustment may move, decimal text. */
  maxAdjustment: string;
  /** Administrators are told of each registration. */
  notifyNewClients: boolean;
  /** Administrators are told of each credit proposal. */
  notifyCreditProposals: boolean;
  /** Administrators are told each day of the instalments that are late since then, and of each credit that goes into default. */
  notifyLatePayments: boolean;
  /** What credit is priced with. */
  creditParameters: CreditParameters;
};
export type SettingName = keyof SettingValues;

/** An amount as it is kept: decimal text. */
const decimalSchema = amountSchema.transform(toDecimal);

/** What a value must be, and what holds until somebody has set it, in production perhaps something stricter. */
export const SETTINGS: {
  [Name in SettingName]: {
    schema: z.ZodType<SettingValues[Name]>;
    default: SettingValues[Name];
    inProduction?: SettingValues[Name];
  };
} = {
  requireAdminTwoFactor: { schema: z.boolean(), default: false, inProduction: true },
  maxAdjustment: { schema: decimalSchema, default: toDecimal(MAX_AMOUNT_CENTS), inProduction: '100000.00' },
  notifyNewClients: { schema: z.boolean(), default: true },
  notifyCreditProposals: { schema: z.boolean(), default: true },
  notifyLatePayments: { schema: z.boolean(), default: true },
  creditParameters: { schema: creditParametersSchema, default: DEFAULT_CREDIT_PARAMETERS },
};

/** The settings that are on or off, in the order in which they are shown. */
export const SWITCH_NAMES = [
  'requireAdminTwoFactor',
  'notifyNewClients',
  'notifyCreditProposals',
  'notifyLatePayments',
] as const satisfies SettingName[];
export type SwitchName = (typeof SWITCH_NAMES)[number];

/** The settings whose default is another one in production. */
export type StricterInProduction = 'requireAdminTwoFactor' | 'maxAdjustment';

/** What a setting is until somebody has set it. */
export function defaultOf<Name extends SettingName>(
  name: Name,
  { isProduction }: { isProduction: boolean },
): SettingValues[Name] {
  const { default: everywhere, inProduction = everywhere } = SETTINGS[name];
  return isProduction ? inProduction : everywhere;
}

/** The largest adjustment, as a form and a call send it. */
export const maxAdjustmentSchema = z.object({ name: z.literal('maxAdjustment'), value: decimalSchema });

/** One setting and what it shall be: a switch, or the largest adjustment. */
export const updateSettingSchema = z.discriminatedUnion(
  'name',
  [
    z.object({
      name: z.enum(SWITCH_NAMES),
      value: z.boolean({ error: 'O valor deve ser verdadeiro ou falso' }),
    }),
    maxAdjustmentSchema,
  ],
  { error: 'Configuração desconhecida' },
);
export type UpdateSettingInput = z.output<typeof updateSettingSchema>;
