import { expect, test } from 'vitest';
import { auditExportSchema, auditListSchema, auditWordsMatching } from './list.ts';
import { AUDIT_ACTION_LABELS } from './words.ts';

test('audit actions and entity types are found by name or label, ignoring case and accents', () => {
  expect(auditWordsMatching('USUARIO').actions).toContain('create_user');
  expect(auditWordsMatching('criar us')).toEqual({ actions: ['create_user'], entityTypes: [] });
  expect(auditWordsMatching('ate_inv').actions).toEqual(['create_investment']);
  expect(auditWordsMatching('conta').entityTypes).toContain('account');
  expect(auditWordsMatching('ninguém')).toEqual({ actions: [], entityTypes: [] });
});

test.each(['create user', 'Create', '1login', 'login1', ' login', '', 'x'.repeat(65), 5])(
  'the audit log cannot be filtered by the action or type %j',
  (word) => {
    const messages = auditListSchema
      .safeParse({ action: word, entityType: word })
      .error?.issues.map(({ message }) => message);
    expect(messages).toEqual(['Ação inválida', 'Tipo inválido']);
  },
);

test('an exported audit log has the filters of the list, and neither pages nor an order', () => {
  const filters = { q: 'ana', action: 'login', entityType: 'user', userId: 'u1', from: '2026-01-01' };
  const page = { sort: '-createdAt', cursor: 'x', limit: 5 };
  expect(auditListSchema.parse({ ...filters, ...page })).toEqual({ ...filters, ...page });
  expect(auditExportSchema.parse({ ...filters, ...page })).toEqual(filters);
});

test('every audit action is a verb and a noun with its own Portuguese label', () => {
  // Names that the API fixes.
  const given = ['login', 'logout', 'transfer', 'manual_adjustment'];
  const words = Object.keys(AUDIT_ACTION_LABELS);
  for (const word of words.filter((one) => !given.includes(one))) expect(word).toMatch(/^[a-z]+(_[a-z]+)+$/);
  const labels = Object.values(AUDIT_ACTION_LABELS);
  expect(new Set(labels).size).toBe(labels.length);
  for (const label of labels) expect(label).toMatch(/^[A-ZÀ-Ú]/);
});
