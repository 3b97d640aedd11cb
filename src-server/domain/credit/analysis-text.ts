import { formatBrl, toDecimal } from '#domain/money';
import { formatPercent } from '#domain/percent';
import { formatShare, incomeShare } from './income-share.ts';
import { RISK_LEVEL_LABELS } from './risk-level.ts';
import type { Advice, Score, ScoreInput } from './score-shapes.ts';

/** The scoring model was built for natural persons only. */
export const COMPANY_NOTE =
  'O modelo foi feito para pessoas físicas; para empresas o resultado é apenas indicativo.';

/** `instalmentCents` is the proposal's own, at its rate. */
export type AnalysisFacts = {
  input: ScoreInput;
  result: Score;
  advice: readonly Advice[];
  /** Percent a month. */
  comparisonRate: string;
  isCompany: boolean;
};

/** In Portuguese, for customer and analyst; includes the right to a review (LGPD, art. 20). */
export function analysisText(
  { input, result: score, advice, comparisonRate, isCompany }: AnalysisFacts,
  instalmentCents: number,
): string {
  const signed = (points: number) => (points > 0 ? `+${points}` : String(points));
  const listed = (reasons: Score['reasons']) =>
    reasons.map(({ text, points }) => `${text} (${signed(points)})`).join('; ');
  const income = isCompany ? 'do faturamento mensal informado' : 'da renda mensal informada';
  const sentences = [
    `Risco ${RISK_LEVEL_LABELS[score.level]} (${score.score} de 1000). ${collateralSentence(input, score)}`,
    commitmentSentence(instalmentCents, input.monthlyIncomeCents, income),
    Math.round(input.instalmentCents) !== instalmentCents && referenceSentence(input, score, comparisonRate),
    score.positives.length > 0 && `A favor: ${listed(score.positives)}.`,
    score.negatives.length > 0 && `Contra: ${listed(score.negatives)}.`,
    score.policyAdjustment !== 0 &&
      `Ajuste da política de garantia: ${signed(score.policyAdjustment)} pontos.`,
    advice.length > 0 && `O que melhora: ${advice.map(({ text }) => text).join('; ')}.`,
    isCompany && COMPANY_NOTE,
    'Análise automática por pontuação estatística; não usa idade, sexo, raça, nacionalidade ou endereço. Você pode pedir explicação e revisão (LGPD, art. 20).',
  ];
  return sentences.filter(Boolean).join(' ');
}

function collateralSentence({ collateral }: ScoreInput, { level }: Score): string {
  if (collateral) return 'A proposta tem garantia, o que reduz a perda esperada.';
  if (level === 'moderado') return 'Sem garantia, a estimativa é média/moderada.';
  return 'A proposta não tem garantia; os fatores abaixo afastaram a estimativa da faixa moderada.';
}

function commitmentSentence(instalmentCents: number, incomeCents: number | null, income: string): string {
  const share = incomeShare(toDecimal(instalmentCents), toDecimal(incomeCents ?? 0));
  if (share === null) return 'A renda não foi informada; o comprometimento não pôde ser calculado.';
  return `A parcela de ${formatBrl(instalmentCents)} compromete ${formatShare(share)} ${income}.`;
}

/** Points and advice are computed at the comparison rate, before the proposal has a rate of its own. */
function referenceSentence(
  { instalmentCents }: ScoreInput,
  { commitment }: Score,
  comparisonRate: string,
): string {
  const share = commitment === null ? '' : ` (${formatShare(commitment * 100)})`;
  return `Os pontos e o que melhora comparam todas as propostas à taxa de referência de ${formatPercent(comparisonRate)} ao mês, em que a parcela seria de ${formatBrl(Math.round(instalmentCents))}${share}.`;
}
