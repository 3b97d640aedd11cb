import type { SettingName } from '#domain/settings';

export const SETTING_LABELS: Record<SettingName, string> = {
  requireAdminTwoFactor: 'Exigir dois fatores de administradores',
  maxAdjustment: 'Limite de um ajuste manual',
  maxApproval: 'Limite de uma aprovação de crédito',
  notifyNewClients: 'Novos Clientes',
  notifyCreditProposals: 'Propostas de Crédito',
  notifyLatePayments: 'Pagamentos Atrasados',
  creditParameters: 'Parâmetros de Crédito',
};
