import { describe, expect, it } from 'vitest';
import { loginSchema } from './login.ts';
import {
  addressStep,
  birthDateProblem,
  confirmationStep,
  credentialsStep,
  isAdult,
  personalStep,
  professionalStep,
  registerSchema,
} from './register.ts';

const person = {
  fullName: 'Ana Beatriz Moreira',
  cpf: '529.982.247-25',
  rg: '28.614.907-5',
  phone: '(11) 98745-2031',
  birthDate: '1991-04-17',
  street: 'Rua Marechal Deodoro',
  number: '1240',
  neighborhood: 'Centro',
  city: 'São Bernardo do Campo',
  state: 'sp',
  zipCode: '09710-001',
  monthlyIncome: '7800.00',
  occupation: 'Designer',
  username: 'Ana.Moreira',
  email: ' Ana@Correio.Example ',
  password: 'vale-demo-2026',
  acceptedTerms: true,
};
const { cpf: _cpf, rg: _rg, ...shared } = person;
const company = { ...shared, cnpj: '12.abc.345/01de-35' };

function problems(input: unknown): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of registerSchema.safeParse(input).error?.issues ?? [])
    fields[path.join('.')] ??= message;
  return fields;
}

describe('registration', () => {
  it('a registration is accepted with masks and stored without them', () => {
    expect(registerSchema.parse(person)).toMatchObject({
      cpf: '52998224725',
      phone: '11987452031',
      zipCode: '09710001',
      state: 'SP',
      monthlyIncome: 780_000,
      username: 'ana.moreira',
      email: 'ana@correio.example',
    });
  });

  it('an RG of five characters is the shortest', () => {
    expect(problems({ ...person, rg: '12345' })).toEqual({});
    expect(problems({ ...person, rg: '1234' })).toEqual({ rg: 'RG/CNH é obrigatório' });
  });

  it.each([
    [{ cpf: '' }, 'CPF é obrigatório'],
    [{ cpf: undefined }, 'CPF ou CNPJ é obrigatório'],
  ])('a registration with %j is refused: %s', (changes, message) => {
    expect(problems({ ...person, ...changes })).toEqual({ cpf: message });
  });

  it('a birth date of one character is wrong, not missing', () => {
    const { error } = registerSchema.safeParse({ ...person, birthDate: '1' });
    expect(error?.issues.map(({ message }) => message)).toEqual(['Data inválida']);
  });

  it('a registration that is no object is refused with one message', () => {
    for (const sent of ['x', null, 5]) expect(registerSchema.safeParse(sent).error?.issues).toHaveLength(1);
  });

  it('the registration of a company has a CNPJ instead of CPF and RG', () => {
    expect(registerSchema.parse(company)).toMatchObject({ cnpj: '12ABC34501DE35' });
    expect(registerSchema.parse({ ...company, cpf: '', rg: '' }).cnpj).toBe('12ABC34501DE35');
  });

  it.each([
    ['fullName', 'A', 'Nome deve ter no mínimo 2 caracteres'],
    ['fullName', 'A'.repeat(121), 'Deve ter no máximo 120 caracteres'],
    ['cpf', '529.982.247-26', 'CPF inválido'],
    ['cpf', '111.111.111-11', 'CPF inválido'],
    ['cpf', 52998224725, 'CPF inválido'],
    ['cpf', '', 'CPF é obrigatório'],
    ['rg', '1234', 'RG/CNH é obrigatório'],
    ['rg', '   ', 'RG/CNH é obrigatório'],
    ['phone', '119874520', 'Telefone inválido'],
    ['birthDate', '', 'Data é obrigatória'],
    ['birthDate', '1991-02-29', 'Data inválida'],
    ['birthDate', '17/04/1991', 'Data inválida'],
    ['street', 'R.', 'Rua é obrigatória'],
    ['number', ' ', 'Número é obrigatório'],
    ['neighborhood', 'C', 'Bairro é obrigatório'],
    ['city', 'S', 'Cidade é obrigatória'],
    ['state', 'XX', 'Estado deve ter 2 letras (UF)'],
    ['state', 'São Paulo', 'Estado deve ter 2 letras (UF)'],
    ['zipCode', '0971000', 'CEP inválido'],
    ['monthlyIncome', '1.234,56', 'Valor inválido'],
    ['monthlyIncome', '0', 'Valor deve ser maior que zero'],
    ['occupation', 'D', 'Profissão ou ramo de atividade é obrigatório'],
    ['monthlyIncome', '', 'Renda ou faturamento mensal é obrigatório'],
    ['monthlyIncome', true, 'Valor inválido'],
    ['username', 'an', 'Nome de usuário deve ter no mínimo 3 caracteres'],
    ['email', 'ana@', 'E-mail inválido'],
    ['email', `${'a'.repeat(250)}@b.br`, 'E-mail inválido'],
    ['password', '1234567', 'Senha deve ter no mínimo 8 caracteres'],
    ['password', 'x'.repeat(129), 'Senha deve ter no máximo 128 caracteres'],
    ['acceptedTerms', false, 'Você deve aceitar os Termos de Uso'],
    ['acceptedTerms', 'true', 'Você deve aceitar os Termos de Uso'],
  ])('a registration with the %s $1 gets only the message $2', (field, value, message) => {
    expect(problems({ ...person, [field]: value })).toEqual({ [field]: message });
    expect(Object.keys(problems({ ...person, [field]: undefined }))).toEqual([field]);
  });

  it('a registration with a wrong CNPJ, none, or both documents is refused', () => {
    expect(problems({ ...company, cnpj: '12.ABC.345/01DE-36' })).toEqual({ cnpj: 'CNPJ inválido' });
    expect(problems({ ...company, cnpj: '' })).toEqual({ cnpj: 'CNPJ é obrigatório' });
    expect(problems({ ...person, cnpj: company.cnpj })).toEqual({
      cnpj: 'Informe o CPF ou o CNPJ, não os dois',
    });
  });

  it('an empty registration reports every required field at once', () => {
    expect(Object.keys(problems({})).sort()).toEqual(Object.keys(person).sort());
  });

  it('a registration needs no complement and drops unknown fields', () => {
    const read = registerSchema.parse({ ...person, complement: '  ', role: 'admin', isActive: false });
    expect(read.complement).toBeUndefined();
    expect(read).not.toHaveProperty('role');
    expect(read).not.toHaveProperty('isActive');
  });

  it('control characters in a registration name are removed', () => {
    expect(registerSchema.parse({ ...person, fullName: 'Ana\r\nBcc: x\u202e' }).fullName).toBe('Ana Bcc: x');
  });

  it('the registration steps together ask for every field of the registration', () => {
    const steps = [
      personalStep('person'),
      addressStep,
      professionalStep('person'),
      credentialsStep,
      confirmationStep,
    ];
    expect(steps.flatMap((step) => Object.keys(step.shape)).sort()).toEqual(
      Object.keys(registerSchema.shape).sort(),
    );
    for (const step of steps) expect(step.safeParse(person).success).toBe(true);
  });
});

describe('day of birth', () => {
  it('a person is an adult from the eighteenth birthday on', () => {
    expect(isAdult('2008-03-10', '2026-03-10')).toBe(true);
    expect(isAdult('2008-03-11', '2026-03-10')).toBe(false);
  });

  it('a person must be 18, a company need not, and neither date may be in the future', () => {
    expect(birthDateProblem('2008-03-11', '2026-03-10', false)).toBe('É preciso ter 18 anos ou mais');
    expect(birthDateProblem('2008-03-11', '2026-03-10', true)).toBeNull();
    expect(birthDateProblem('2026-03-11', '2026-03-10', true)).toBe('Data não pode estar no futuro');
  });
});

describe('login', () => {
  it('a login needs document and password', () => {
    const messages = (input: unknown) =>
      loginSchema.safeParse(input).error?.issues.map((issue) => issue.message);
    expect(messages({})).toEqual(['CPF ou CNPJ é obrigatório', 'Senha é obrigatória']);
    expect(messages({ document: '1234567890', password: '' })).toEqual([
      'CPF ou CNPJ é obrigatório',
      'Senha é obrigatória',
    ]);
    expect(messages({ document: '529.982.247-25', password: 'x'.repeat(129) })).toHaveLength(1);
    expect(loginSchema.safeParse({ document: '12.ABC.345/01DE-35', password: ' ' }).success).toBe(true);
  });
});
