import { expect, test } from 'vitest';
import { auditCsvHead, auditCsvRows } from './csv.ts';

const row = {
  seq: 7,
  id: 'r',
  userId: null,
  userName: 'Ana Moreira',
  action: 'login',
  entityType: 'session',
  entityId: null,
  changes: null,
  ipAddress: '198.51.100.4',
  userAgent: '=cmd',
  createdAt: new Date('2026-03-11T02:59:59.999Z'),
  previousHash: 'p',
  hash: 'h',
};

test('the audit CSV begins with a byte order mark and a header as wide as its rows', () => {
  expect(auditCsvHead().codePointAt(0)).toBe(0xfeff);
  expect(auditCsvHead().split(';')).toHaveLength(auditCsvRows([row]).split(';').length);
});

test('an audit CSV row has São Paulo time and Portuguese labels', () => {
  expect(auditCsvRows([row])).toBe(
    `7;10/03/2026;23:59:59;"Ana Moreira";"";"Login";"login";"Sessão";"";"";"198.51.100.4";"'=cmd";"r";"p";"h"\r\n`,
  );
  expect(auditCsvRows([{ ...row, action: 'later_word' }])).toContain('"later_word";"later_word"');
});

test('an audit CSV row leaves absent texts empty and keeps the others', () => {
  const known = {
    userId: 'u1',
    entityId: 'e1',
    changes: '{}',
    userName: null,
    ipAddress: null,
    userAgent: null,
  };
  expect(auditCsvRows([{ ...row, ...known }])).toContain(
    ';"";"u1";"Login";"login";"Sessão";"e1";"{}";"";"";"r";"p";"h"',
  );
});
