import { z } from 'zod';
import { amountSchema } from '#domain/amount';
import { MAX_AMOUNT_CENTS, toDecimal } from '#domain/money';
import { creditParametersSchema, DEFAULT_CREDIT_PARAMETERS } from './credit/parameters.ts';
import type { CreditParameters } from './credit/terms.ts';

export type SettingValues = {
  requireAdminTwoFactor: boolean;
  /** Decimal text: the most that one adjustment moves, and that one approval lends. */
  maxAdjustment: string;
  maxApproval: string;
  notifyNewClients: boolean;
  notifyCreditProposals: boolean;
  notifyLatePayments: boolean;
  creditParameters: CreditParameters;
};
export type SettingName = keyof SettingValues;

const decimalSchema = amountSchema.transform(toDecimal);

export const SETTINGS: {
  [Name in SettingName]: {
    schema: z.ZodType<SettingValues[Name]>;
    default: SettingValues[Name];
    inProduction?: SettingValues[Name];
  };
} = {
  requireAdminTwoFactor: { schema: z.boolean(), default: false, inProduction: true },
  maxAdjustment: { schema: decimalSchema, default: toDecimal(MAX_AMOUNT_CENTS), inProduction: '100000.00' },
  maxApproval: { schema: decimalSchema, default: toDecimal(MAX_AMOUNT_CENTS), inProduction: '1000000.00' },
  notifyNewClients: { schema: z.boolean(), default: true },
  notifyCreditProposals: { schema: z.boolean(), default: true },
  notifyLatePayments: { schema: z.boolean(), default: true },
  creditParameters: { schema: creditParametersSchema, default: DEFAULT_CREDIT_PARAMETERS },
};

/** In display order. */
export const SWITCH_NAMES = [
  'requireAdminTwoFactor',
  'notifyNewClients',
  'notifyCreditProposals',
  'notifyLatePayments',
] as const satisfies SettingName[];
export type SwitchName = (typeof SWITCH_NAMES)[number];

export const MAXIMUM_NAMES = ['maxAdjustment', 'maxApproval'] as const satisfies SettingName[];
export type MaximumName = (typeof MAXIMUM_NAMES)[number];

export type StricterInProduction = 'requireAdminTwoFactor' | MaximumName;

export function defaultOf<Name extends SettingName>(
  name: Name,
  { isProduction }: { isProduction: boolean },
): SettingValues[Name] {
  const { default: everywhere, inProduction = everywhere } = SETTINGS[name];
  return isProduction ? inProduction : everywhere;
}

export const maximumSchema = z.object({ name: z.enum(MAXIMUM_NAMES), value: decimalSchema });

export const updateSettingSchema = z.discriminatedUnion(
  'name',
  [
    z.object({
      name: z.enum(SWITCH_NAMES),
      value: z.boolean({ error: 'O valor deve ser verdadeiro ou falso' }),
    }),
    maximumSchema,
  ],
  { error: 'Configuração desconhecida' },
);
export type UpdateSettingInput = z.output<typeof updateSettingSchema>;
