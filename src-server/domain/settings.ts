import { z } from 'zod';

/** What administrators can set, by name. */
export type SettingValues = {
  /** Administrators enter with a second factor only. */
  requireAdminTwoFactor: boolean;
  /** Administrators are told of each registration. */
  notifyNewClients: boolean;
  /** Administrators are told of each credit proposal. */
  notifyCreditProposals: boolean;
  /** Administrators are told of instalments that are late. */
  notifyLatePayments: boolean;
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
};

/** The names of all settings, as they are kept and asked for. */
export const SETTING_NAMES = Object.keys(SETTINGS) as [SettingName, ...SettingName[]];

/** One setting and what it shall be. */
export const updateSettingSchema = z.object({
  name: z.enum(SETTING_NAMES, { error: 'Configuração desconhecida' }),
  value: z.boolean({ error: 'O valor deve ser verdadeiro ou falso' }),
});
export type UpdateSettingInput = z.output<typeof updateSettingSchema>;
