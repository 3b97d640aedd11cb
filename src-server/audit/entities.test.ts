import { expect, test } from 'vitest';
import { AUDIT_ACTION_LABELS } from '#domain/audit/words';
import { ENTITY_OF } from './entities.ts';

test('every action of the audit log has the type of entity it concerns', () => {
  expect(Object.keys(ENTITY_OF).toSorted()).toEqual(Object.keys(AUDIT_ACTION_LABELS).toSorted());
});
