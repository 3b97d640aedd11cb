import { expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

it.each([
  ['Ana Souza', 'AS'],
  ['Ana Maria de Souza', 'AM'],
  ['  ítalo  ', 'Í'],
  ['padaria são bento ltda', 'PS'],
  ['', ''],
])('the initials of "%s" are "%s"', (name, initials) => expect(initialsOf(name)).toBe(initials));
