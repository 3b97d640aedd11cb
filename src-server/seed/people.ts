import type { Actor } from '#server/kernel/context';

export type Customer = { user: Actor; accountId: string; accountNumber: string };
export type Customers = Record<PersonKey, Customer>;

export const DEMO_PASSWORD = 'vale-demo-2026';
export const DEMO_ADMIN = {
  cpf: '11144477735',
  fullName: 'Helena Prado Siqueira',
  email: 'helena.siqueira@valebank.example',
  password: 'vale-admin-2026',
};

export const DEMO_LOGINS = [
  { label: 'Cliente', document: '529.982.247-25', password: DEMO_PASSWORD },
  {
    label: 'Cliente com as regras de pagamento ligadas',
    document: '314.159.265-90',
    password: DEMO_PASSWORD,
  },
  { label: 'Empresa', document: '12.ABC.345/01DE-35', password: DEMO_PASSWORD },
  { label: 'Administração', document: '111.444.777-35', password: DEMO_ADMIN.password },
];

const address = (
  street: string,
  number: string,
  neighborhood: string,
  zipCode: string,
  complement?: string,
) => ({
  street,
  number,
  neighborhood,
  zipCode,
  city: 'São Bernardo do Campo',
  state: 'SP',
  ...(complement && { complement }),
});

export type DemoPerson = Record<Given, string> &
  Partial<Record<'cpf' | 'cnpj' | 'rg' | 'complement', string>>;
type Given =
  | ('fullName' | 'username' | 'birthDate' | 'phone' | 'occupation' | 'monthlyIncome')
  | ('street' | 'number' | 'neighborhood' | 'zipCode' | 'city' | 'state');

/** Fictitious people; CPFs and CNPJs have valid check digits. */
const people = {
  ana: {
    fullName: 'Ana Beatriz Moreira',
    username: 'ana.moreira',
    cpf: '52998224725',
    rg: '28.614.907-5',
    birthDate: '1991-04-17',
    phone: '11987452031',
    ...address('Rua Marechal Deodoro', '1240', 'Centro', '09710001', 'Apto 72'),
    occupation: 'Designer de produto',
    monthlyIncome: '7800.00',
  },
  vale: {
    fullName: 'Vale do Tingui Tecnologia Ltda.',
    username: 'valedotingui',
    cnpj: '12ABC34501DE35',
    birthDate: '2006-08-09',
    phone: '1143305588',
    ...address('Avenida Kennedy', '700', 'Jardim do Mar', '09726253', 'Sala 1104'),
    occupation: 'Desenvolvimento de software',
    monthlyIncome: '92000.00',
  },
  bruno: {
    fullName: 'Bruno Carvalho Nogueira',
    username: 'bruno.nogueira',
    cpf: '31415926590',
    rg: '33.902.118-7',
    birthDate: '1988-11-02',
    phone: '11976120944',
    ...address('Rua Jurubatuba', '845', 'Centro', '09725000'),
    occupation: 'Analista de sistemas',
    monthlyIncome: '9400.00',
  },
  carla: {
    fullName: 'Carla Regina Tavares',
    username: 'carla.tavares',
    cpf: '27182818205',
    rg: '19.447.360-2',
    birthDate: '1979-06-25',
    phone: '11991830567',
    ...address('Rua Frei Gaspar', '312', 'Nova Petrópolis', '09770000', 'Casa 2'),
    occupation: 'Psicóloga',
    monthlyIncome: '8200.00',
  },
  diego: {
    fullName: 'Diego Almeida Figueira',
    username: 'diego.figueira',
    cpf: '16180339805',
    rg: '41.275.883-0',
    birthDate: '1996-01-30',
    phone: '11965014782',
    ...address('Rua Continental', '58', 'Anchieta', '09750000'),
    occupation: 'Professor de música',
    monthlyIncome: '4300.00',
  },
  elisa: {
    fullName: 'Elisa Yumi Nakamura',
    username: 'elisa.nakamura',
    cpf: '14142135651',
    rg: '36.580.214-9',
    birthDate: '1993-09-12',
    phone: '11942768310',
    ...address('Rua Java', '227', 'Jardim do Mar', '09750650', 'Bloco B, apto 34'),
    occupation: 'Engenheira civil',
    monthlyIncome: '11200.00',
  },
  mercado: {
    fullName: 'Mercado Bom Vizinho Ltda.',
    username: 'bomvizinho',
    cnpj: '31415926000171',
    birthDate: '1998-03-20',
    phone: '1141257730',
    ...address('Rua Marechal Deodoro', '880', 'Centro', '09710000'),
    occupation: 'Comércio de alimentos',
    monthlyIncome: '140000.00',
  },
  imobiliaria: {
    fullName: 'Imobiliária Serra Azul Ltda.',
    username: 'serraazul',
    cnpj: '27182818000129',
    birthDate: '2001-10-05',
    phone: '1141229406',
    ...address('Rua Doutor Fláquer', '415', 'Centro', '09710180'),
    occupation: 'Administração de imóveis',
    monthlyIncome: '60000.00',
  },
  fabio: {
    fullName: 'Fábio Lacerda Pinheiro',
    username: 'fabio.pinheiro',
    cpf: '17320508052',
    rg: '25.118.640-3',
    birthDate: '1984-02-08',
    phone: '11953380172',
    ...address('Rua Tiradentes', '1031', 'Santa Terezinha', '09780000'),
    occupation: 'Representante comercial',
    monthlyIncome: '6100.00',
  },
  gilda: {
    fullName: 'Gilda Moraes Peçanha',
    username: 'gilda.pecanha',
    cpf: '22360679767',
    rg: '14.902.775-1',
    birthDate: '1967-12-19',
    phone: '11984416093',
    ...address('Avenida Lucas Nogueira Garcez', '2205', 'Jardim do Mar', '09750660', 'Apto 13'),
    occupation: 'Comerciante',
    monthlyIncome: '5200.00',
  },
} satisfies Record<string, DemoPerson>;
export type PersonKey = keyof typeof people;
export const PEOPLE: Record<PersonKey, DemoPerson> = people;

/** Others use Chrome on Android. */
export const DEVICES: Partial<Record<PersonKey | 'admin', { ip: string; userAgent: string }>> = {
  admin: {
    ip: '203.0.113.10',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
  },
  ana: {
    ip: '198.51.100.24',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  },
  vale: { ip: '203.0.113.77', userAgent: 'curl/8.14.1' },
  mercado: {
    ip: '198.51.100.201',
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  },
};
export const USUAL_DEVICE = {
  ip: '198.51.100.63',
  userAgent:
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
};
