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

test('begins with the mark that spreadsheets need, and as many names as a row has cells', () => {
  expect(auditCsvHead().codePointAt(0)).toBe(0xfeff);
  expect(auditCsvHead().split(';')).toHaveLength(auditCsvRows([row]).split(';').length);
});

test('says day and time as the bank’s clock did, and what it means in Portuguese', () => {
  expect(auditCsvRows([row])).toBe(
    `7;10/03/2026;23:59:59;"Ana Moreira";"";"Login";"login";"Sessão";"";"";"198.51.100.4";"'=cmd";"r";"p";"h"\r\n`,
  );
  expect(auditCsvRows([{ ...row, action: 'later_word' }])).toContain('"later_word";"later_word"');
});
