import { formatCpf } from '../src-server/domain/tax-id.ts';

export type Person = {
  username: string;
  email: string;
  password: string;
  fullName: string;
  cpf: string;
  rg: string;
  phone: string;
  birthDate: string;
  street: string;
  number: string;
  neighborhood: string;
  city: string;
  state: string;
  zipCode: string;
  monthlyIncome: string;
  occupation: string;
};

const home = {
  street: 'Rua Marechal Deodoro',
  number: '1200',
  neighborhood: 'Centro',
  city: 'São Bernardo do Campo',
  state: 'SP',
  zipCode: '09710-001',
};

export const joana: Person = {
  ...home,
  username: 'joana.prado',
  email: 'joana.prado@exemplo.com.br',
  password: 'serra-do-mar-1988',
  fullName: 'Joana Prado',
  cpf: '525.131.277-65',
  rg: '28.553.112-4',
  phone: '(11) 98765-4321',
  birthDate: '1988-03-14',
  monthlyIncome: '7800.00',
  occupation: 'Arquiteta',
};

export const caio: Person = {
  ...home,
  username: 'caio.rezende',
  email: 'caio.rezende@exemplo.com.br',
  password: 'manaca-rosa-1991',
  fullName: 'Caio Rezende',
  cpf: '525.999.277-65',
  rg: '31.887.450-9',
  phone: '(11) 97654-3210',
  birthDate: '1991-11-02',
  number: '340',
  monthlyIncome: '5400.00',
  occupation: 'Professor',
};

const FIRST_NAMES = ['Marina', 'Otávio', 'Teresa', 'Rafael', 'Lígia', 'Heitor'];
const LAST_NAMES = ['Duarte', 'Salles', 'Bittencourt', 'Antunes', 'Moraes', 'Paiva'];
let people = 0;

export function newPerson(): Person {
  const number = people++;
  const lastName = LAST_NAMES[Math.floor(number / FIRST_NAMES.length) % LAST_NAMES.length];
  const fullName = `${FIRST_NAMES[number % FIRST_NAMES.length]} ${lastName}`;
  const cpf = cpfOf(700_000_000 + number * 1_117);
  return {
    ...joana,
    fullName,
    cpf: formatCpf(cpf),
    username: `pessoa.${cpf}`,
    email: `pessoa.${cpf}@exemplo.com.br`,
    phone: `(11) 9${cpf.slice(0, 4)}-${cpf.slice(7)}`,
  };
}

function cpfOf(nine: number): string {
  let digits = String(nine);
  while (digits.length < 11) {
    const weighted = [...digits].reduce(
      (sum, digit, at) => sum + Number(digit) * (digits.length + 1 - at),
      0,
    );
    digits += ((weighted * 10) % 11) % 10;
  }
  return digits;
}

export const ADMIN = {
  name: 'Rosa Tavares',
  email: 'rosa.tavares@valebank.example',
  cpf: '111.444.777-35',
  password: 'serra-da-mantiqueira-2026',
};

export const SECOND_ADMIN = {
  name: 'Davi Sampaio',
  email: 'davi.sampaio@valebank.example',
  cpf: '390.533.447-05',
  password: 'planalto-paulista-2026',
};

export const HELENA = { document: '111.444.777-35', password: 'vale-admin-2026' };
export const ANA = { document: '529.982.247-25', password: 'vale-demo-2026' };
export const BRUNO = { document: '314.159.265-90', password: 'vale-demo-2026' };
export const ELISA = { document: '141.421.356-51', password: 'vale-demo-2026' };
export const CARLA = { document: '271.828.182-05', password: 'vale-demo-2026' };
export const DIEGO = { document: '161.803.398-05', password: 'vale-demo-2026' };
export const COMPANY = { document: '12.ABC.345/01DE-35', password: 'vale-demo-2026' };
