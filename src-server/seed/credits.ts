import type { Difficulty } from '#domain/contact/words';
import type { PersonKey } from './people.ts';

export type PlannedCollateral = 'casa' | { type: 'carro' | 'moto'; papers: Record<string, string> };

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
  collected?: { emailsDaysAgo: number[]; negativatedDaysAgo?: number; contacts: ReturnType<typeof called>[] };
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

const asked = (by: PersonKey, askedDaysAgo: number, amount: string, termMonths: number, purpose: string) => ({
  by,
  askedDaysAgo,
  amount,
  termMonths,
  purpose,
});

const called = (daysAgo: number, difficulty: Difficulty, resolved: boolean, notes: string) => ({
  daysAgo,
  contactType: 'cobranca' as const,
  difficulty,
  resolved,
  notes,
});

/** No signature lies whole months ago, so that the number of due instalments does not depend on today's date. */
export const CREDITS: readonly PlannedCredit[] = [
  {
    ...asked('ana', 180, '3600.00', 3, 'Notebook e mesa digitalizadora'),
    granted: { daysAgo: 179, rate: '1.99', signedDaysAgo: 178 },
  },
  {
    ...asked('ana', 166, '64000.00', 60, 'Compra de um carro usado'),
    rejected: {
      daysAgo: 164,
      reason:
        'A parcela passaria de 30% da renda, e a conta ainda é recente. Com o veículo em garantia o pedido pode ser outro.',
    },
  },
  {
    ...asked('ana', 140, '12000.00', 12, 'Reforma da cozinha do apartamento'),
    analysis: { daysAgo: 139 },
    granted: { daysAgo: 138, rate: '1.79', signedDaysAgo: 137 },
    paid: [
      { daysAgo: 54, numbers: [3] },
      { daysAgo: 33, numbers: [12] },
    ],
  },
  {
    ...asked('ana', 2, '9500.00', 18, 'Especialização em design de serviços'),
    analysis: {
      daysAgo: 1,
      opinion:
        'Salário creditado todo mês pela mesma empresa e parcelas anteriores pagas em dia. Com a operação em andamento o comprometimento fica abaixo de 25% da renda. Parecer favorável, sem garantia.',
    },
  },
  {
    ...asked('vale', 150, '420000.00', 120, 'Compra da sala comercial'),
    analysis: { daysAgo: 149 },
    rejected: {
      daysAgo: 147,
      reason: 'Valor acima do que a receita dos últimos meses sustenta sem garantia.',
    },
  },
  {
    ...asked('vale', 109, '36000.00', 12, 'Renovação dos computadores da equipe'),
    analysis: { daysAgo: 108 },
    granted: { daysAgo: 107, rate: '1.69', signedDaysAgo: 106 },
  },
  {
    ...asked('vale', 66, '18000.00', 9, 'Consultoria para a certificação de qualidade'),
    granted: { daysAgo: 64, rate: '2.29' },
  },
  {
    ...asked('vale', 8, '85000.00', 24, 'Expansão do escritório'),
    analysis: { daysAgo: 7 },
    granted: { daysAgo: 3, rate: '1.59' },
  },
  {
    ...asked('bruno', 177, '4200.00', 3, 'Notebook para trabalhar em casa'),
    granted: { daysAgo: 176, rate: '2.09', signedDaysAgo: 176 },
  },
  {
    ...asked('bruno', 101, '6000.00', 6, 'Viagem de férias em família'),
    granted: { daysAgo: 100, rate: '1.99', signedDaysAgo: 99 },
    paid: [{ daysAgo: 24, numbers: [3, 4, 5, 6] }],
  },
  {
    ...asked('bruno', 1, '38000.00', 36, 'Troca do carro da família'),
    collateral: carPapers('01047283619', 'FRT2H47', '9BGKS48B0LG218403', '2021'),
  },
  {
    ...asked('carla', 111, '22000.00', 36, 'Carro para os atendimentos em domicílio'),
    collateral: carPapers('86769597308', 'QXA7C12', '93HFB9640LZ104772', '2022'),
    analysis: {
      daysAgo: 109,
      opinion:
        'Renda de profissional liberal confirmada por dois créditos mensais regulares. Veículo de 2022, documentos conferidos, sem restrição. Parecer favorável com o veículo em garantia.',
    },
    granted: { daysAgo: 108, rate: '1.39', signedDaysAgo: 106 },
  },
  {
    ...asked('diego', 106, '4200.00', 10, 'Piano digital para as aulas'),
    granted: { daysAgo: 105, rate: '2.49', signedDaysAgo: 104 },
    collected: {
      emailsDaysAgo: [36, 8],
      contacts: [
        called(
          34,
          'moderado',
          false,
          'Duas turmas cancelaram no mesmo mês. Quer manter o piano e pagar a parcela atrasada primeiro.\nRetornar depois do dia 10.',
        ),
        called(
          8,
          'facil',
          true,
          'Atendeu na primeira ligação. Explicados a multa e os juros de cada parcela vencida.',
        ),
      ],
    },
  },
  {
    ...asked('fabio', 139, '5200.00', 8, 'Mercadoria para revenda'),
    granted: { daysAgo: 138, rate: '3.19', signedDaysAgo: 137 },
    collected: {
      emailsDaysAgo: [70, 40, 13],
      negativatedDaysAgo: 39,
      contacts: [
        called(
          62,
          'moderado',
          false,
          'Prometeu pagar a segunda parcela na sexta-feira, quando receber de um cliente.',
        ),
        called(
          39,
          'dificil',
          false,
          'Não reconhece o atraso e encerrou a ligação.\nAvisado da negativação por e-mail.',
        ),
      ],
    },
  },
  {
    ...asked('gilda', 46, '40000.00', 24, 'Abertura de uma loja virtual'),
    analysis: { daysAgo: 44 },
    rejected: { daysAgo: 41, reason: 'O documento de identidade enviado não confere com o cadastro.' },
  },
  {
    ...asked('fabio', 21, '4500.00', 24, 'Renegociação das parcelas em atraso'),
    analysis: { daysAgo: 20 },
    rejected: {
      daysAgo: 20,
      reason: 'Há parcelas vencidas há mais de 30 dias: regularize o crédito em andamento e peça de novo.',
    },
  },
  {
    ...asked('imobiliaria', 11, '70000.00', 48, 'Reforma da sede na Doutor Fláquer'),
    collateral: 'casa',
    analysis: { daysAgo: 9 },
  },
  {
    ...asked('mercado', 4, '48000.00', 30, 'Câmara fria para o hortifrúti'),
  },
];
