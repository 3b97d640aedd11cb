import { type Attack, audited, ZEROS } from './attack-scene.ts';

/** Refused by both engines. */
export const attacksOnAudit: Attack[] = [
  ['an audit row with a wrong number', (engine) => audited(engine, 3, 'hash-3', 'hash-1'), 'audit.chain'],
  ['an audit row with another previous hash', (engine) => audited(engine, 2, 'hash-2', ZEROS), 'audit.chain'],
  ['a second audit row number 1', (engine) => audited(engine, 1, 'hash-x', ZEROS), 'audit.chain'],
  ['the audit’s head set back', () => `UPDATE audit_head SET seq = 0, hash = '${ZEROS}'`, 'audit.chain'],
  [
    'the audit’s head ahead of its rows',
    () => "UPDATE audit_head SET seq = 2, hash = 'hash-2'",
    'audit.chain',
  ],
  [
    'the audit’s head with another hash',
    (engine) => `${audited(engine, 2, 'hash-2', 'hash-1')} UPDATE audit_head SET seq = 2, hash = 'other'`,
    'audit.chain',
  ],
  [
    'a further audit row that does not follow the one before it',
    (engine) => `${audited(engine, 2, 'hash-2', 'hash-1')} ${audited(engine, 3, 'hash-3', 'hash-1')}`,
    'audit.chain',
  ],
  [
    'a gap between two new audit rows',
    (engine) => `${audited(engine, 2, 'hash-2', 'hash-1')} ${audited(engine, 4, 'hash-4', 'hash-2')}`,
    'audit.chain',
  ],
  [
    'the audit’s head before the last of two new rows',
    (engine) =>
      `${audited(engine, 2, 'hash-2', 'hash-1')} ${audited(engine, 3, 'hash-3', 'hash-2')}
       UPDATE audit_head SET seq = 2, hash = 'hash-2'`,
    'audit.chain',
  ],
  ['the audit’s head deleted', () => 'DELETE FROM audit_head', 'audit.append_only'],
  ['a second audit head', () => "INSERT INTO audit_head (id, seq, hash) VALUES (2, 0, 'x')", 'audit.chain'],
];
