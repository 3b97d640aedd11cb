import type { ContactType, Difficulty } from '#domain/contact/words';
import type { PersonKey } from './people.ts';

export type PlannedCollateral = 'casa' | { type: 'carro' | 'moto'; papers: Record<string, string> };

type PlannedContact = {
  daysAgo: number;
  contactType: ContactType;
  difficulty: Difficulty;
  resolved: boolean;
  notes: string;
};

/** Times are in days ago. */
export type PlannedCredit = {
  by: PersonKey;
  purpose: string;
  amount: string;
  termMonths: number;
  collateral?: PlannedCollateral;
  askedDaysAgo: number;
  /** `opinion` becomes a PDF. */
  analysis?: { daysAgo: number; opinion?: string };
  rejected?: { daysAgo: number; reason: string };
  /** `rate` is percent a month; lapses if not signed in time. */
  granted?: { daysAgo: number; rate: string; signedDaysAgo?: number };
  /** Paid by the customer; the daily run pays others if the balance allows. */
  paid?: { daysAgo: number; numbers: number[] }[];
  collected?: { emailsDaysAgo: number[]; negativatedDaysAgo?: number; contacts: PlannedContact[] };
};

const carPapers = (renavam: string, plate: string, chassis: string, year: string): PlannedCollateral => ({
  type: 'carro',
  papers: {
    collateralRenavam: renavam,
    collateralPlaca: plate,
    collateralChassis: chassis,
    collateralAnoFabricacao: year,
    collateralAnoModelo: year,
  },
});

/** Signed some days off whole months ago, so that the number of due instalments does not depend on today. */
export const CREDITS: readonly PlannedCredit[] = [
  {
    by: 'ana',
    purpose: 'Notebook e mesa digitalizadora',
    amount: '3600.00',
    termMonths: 3,
    askedDaysAgo: 180,
    granted: { daysAgo: 179, rate: '1.99', signedDaysAgo: 178 },
  },
  {
    by: 'ana',
    purpose: 'Compra de um carro usado',
    amount: '64000.00',
    termMonths: 60,
    askedDaysAgo: 166,
    rejected: {
      daysAgo: 164,
      reason:
        'A parcela passaria de 30% da renda, e a conta ainda é recente. Com o veículo em garantia o pedido pode ser outro.',
    },
  },
  {
    by: 'ana',
    purpose: 'Reforma da cozinha do apartamento',
    amount: '12000.00',
    termMonths: 12,
    askedDaysAgo: 140,
    analysis: { daysAgo: 139 },
    granted: { daysAgo: 138, rate: '1.79', signedDaysAgo: 137 },
    paid: [
      { daysAgo: 54, numbers: [3] },
      { daysAgo: 33, numbers: [12] },
    ],
  },
  {
    by: 'ana',
    purpose: 'Especialização em design de serviços',
    amount: '9500.00',
    termMonths: 18,
    askedDaysAgo: 2,
    analysis: {
      daysAgo: 1,
      opinion:
        'Salário creditado todo mês pela mesma empresa e parcelas anteriores pagas em dia. Com a operação em andamento o comprometimento fica abaixo de 25% da renda. Parecer favorável, sem garantia.',
    },
  },
  {
    by: 'vale',
    purpose: 'Compra da sala comercial',
    amount: '420000.00',
    termMonths: 120,
    askedDaysAgo: 150,
    analysis: { daysAgo: 149 },
    rejected: {
      daysAgo: 147,
      reason: 'Valor acima do que a receita dos últimos meses sustenta sem garantia.',
    },
  },
  {
    by: 'vale',
    purpose: 'Renovação dos computadores da equipe',
    amount: '36000.00',
    termMonths: 12,
    askedDaysAgo: 109,
    analysis: { daysAgo: 108 },
    granted: { daysAgo: 107, rate: '1.69', signedDaysAgo: 106 },
  },
  {
    by: 'vale',
    purpose: 'Consultoria para a certificação de qualidade',
    amount: '18000.00',
    termMonths: 9,
    askedDaysAgo: 66,
    granted: { daysAgo: 64, rate: '2.29' },
  },
  {
    by: 'vale',
    purpose: 'Expansão do escritório',
    amount: '85000.00',
    termMonths: 24,
    askedDaysAgo: 8,
    analysis: { daysAgo: 7 },
    granted: { daysAgo: 3, rate: '1.59' },
  },
  {
    by: 'bruno',
    purpose: 'Notebook para trabalhar em casa',
    amount: '4200.00',
    termMonths: 3,
    askedDaysAgo: 177,
    granted: { daysAgo: 176, rate: '2.09', signedDaysAgo: 176 },
  },
  {
    by: 'bruno',
    purpose: 'Viagem de férias em família',
    amount: '6000.00',
    termMonths: 6,
    askedDaysAgo: 101,
    granted: { daysAgo: 100, rate: '1.99', signedDaysAgo: 99 },
    paid: [{ daysAgo: 24, numbers: [3, 4, 5, 6] }],
  },
  {
    by: 'bruno',
    purpose: 'Troca do carro da família',
    amount: '38000.00',
    termMonths: 36,
    collateral: carPapers('01047283619', 'FRT2H47', '9BGKS48B0LG218403', '2021'),
    askedDaysAgo: 1,
  },
  {
    by: 'carla',
    purpose: 'Carro para os atendimentos em domicílio',
    amount: '22000.00',
    termMonths: 36,
    collateral: carPapers('86769597308', 'QXA7C12', '93HFB9640LZ104772', '2022'),
    askedDaysAgo: 111,
    analysis: {
      daysAgo: 109,
      opinion:
        'Renda de profissional liberal confirmada por dois créditos mensais regulares. Veículo de 2022, documentos conferidos, sem restrição. Parecer favorável com o veículo em garantia.',
    },
    granted: { daysAgo: 108, rate: '1.39', signedDaysAgo: 106 },
  },
  {
    by: 'diego',
    purpose: 'Piano digital para as aulas',
    amount: '4200.00',
    termMonths: 10,
    askedDaysAgo: 106,
    granted: { daysAgo: 105, rate: '2.49', signedDaysAgo: 104 },
    collected: {
      emailsDaysAgo: [36, 8],
      contacts: [
        {
          daysAgo: 34,
          contactType: 'cobranca',
          difficulty: 'moderado',
          resolved: false,
          notes:
            'Duas turmas cancelaram no mesmo mês. Quer manter o piano e pagar a parcela atrasada primeiro.\nRetornar depois do dia 10.',
        },
        {
          daysAgo: 8,
          contactType: 'cobranca',
          difficulty: 'facil',
          resolved: true,
          notes: 'Atendeu na primeira ligação. Explicados a multa e os juros de cada parcela vencida.',
        },
      ],
    },
  },
  {
    by: 'fabio',
    purpose: 'Mercadoria para revenda',
    amount: '5200.00',
    termMonths: 8,
    askedDaysAgo: 139,
    granted: { daysAgo: 138, rate: '3.19', signedDaysAgo: 137 },
    collected: {
      emailsDaysAgo: [70, 40, 13],
      negativatedDaysAgo: 39,
      contacts: [
        {
          daysAgo: 62,
          contactType: 'cobranca',
          difficulty: 'moderado',
          resolved: false,
          notes: 'Prometeu pagar a segunda parcela na sexta-feira, quando receber de um cliente.',
        },
        {
          daysAgo: 39,
          contactType: 'cobranca',
          difficulty: 'dificil',
          resolved: false,
          notes: 'Não reconhece o atraso e encerrou a ligação.\nAvisado da negativação por e-mail.',
        },
      ],
    },
  },
  {
    by: 'gilda',
    purpose: 'Abertura de uma loja virtual',
    amount: '40000.00',
    termMonths: 24,
    askedDaysAgo: 46,
    analysis: { daysAgo: 44 },
    rejected: { daysAgo: 41, reason: 'O documento de identidade enviado não confere com o cadastro.' },
  },
  {
    by: 'fabio',
    purpose: 'Renegociação das parcelas em atraso',
    amount: '4500.00',
    termMonths: 24,
    askedDaysAgo: 21,
    analysis: { daysAgo: 20 },
    rejected: {
      daysAgo: 20,
      reason: 'Há parcelas vencidas há mais de 30 dias: regularize o crédito em andamento e peça de novo.',
    },
  },
  {
    by: 'imobiliaria',
    purpose: 'Reforma da sede na Doutor Fláquer',
    amount: '70000.00',
    termMonths: 48,
    collateral: 'casa',
    askedDaysAgo: 11,
    analysis: { daysAgo: 9 },
  },
  {
    by: 'mercado',
    purpose: 'Câmara fria para o hortifrúti',
    amount: '48000.00',
    termMonths: 30,
    askedDaysAgo: 4,
  },
];
