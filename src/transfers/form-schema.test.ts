import { describe, expect, it } from 'vitest';
import { chargeSchema, draftSchema } from './form-schema.ts';

/** Field → error message. */
function messages(schema: typeof draftSchema | typeof chargeSchema, values: object): Record<string, string> {
  const result = schema.safeParse(values);
  return Object.fromEntries(
    (result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );
}

describe('the forms of the transfers screen', () => {
  it('the empty transfer and charge forms show the messages of the specification', () => {
    const nothing = { amount: 'Valor deve ser maior que zero', description: 'Descrição é obrigatória' };
    expect(messages(chargeSchema, { amount: '', description: '' })).toEqual(nothing);
    expect(messages(draftSchema, { accountNumber: '', amount: '', description: 'ab' })).toEqual({
      ...nothing,
      accountNumber: 'Número da conta é obrigatório',
    });
  });

  it('the transfer form turns its inputs into a draft in cents and refuses a zero amount', () => {
    const draft = { accountNumber: '1234-5674', amount: '250.00', description: 'Aluguel' };
    expect(draftSchema.parse(draft)).toEqual({ ...draft, amount: 25_000 });
    expect(messages(draftSchema, { ...draft, amount: '0.00' })).toEqual({
      amount: 'Valor deve ser maior que zero',
    });
  });
});
