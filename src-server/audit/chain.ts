import type { Tables } from '#db/schema';
import { canonicalJson } from '#domain/canonical-json';

export type AuditRow = Tables['auditLog']['$inferSelect'];

export const GENESIS_HASH = '0'.repeat(64);

export const AUDIT_PURPOSE = 'audit';

/** What is signed: every column except the hash and its key's id. */
export const contentOf = (columns: Omit<AuditRow, 'hash' | 'keyId'>): string => canonicalJson(columns);

export const signedContent = ({ hash: _hash, keyId: _keyId, ...columns }: AuditRow): string =>
  contentOf(columns);
