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
 * Fitted on South German Credit (UCI 522, DOI 10.24432/C5X89F, CC BY 4.0) and policy, see docs/scoring.md.
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
      {
        bin: 'sem_movimento',
        points: 0,
        code: 'CONTA_SEM_MOVIMENTO',
        text: 'conta ainda sem movimentação suficiente',
      },
      {
        bin: 'negativa',
        points: -49,
        code: 'CONTA_NEGATIVA',
        text: 'saldo ficou negativo nos últimos 90 dias',
      },
      { bin: 'baixa', points: 43, code: 'CONTA_ATIVA', text: 'conta ativa, sem saldo negativo' },
      {
        bin: 'folga',
        points: 142,
        code: 'CONTA_FOLGA',
        text: 'renda creditada na conta ou saldo médio de ao menos 10% da renda',
      },
    ],
    reserve: [
      { bin: 'sem_dado', points: 0, code: 'RESERVA_SEM_DADO', text: 'reserva financeira não observada' },
      {
        bin: 'nenhuma',
        points: -30,
        code: 'RESERVA_NENHUMA',
        text: 'sem reserva no fechamento dos últimos 3 meses',
      },
      { bin: 'pequena', points: -14, code: 'RESERVA_PEQUENA', text: 'reserva abaixo de 6% da renda' },
      {
        bin: 'formada',
        points: 82,
        code: 'RESERVA_FORMADA',
        text: 'reserva mantida de ao menos 6% da renda',
      },
    ],
    history: [
      {
        bin: 'critico',
        points: -280,
        code: 'HIST_CRITICO',
        text: 'parcela vencida há mais de 30 dias ou cobrança em aberto',
      },
      {
        bin: 'atraso',
        points: -134,
        code: 'HIST_ATRASO',
        text: 'atraso em parcelas ou cobrança nos últimos 24 meses',
      },
      {
        bin: 'sem_historico',
        points: -10,
        code: 'HIST_SEM',
        text: 'ainda sem histórico de crédito na instituição',
      },
      { bin: 'em_dia', points: -10, code: 'HIST_EM_DIA', text: 'crédito em andamento e em dia' },
      {
        bin: 'quitado',
        points: 85,
        code: 'HIST_QUITADO',
        text: 'operação anterior quitada sem atraso relevante',
      },
    ],
    term: [
      { bin: 'ate_9', points: 99, code: 'PRAZO_ATE_9', text: 'prazo curto (até 9 meses)', upTo: 9 },
      { bin: '10_15', points: 53, code: 'PRAZO_10_15', text: 'prazo de 10 a 15 meses', upTo: 15 },
      { bin: '16_24', points: -14, code: 'PRAZO_16_24', text: 'prazo de 16 a 24 meses', upTo: 24 },
      { bin: '25_36', points: -58, code: 'PRAZO_25_36', text: 'prazo de 25 a 36 meses', upTo: 36 },
      {
        bin: 'mais_36',
        points: -118,
        code: 'PRAZO_MAIS_36',
        text: 'prazo acima de 36 meses',
        upTo: Number.POSITIVE_INFINITY,
      },
    ],
    commitment: [
      { bin: 'ate_15', points: 40, code: 'RENDA_ATE_15', text: 'parcela de até 15% da renda', upTo: 150 },
      { bin: '15_30', points: 0, code: 'RENDA_15_30', text: 'parcela entre 15% e 30% da renda', upTo: 300 },
      { bin: '30_40', points: -50, code: 'RENDA_30_40', text: 'parcela entre 30% e 40% da renda', upTo: 400 },
      {
        bin: '40_50',
        points: -110,
        code: 'RENDA_40_50',
        text: 'parcela entre 40% e 50% da renda',
        upTo: 500,
      },
      {
        bin: 'mais_50',
        points: -190,
        code: 'RENDA_MAIS_50',
        text: 'parcela acima de 50% da renda',
        upTo: Number.POSITIVE_INFINITY,
      },
      { bin: 'sem_renda', points: -50, code: 'RENDA_AUSENTE', text: 'renda não informada' },
    ],
    rating: [
      { bin: 'nulo', points: 0, code: 'RATING_NULO', text: 'sem rating interno' },
      { bin: 'ge800', points: 40, code: 'RATING_800', text: 'rating interno de 800 ou mais', from: 800 },
      { bin: 'ge600', points: 20, code: 'RATING_600', text: 'rating interno entre 600 e 799', from: 600 },
      { bin: 'ge400', points: 0, code: 'RATING_400', text: 'rating interno entre 400 e 599', from: 400 },
      { bin: 'ge200', points: -40, code: 'RATING_200', text: 'rating interno entre 200 e 399', from: 200 },
      { bin: 'lt200', points: -80, code: 'RATING_0', text: 'rating interno abaixo de 200', from: 0 },
    ],
    collateral: [
      { bin: 'nenhuma', points: 0, code: 'GARANTIA_NENHUMA', text: 'sem garantia' },
      { bin: 'moto', points: 110, code: 'GARANTIA_MOTO', text: 'garantia de motocicleta' },
      { bin: 'carro', points: 140, code: 'GARANTIA_CARRO', text: 'garantia de automóvel' },
      { bin: 'casa', points: 180, code: 'GARANTIA_CASA', text: 'garantia de imóvel' },
    ],
  } satisfies Record<Attribute, Bin[]> as Record<Attribute, readonly Bin[]>,
} as const;
