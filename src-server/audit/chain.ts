import type { Tables } from '#db/schema';
import { canonicalJson } from '#domain/canonical-json';

/** A row of the audit log as it is kept. */
export type AuditRow = Tables['auditLog']['$inferSelect'];

/** What the first row follows; the migration makes the head with it. */
export const GENESIS_HASH = '0'.repeat(64);

/** What keys are derived for; a signature of anything else is none of an audit row. */
export const AUDIT_PURPOSE = 'audit';

/** What a row's keyed hash covers: every column but the hash itself and the id of its key, and the hash before it. */
export const signedContent = ({ hash: _hash, keyId: _keyId, ...columns }: AuditRow): string =>
  canonicalJson(columns);
