export type Bin = {
  bin: string;
  points: number;
  code: string;
  text: string;
  /** `term`: maximum months; `commitment`: maximum thousandths of the income. */
  upTo?: number;
  /** `rating`: minimum points. */
  from?: number;
};

const bin = (
  name: string,
  points: number,
  code: string,
  text: string,
  bound: Pick<Bin, 'upTo' | 'from'> = {},
): Bin => ({ bin: name, points, code, text, ...bound });

/** In tie-breaking order. */
export const ATTRIBUTES = [
  'account',
  'reserve',
  'history',
  'term',
  'commitment',
  'rating',
  'collateral',
] as const;
export type Attribute = (typeof ATTRIBUTES)[number];

/**
 * Fitted on South German Credit (UCI 522, DOI 10.24432/C5X89F, CC BY 4.0), with points set by policy (docs/scoring.md).
 * 500 points are odds of 19 to 1; 100 points double the odds.
 */
export const SCORECARD = {
  version: 'vb-scorecard-1.0.0',
  base: 499,
  centre: { points: 500, odds: 19 },
  pointsToDoubleOdds: 100,
  policy: {
    /** Without collateral: `ceiling` unless `proven`; `floor` in the default case. */
    uncollateralised: { floor: 401, ceiling: 600 },
    /** With collateral worth `minPoints`: `floor` in the default case, ceiling for `critico`. */
    collateralised: { floor: 601, minPoints: 60, criticalCeiling: 600 },
    /** Customers with this rating and commitment have no ceiling. */
    proven: { minRating: 700, maxCommitmentThousandths: 300 },
    defaultCase: { minRating: 400, maxCommitmentThousandths: 300 },
  },
  vehicleAge: [
    { upToYears: 5, points: 0 },
    { upToYears: 10, points: -20 },
    { upToYears: 15, points: -50 },
    { upToYears: Number.POSITIVE_INFINITY, points: -80 },
  ],
  unknownVehicleAgePoints: -50,
  attributes: {
    account: [
      bin('sem_movimento', 0, 'CONTA_SEM_MOVIMENTO', 'conta ainda sem movimentação suficiente'),
      bin('negativa', -49, 'CONTA_NEGATIVA', 'saldo ficou negativo nos últimos 90 dias'),
      bin('baixa', 43, 'CONTA_ATIVA', 'conta ativa, sem saldo negativo'),
      bin('folga', 142, 'CONTA_FOLGA', 'renda creditada na conta ou saldo médio de ao menos 10% da renda'),
    ],
    reserve: [
      bin('sem_dado', 0, 'RESERVA_SEM_DADO', 'reserva financeira não observada'),
      bin('nenhuma', -30, 'RESERVA_NENHUMA', 'sem reserva no fechamento dos últimos 3 meses'),
      bin('pequena', -14, 'RESERVA_PEQUENA', 'reserva abaixo de 6% da renda'),
      bin('formada', 82, 'RESERVA_FORMADA', 'reserva mantida de ao menos 6% da renda'),
    ],
    history: [
      bin('critico', -280, 'HIST_CRITICO', 'parcela vencida há mais de 30 dias ou cobrança em aberto'),
      bin('atraso', -134, 'HIST_ATRASO', 'atraso em parcelas ou cobrança nos últimos 24 meses'),
      bin('sem_historico', -10, 'HIST_SEM', 'ainda sem histórico de crédito na instituição'),
      bin('em_dia', -10, 'HIST_EM_DIA', 'crédito em andamento e em dia'),
      bin('quitado', 85, 'HIST_QUITADO', 'operação anterior quitada sem atraso relevante'),
    ],
    term: [
      bin('ate_9', 99, 'PRAZO_ATE_9', 'prazo curto (até 9 meses)', { upTo: 9 }),
      bin('10_15', 53, 'PRAZO_10_15', 'prazo de 10 a 15 meses', { upTo: 15 }),
      bin('16_24', -14, 'PRAZO_16_24', 'prazo de 16 a 24 meses', { upTo: 24 }),
      bin('25_36', -58, 'PRAZO_25_36', 'prazo de 25 a 36 meses', { upTo: 36 }),
      bin('mais_36', -118, 'PRAZO_MAIS_36', 'prazo acima de 36 meses', { upTo: Number.POSITIVE_INFINITY }),
    ],
    commitment: [
      bin('ate_15', 40, 'RENDA_ATE_15', 'parcela de até 15% da renda', { upTo: 150 }),
      bin('15_30', 0, 'RENDA_15_30', 'parcela entre 15% e 30% da renda', { upTo: 300 }),
      bin('30_40', -50, 'RENDA_30_40', 'parcela entre 30% e 40% da renda', { upTo: 400 }),
      bin('40_50', -110, 'RENDA_40_50', 'parcela entre 40% e 50% da renda', { upTo: 500 }),
      bin('mais_50', -190, 'RENDA_MAIS_50', 'parcela acima de 50% da renda', {
        upTo: Number.POSITIVE_INFINITY,
      }),
      bin('sem_renda', -50, 'RENDA_AUSENTE', 'renda não informada'),
    ],
    rating: [
      bin('nulo', 0, 'RATING_NULO', 'sem rating interno'),
      bin('ge800', 40, 'RATING_800', 'rating interno de 800 ou mais', { from: 800 }),
      bin('ge600', 20, 'RATING_600', 'rating interno entre 600 e 799', { from: 600 }),
      bin('ge400', 0, 'RATING_400', 'rating interno entre 400 e 599', { from: 400 }),
      bin('ge200', -40, 'RATING_200', 'rating interno entre 200 e 399', { from: 200 }),
      bin('lt200', -80, 'RATING_0', 'rating interno abaixo de 200', { from: 0 }),
    ],
    collateral: [
      bin('nenhuma', 0, 'GARANTIA_NENHUMA', 'sem garantia'),
      bin('moto', 110, 'GARANTIA_MOTO', 'garantia de motocicleta'),
      bin('carro', 140, 'GARANTIA_CARRO', 'garantia de automóvel'),
      bin('casa', 180, 'GARANTIA_CASA', 'garantia de imóvel'),
    ],
  } satisfies Record<Attribute, Bin[]> as Record<Attribute, readonly Bin[]>,
} as const;
