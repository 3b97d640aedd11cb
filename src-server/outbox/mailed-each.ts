import type { MessageKind } from './catalogue.ts';

/** A receiver gets each of these by e-mail; of every other kind REPEATED_MAIL_LIMITS an hour. Notifications have no limit. */
const MAILED_EACH: ReadonlySet<MessageKind> = new Set<MessageKind>([
  // Codes and links, and what each request or sign-up causes once: those are counted.
  ...(['contact_code', 'contact_code_sms', 'contract_code', 'contract_signed', 'email_confirm'] as const),
  ...([
    'email_change_asked',
    'email_changed',
    'email_left',
    'email_change_undone',
    'recovery',
    'recovery_elsewhere',
  ] as const),
  ...(['two_factor_enabled', 'two_factor_undone', 'two_factor_ended', 'welcome', 'account_closed'] as const),
  ...(['payment_code', 'test', 'clock_ahead'] as const),
  ...(['factors_end_asked', 'factors_kept', 'factors_ended'] as const),
  // Gathered into one e-mail.
  ...(['transfer_received', 'pix_received', 'many_received'] as const),
  // What administrators did, and what the law requires.
  ...(['account_adjusted', 'transaction_reversed', 'account_frozen', 'account_unfrozen'] as const),
  ...(['document_free_asked', 'document_kept', 'document_freed'] as const),
  ...(['user_activated', 'user_deactivated', 'email_corrected', 'email_corrected_here'] as const),
  ...(['credit_approved', 'credit_rejected', 'credit_reviewed', 'credit_paid_out', 'credit_lapsed'] as const),
  ...(['instalment_due_soon', 'instalment_overdue', 'instalments_overdue', 'credit_collection'] as const),
  ...(['credit_defaulted', 'credit_negativated', 'customer_defaulted'] as const),
]);

/**
 * Their links undo one payment, or they tell what weakens an account or where its money goes: harmless ones of the same kind must not
 * use up their letters. What causes them is counted (PIX keys: 60 made and 200 deleted a day); an address that nobody has confirmed may
 * be a stranger's.
 */
const MAILED_EACH_IF_CONFIRMED: ReadonlySet<MessageKind> = new Set<MessageKind>([
  'payment_waiting',
  'payment_in_review',
  'limit_changed',
  'protection_changed',
  'payee_trusted',
  'device_registered',
  'key_made',
  'key_deleted',
]);

/** `isConfirmed`: the receiver's address. */
export const isMailedEach = (kind: MessageKind, isConfirmed: boolean): boolean =>
  MAILED_EACH.has(kind) || (isConfirmed && MAILED_EACH_IF_CONFIRMED.has(kind));
