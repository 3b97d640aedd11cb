import { expect, test } from 'vitest';
import { auditWordsMatching } from './list.ts';
import { AUDIT_ACTION_LABELS } from './words.ts';

test('audit actions and entity types are found by name or label, ignoring case and accents', () => {
  expect(auditWordsMatching('USUARIO').actions).toContain('create_user');
  expect(auditWordsMatching('criar us')).toEqual({ actions: ['create_user'], entityTypes: [] });
  expect(auditWordsMatching('ate_inv').actions).toEqual(['create_investment']);
  expect(auditWordsMatching('conta').entityTypes).toContain('account');
  expect(auditWordsMatching('ninguém')).toEqual({ actions: [], entityTypes: [] });
});

test('every audit action is a verb and a noun with its own Portuguese label', () => {
  // Part of the API.
  const given = ['login', 'logout', 'transfer', 'manual_adjustment'];
  const words = Object.keys(AUDIT_ACTION_LABELS);
  for (const word of words.filter((one) => !given.includes(one))) expect(word).toMatch(/^[a-z]+(_[a-z]+)+$/);
  const labels = Object.values(AUDIT_ACTION_LABELS);
  expect(new Set(labels).size).toBe(labels.length);
  for (const label of labels) expect(label).toMatch(/^[A-ZÀ-Ú]/);
});
