import { describe, expect, test } from 'vitest';
import {
  EMPTY_VALUES,
  fieldLabel,
  fieldsOf,
  firstProblem,
  registration,
  STEPS,
  stepAt,
  stepTitle,
} from './register-steps.ts';

describe('steps of the registration', () => {
  test('the five registration steps ask for every field exactly once', () => {
    const asked = STEPS.flatMap(({ fields }) => [...fields]);
    expect(STEPS).toHaveLength(5);
    expect([...asked].sort()).toEqual(Object.keys(EMPTY_VALUES).sort());
  });

  test('the first registration step asks a person for CPF and RG/CNH, a company for CNPJ', () => {
    expect(fieldsOf(0, 'person')).toEqual(['fullName', 'cpf', 'rg', 'birthDate', 'phone']);
    expect(fieldsOf(0, 'company')).toEqual(['fullName', 'cnpj', 'birthDate', 'phone']);
  });

  test('field labels differ for a person and a company', () => {
    expect(fieldLabel('fullName', 'person')).toBe('Nome completo');
    expect(fieldLabel('fullName', 'company')).toBe('Razão social');
    expect(fieldLabel('birthDate', 'company')).toBe('Data de abertura');
    expect(fieldLabel('monthlyIncome', 'company')).toBe('Faturamento mensal');
    expect(fieldLabel('street', 'company')).toBe('Rua');
  });

  test('a company sees step titles of its own instead of personal and professional data', () => {
    const titles = (kind: 'person' | 'company') => STEPS.map((_, at) => stepTitle(stepAt(at), kind));
    expect(titles('person')).toEqual(STEPS.map(({ title }) => title));
    expect(titles('company')).toEqual([
      'Dados da empresa',
      'Endereço',
      'Atividade e faturamento',
      'Credenciais',
      'Confirmação',
    ]);
  });

  test('an invalid step number means the first step', () => {
    expect([-1, 0, 2, 4, 5, 1.5, Number.NaN].map(stepAt)).toEqual([0, 0, 2, 4, 0, 0, 0]);
  });
});

describe('the first problem the server names', () => {
  test('of several problems named by the server, the first on the screen is shown', () => {
    expect(firstProblem({ email: 'x', street: 'y', city: 'z' }, 'person')).toEqual({
      step: 1,
      field: 'street',
    });
  });

  test('a problem with a field that this holder is not asked for is ignored', () => {
    expect(firstProblem({ cnpj: 'x', role: 'y' }, 'person')).toBeNull();
    expect(firstProblem({}, 'company')).toBeNull();
  });
});

describe('what is sent', () => {
  const values = { ...EMPTY_VALUES, cpf: '525.131.277-65', cnpj: '12.ABC.345/01DE-35', rg: '28.553.112-4' };

  test('a company sends its CNPJ and neither CPF nor RG that were typed before the choice', () => {
    const sent = registration(values, 'company');
    expect(sent).toMatchObject({ cnpj: '12.ABC.345/01DE-35', password: '' });
    expect(sent).not.toHaveProperty('cpf');
    expect(sent).not.toHaveProperty('rg');
  });

  test('a person sends no CNPJ, and no empty complement', () => {
    const sent = registration({ ...values, complement: '  ' }, 'person');
    expect(sent).not.toHaveProperty('cnpj');
    expect(sent).not.toHaveProperty('complement');
    expect(registration({ ...values, complement: 'Apto 12' }, 'person')).toHaveProperty(
      'complement',
      'Apto 12',
    );
  });
});
