import { expect, test } from 'vitest';
import { isAnotherPayee } from './payee.ts';

const PADARIA = { name: 'Padaria do Vale Ltda', document: '31.415.926/0001-71' };

test.each([
  ['the same document', PADARIA, false],
  ['a mask of the same document', { ...PADARIA, document: '31.***.926/0001-**' }, false],
  ['another document', { ...PADARIA, document: '14.142.135/0001-04' }, true],
  ['a mask of another one', { ...PADARIA, document: '***.444.777-**' }, true],
  ['no document and the same name', { name: 'PADARIA DO VALE LTDA.', document: null }, false],
  ['no document and another name', { name: 'Joana Prado', document: null }, true],
  ['neither', { name: null, document: null }, false],
])('whoever is paid with %s is another payee: %j %s', (_what, paid, isAnother) => {
  expect(isAnotherPayee(PADARIA, paid)).toBe(isAnother);
});
