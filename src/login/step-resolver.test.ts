import { describe, expect, test } from 'vitest';
import { EMPTY_VALUES, fieldsOf, type RegisterValues } from './register-steps.ts';
import { type FieldStep, stepProblems, stepResolver } from './step-resolver.ts';

const TODAY = '2026-11-21';
const STEPS: FieldStep[] = [0, 1, 2, 3];

const joana: RegisterValues = {
  fullName: 'Joana Prado',
  cpf: '525.131.277-65',
  cnpj: '',
  rg: '28.553.112-4',
  phone: '(11) 98765-4321',
  birthDate: '1988-03-14',
  zipCode: '09710-001',
  street: 'Rua Marechal Deodoro',
  number: '1200',
  complement: '',
  neighborhood: 'Centro',
  city: 'São Bernardo do Campo',
  state: 'SP',
  monthlyIncome: '7800.00',
  occupation: 'Arquiteta',
  username: 'joana.prado',
  email: 'joana.prado@exemplo.com.br',
  password: 'serra-do-mar-1988',
  acceptedTerms: false,
};
const oficina: RegisterValues = { ...joana, cpf: '', rg: '', cnpj: '12.ABC.345/01DE-35' };

describe('problems of a step', () => {
  test('a correctly filled registration step has no problems, for a person and for a company', () => {
    for (const step of STEPS) {
      expect(stepProblems(step, 'person', joana, TODAY)).toEqual({});
      expect(stepProblems(step, 'company', oficina, TODAY)).toEqual({});
    }
  });

  test('an empty registration step reports each of its required fields and no others', () => {
    for (const kind of ['person', 'company'] as const)
      for (const step of STEPS)
        expect(Object.keys(stepProblems(step, kind, EMPTY_VALUES, TODAY)).sort()).toEqual(
          fieldsOf(step, kind)
            .filter((field) => field !== 'complement')
            .sort(),
        );
  });

  test('empty registration fields get the messages of the specification', () => {
    expect(stepProblems(0, 'person', EMPTY_VALUES, TODAY)).toMatchObject({ rg: 'RG/CNH é obrigatório' });
    expect(stepProblems(1, 'person', EMPTY_VALUES, TODAY)).toMatchObject({
      state: 'Estado deve ter 2 letras (UF)',
    });
    expect(stepProblems(3, 'person', EMPTY_VALUES, TODAY)).toEqual({
      username: 'Nome de usuário deve ter no mínimo 3 caracteres',
      email: 'E-mail inválido',
      password: 'Senha deve ter no mínimo 8 caracteres',
    });
  });

  test('messages about an empty name, income or occupation use the label that a person or a company sees', () => {
    const empty = { ...EMPTY_VALUES, fullName: ' ' };
    expect([stepProblems(0, 'person', empty, TODAY), stepProblems(0, 'company', empty, TODAY)]).toMatchObject(
      [
        { fullName: 'Nome deve ter no mínimo 2 caracteres' },
        { fullName: 'Razão social deve ter no mínimo 2 caracteres' },
      ],
    );
    expect(stepProblems(2, 'person', empty, TODAY)).toEqual({
      occupation: 'Profissão é obrigatória',
      monthlyIncome: 'Renda mensal é obrigatória',
    });
    expect(stepProblems(2, 'company', empty, TODAY)).toEqual({
      occupation: 'Ramo de atividade é obrigatório',
      monthlyIncome: 'Faturamento mensal é obrigatório',
    });
  });

  test('values typed before switching between person and company are not checked', () => {
    expect(stepProblems(0, 'company', { ...oficina, cpf: '111', rg: '1' }, TODAY)).toEqual({});
    expect(stepProblems(0, 'person', { ...joana, cnpj: '12' }, TODAY)).toEqual({});
  });
});

describe('day of birth', () => {
  const born = (birthDate: string) => stepProblems(0, 'person', { ...joana, birthDate }, TODAY).birthDate;

  test('a person may register from the eighteenth birthday on', () => {
    expect(born('2008-11-21')).toBeUndefined();
    expect(born('2008-11-22')).toBe('É preciso ter 18 anos ou mais');
  });

  test("a company's opening day may be yesterday but not tomorrow", () => {
    const opened = (birthDate: string) => stepProblems(0, 'company', { ...oficina, birthDate }, TODAY);
    expect(opened('2026-11-20')).toEqual({});
    expect(opened('2026-11-22')).toHaveProperty('birthDate');
  });
});

test.each([
  ['senha123', 'Esta senha é muito comum: escolha outra'],
  ['joana.prado', 'Esta senha é muito comum: escolha outra'],
  ['serra-do-mar-1988', undefined],
])('the password "%s" gets the message "%s" before anything is sent', async (password, message) => {
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { errors } = await stepResolver(3, 'person')({ ...joana, password }, undefined, options);
  expect(errors.password?.message).toBe(message);
});
