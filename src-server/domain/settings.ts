import { z } from 'zod';
import { creditParametersSchema, DEFAULT_CREDIT_PARAMETERS } from './credit/parameters.ts';
import type { CreditParameters } from './credit/terms.ts';

/** What administrators can set, by name. */
export type SettingValues = {
  /** Administrators enter with a second factor only. */
  requireAdminTwoFactor: boolean;
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

/** What a value must be, and what holds until somebody has set it. */
export const SETTINGS: {
  [Name in SettingName]: { schema: z.ZodType<SettingValues[Name]>; default: SettingValues[Name] };
} = {
  requireAdminTwoFactor: { schema: z.boolean(), default: false },
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

/** One switch and what it shall be. */
export const updateSettingSchema = z.object({
  name: z.enum(SWITCH_NAMES, { error: 'Configuração desconhecida' }),
  value: z.boolean({ error: 'O valor deve ser verdadeiro ou falso' }),
});
export type UpdateSettingInput = z.output<typeof updateSettingSchema>;
