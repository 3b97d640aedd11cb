/** What the audit log records, `<verb>_<noun>`, with the Portuguese label of each (section 3 of the specification). */
export const AUDIT_ACTION_LABELS = {
  login: 'Login',
  logout: 'Logout',
  create_user: 'Criar Usuário',
  update_user: 'Atualizar Usuário',
  delete_user: 'Excluir Usuário',
  create_account: 'Criar Conta',
  transfer: 'Transferência',
  approve_credit: 'Aprovar Crédito',
  reject_credit: 'Rejeitar Crédito',
  create_investment: 'Criar Investimento',
  sign_contract: 'Assinar Contrato',
  manual_adjustment: 'Ajuste Manual',
  reverse_transaction: 'Estornar Transação',
  enable_two_factor: 'Ativar Dois Fatores',
  disable_two_factor: 'Desativar Dois Fatores',
  block_two_factor: 'Bloquear Dois Fatores',
  use_backup_code: 'Usar Código de Backup',
  regenerate_backup_codes: 'Gerar Códigos de Backup',
  rotate_keys: 'Trocar Chaves',
  register_document: 'Registrar Documento',
  view_user: 'Consultar Cadastro',
  deactivate_user: 'Desativar Usuário',
  activate_user: 'Reativar Usuário',
  freeze_account: 'Bloquear Conta',
  unfreeze_account: 'Desbloquear Conta',
  create_contact: 'Registrar Contato',
  export_audit: 'Exportar Auditoria',
  decide_consent: 'Decidir Consentimento',
} as const;
export type AuditAction = keyof typeof AUDIT_ACTION_LABELS;

/** What an audit row is about, with the Portuguese label of each. */
export const AUDIT_ENTITY_LABELS = {
  session: 'Sessão',
  credit_proposal: 'Proposta de crédito',
  investment: 'Investimento',
  transaction: 'Transação',
  user: 'Usuário',
  account: 'Conta',
  contract: 'Contrato',
  document: 'Documento',
  contact: 'Contato',
  audit_log: 'Auditoria',
  consent: 'Consentimento',
} as const;
export type AuditEntity = keyof typeof AUDIT_ENTITY_LABELS;
