/** Whom the demonstration bank knows. CPFs and CNPJs have right check digits; nobody real is meant. */

/** The people and companies of the demonstration, by the short name that movements use. */
export type PersonKey = 'ana' | 'vale' | 'bruno' | 'carla' | 'diego' | 'elisa' | 'mercado' | 'imobiliaria';

/** What a person of the demonstration types when opening an account. */
export type DemoPerson = {
  fullName: string;
  username: string;
  cpf?: string;
  cnpj?: string;
  rg?: string;
  birthDate: string;
  phone: string;
  street: string;
  number: string;
  complement?: string;
  neighborhood: string;
  city: string;
  state: string;
  zipCode: string;
  occupation: string;
  monthlyIncome: string;
};

export const DEMO_PASSWORD = 'vale-demo-2026';
export const DEMO_ADMIN = {
  cpf: '11144477735',
  fullName: 'Helena Prado Siqueira',
  email: 'helena.siqueira@valebank.example',
  password: 'vale-admin-2026',
};

/** The logins that `npm start` prints. */
export const DEMO_LOGINS = [
  { label: 'Cliente', document: '529.982.247-25', password: DEMO_PASSWORD },
  { label: 'Empresa', document: '12.ABC.345/01DE-35', password: DEMO_PASSWORD },
  { label: 'Administração', document: '111.444.777-35', password: DEMO_ADMIN.password },
];

export const PEOPLE: Record<PersonKey, DemoPerson> = {
  ana: {
    fullName: 'Ana Beatriz Moreira',
    username: 'ana.moreira',
    cpf: '52998224725',
    rg: '28.614.907-5',
    birthDate: '1991-04-17',
    phone: '11987452031',
    street: 'Rua Marechal Deodoro',
    number: '1240',
    complement: 'Apto 72',
    neighborhood: 'Centro',
    city: 'São Bernardo do Campo',
    state: 'SP',
    zipCode: '09710001',
    occupation: 'Designer de produto',
    monthlyIncome: '7800.00',
  },
  vale: {
    fullName: 'Vale do Tingui Tecnologia Ltda.',
    username: 'valedotingui',
    cnpj: '12ABC34501DE35',
    birthDate: '2006-08-09',
    phone: '1143305588',
    street: 'Avenida Kennedy',
    number: '700',
    complement: 'Sala 1104',
    neighborhood: 'Jardim do Mar',
    city: 'São Bernardo do Campo',
    state: 'SP',
    zipCode: '09726253',
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
    street: 'Rua Jurubatuba',
    number: '845',
    neighborhood: 'Centro',
    city: 'São Bernardo do Campo',
    state: 'SP',
    zipCode: '09725000',
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
    street: 'Rua Frei Gaspar',
    number: '312',
    complement: 'Casa 2',
    neighborhood: 'Nova Petrópolis',
    city: 'São Bernardo do Campo',
    state: 'SP',
    zipCode: '09770000',
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
    street: 'Rua Continental',
    number: '58',
    neighborhood: 'Anchieta',
    city: 'São Bernardo do Campo',
    state: 'SP',
    zipCode: '09750000',
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
    street: 'Rua Java',
    number: '227',
    complement: 'Bloco B, apto 34',
    neighborhood: 'Jardim do Mar',
    city: 'São Bernardo do Campo',
    state: 'SP',
    zipCode: '09750650',
    occupation: 'Engenheira civil',
    monthlyIncome: '11200.00',
  },
  mercado: {
    fullName: 'Mercado Bom Vizinho Ltda.',
    username: 'bomvizinho',
    cnpj: '31415926000171',
    birthDate: '1998-03-20',
    phone: '1141257730',
    street: 'Rua Marechal Deodoro',
    number: '880',
    neighborhood: 'Centro',
    city: 'São Bernardo do Campo',
    state: 'SP',
    zipCode: '09710000',
    occupation: 'Comércio de alimentos',
    monthlyIncome: '140000.00',
  },
  imobiliaria: {
    fullName: 'Imobiliária Serra Azul Ltda.',
    username: 'serraazul',
    cnpj: '27182818000129',
    birthDate: '2001-10-05',
    phone: '1141229406',
    street: 'Rua Doutor Fláquer',
    number: '415',
    neighborhood: 'Centro',
    city: 'São Bernardo do Campo',
    state: 'SP',
    zipCode: '09710180',
    occupation: 'Administração de imóveis',
    monthlyIncome: '60000.00',
  },
};
