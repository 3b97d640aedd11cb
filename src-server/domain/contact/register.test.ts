import { expect, test } from 'vitest';
import { refusalsOf } from '#domain/testing/refusals';
import { createContactSchema, MAX_NOTES_LENGTH } from './register.ts';

const CONTACT = { clientId: 'c1', contactType: 'cobranca', notes: 'Vai pagar', difficulty: 'facil' };
const refusals = (changes: object) => refusalsOf(createContactSchema, { ...CONTACT, ...changes });

test('a contact is unresolved and without an operation by default', () => {
  expect(createContactSchema.parse(CONTACT)).toMatchObject({ resolved: false, operationId: null });
  expect(createContactSchema.parse({ ...CONTACT, operationId: 'o1', resolved: true })).toMatchObject({
    operationId: 'o1',
    resolved: true,
  });
});

test("a contact's report has 1 to 4000 characters and keeps its lines", () => {
  expect(createContactSchema.parse({ ...CONTACT, notes: ' Ligou.\nPaga amanhã. ' }).notes).toBe(
    'Ligou.\nPaga amanhã.',
  );
  for (const notes of ['x', 'x'.repeat(4000)]) expect(refusals({ notes })).toEqual({});
  for (const notes of ['', ' \n ', undefined])
    expect(refusals({ notes })).toEqual({ notes: 'Por favor, preencha o relatório de contato' });
  expect(refusals({ notes: 'x'.repeat(MAX_NOTES_LENGTH + 1) })).toEqual({
    notes: 'Relatório deve ter no máximo 4000 caracteres',
  });
});

test("a contact's time must be valid and have a UTC offset", () => {
  expect(refusals({ contactDate: '2026-11-22T10:00:00-03:00' })).toEqual({});
  for (const contactDate of ['2026-11-22', 'ontem'])
    expect(refusals({ contactDate })).toEqual({ contactDate: 'Data do contato inválida' });
});
