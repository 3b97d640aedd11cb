import type { AuditAction, AuditEntity } from '#domain/audit/words';

/** Every action exactly once; a test checks it. */
const ACTIONS: Record<AuditEntity, readonly string[]> = {
  session: ['login', 'logout', 'prove_identity', 'end_session'],
  credit_proposal: [
    ...['create_credit', 'start_credit_analysis', 'upload_credit_analysis', 'ask_credit_review'],
    ...['answer_credit_review', 'approve_credit', 'reject_credit', 'pay_out_credit', 'default_credit'],
    ...['cure_credit', 'finish_credit', 'lapse_credit', 'send_collection_email', 'negativate_credit'],
  ],
  instalment: ['pay_instalment'],
  investment: ['create_investment', 'redeem_investment', 'mature_investment'],
  investment_product: ['create_product', 'update_product'],
  transaction: [
    ...['transfer', 'pix_transfer', 'pay_boleto', 'move_money', 'settle_order', 'fail_order'],
    ...[
      'cover_payment',
      'fail_covered_payment',
      'return_order',
      'receive_pix',
      'take_back_pix',
      'give_back_pix',
      'receive_pix_return',
      'manual_adjustment',
      'reverse_transaction',
    ],
    ...['reserve_payment', 'end_reservation', 'undo_payment', 'refuse_waiting_payment'],
    'review_payment',
    ...['hold_pix', 'release_held_pix', 'return_held_pix', 'pay_out_held_pix', 'keep_held_pix'],
  ],
  charge: ['create_charge', 'cancel_charge', 'end_charge'],
  user: [
    ...[
      'create_user',
      'update_user',
      'delete_user',
      'request_contact_code',
      'confirm_contact',
      'copy_personal_data',
    ],
    ...['change_password', 'request_recovery', 'reset_password', 'update_rating', 'enable_two_factor'],
    ...['disable_two_factor', 'block_two_factor', 'use_backup_code', 'regenerate_backup_codes'],
    ...[
      'rotate_keys',
      'view_user',
      'view_credit_analysis',
      'deactivate_user',
      'activate_user',
      'correct_email',
    ],
    ...['change_limit', 'cancel_limit_raise', 'change_protection', 'trust_recipient'],
    ...['freeze_by_owner', 'unfreeze_by_owner', 'unfreeze_for_owner'],
    ...['ask_factors_end', 'keep_factors'],
    ...['ask_document_free', 'keep_document', 'free_document'],
    'refuse_doubtful_payment',
  ],
  account: ['create_account', 'freeze_account', 'unfreeze_account'],
  contract: ['sign_contract', 'create_contract', 'request_contract_code', 'cancel_contract'],
  document: ['register_document'],
  access_token: ['create_token', 'revoke_token'],
  passkey: ['create_passkey', 'rename_passkey', 'remove_passkey', 'refuse_passkey'],
  device: ['register_device', 'prove_device', 'rename_device', 'end_device'],
  contact: ['create_contact', 'change_contact'],
  confirmation: ['request_payment_code', 'confirm_payment', 'refuse_confirmation'],
  audit_log: ['export_audit'],
  consent: ['decide_consent'],
  setting: ['update_setting', 'change_signals'],
  external_account: [
    ...['request_external_account', 'create_external_account', 'update_external_account'],
    ...['send_identity_document', 'create_pix_key', 'delete_pix_key'],
    ...['claim_pix_key', 'confirm_key_claim', 'refuse_key_claim', 'cancel_key_claim', 'follow_key_claim'],
  ],
  reconciliation: ['reconcile_ledger'],
  job: ['run_job'],
  clock: ['confirm_clock'],
  mail: ['retry_mail', 'discard_mail'],
  ledger: ['export_ledger'],
};

/** Entity type of each action. */
export const ENTITY_OF = Object.fromEntries(
  Object.entries(ACTIONS).flatMap(([entity, actions]) => actions.map((action) => [action, entity])),
) as Record<AuditAction, AuditEntity>;
