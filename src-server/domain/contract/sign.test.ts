import { expect, test } from 'vitest';
import { refusalsOf } from '#domain/testing/refusals';
import { signSchema } from './sign.ts';

test('a signing code is read with spaces and dashes, in any case', () => {
  for (const otpCode of ['2AB9XZ', ' 2ab-9xz ', '2a b9 xz', '2AB9XZ'.padStart(20)])
    expect(signSchema.parse({ id: 'c1', otpCode }).otpCode).toBe('2AB9XZ');
});

test.each(['2AB9X', '2AB9XZ2', '2AB9X0', '2AB9XI', '', '2AB9XZ'.padStart(21), undefined, 234_567])(
  'the malformed signing code %j is refused before it can count as a try',
  (otpCode) => {
    expect(refusalsOf(signSchema, { id: 'c1', otpCode })).toEqual({
      otpCode: 'Informe o código de 6 caracteres',
    });
  },
);
