import { Decimal } from 'decimal.js';
import { RISK_LEVEL_LABELS } from './risk-level.ts';
import type { Advice, Score, ScoreInput } from './score-shapes.ts';

/** The scoring model was built for natural persons only. */
export const COMPANY_NOTE =
  'O modelo foi feito para pessoas físicas; para empresas o resultado é apenas indicativo.';

/** In Portuguese, for customer and analyst; includes the right to a review (LGPD, art. 20). */
export function analysisText(
  input: ScoreInput,
  score: Score,
  advice: readonly Advice[],
  { isCompany = false } = {},
): string {
  const signed = (points: number) => (points > 0 ? `+${points}` : String(points));
  const listed = (reasons: Score['reasons']) =>
    reasons.map(({ text, points }) => `${text} (${signed(points)})`).join('; ');
  const sentences = [
    `Risco ${RISK_LEVEL_LABELS[score.level]} (${score.score} de 1000). ${collateralSentence(input, score)}`,
    commitmentSentence(input, score),
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

function commitmentSentence({ instalmentCents }: ScoreInput, { commitment }: Score): string {
  if (commitment === null) return 'A renda não foi informada; o comprometimento não pôde ser calculado.';
  const instalment = new Decimal(instalmentCents).div(100).toFixed(2).replace('.', ',');
  const percent = (commitment * 100).toFixed(1).replace('.', ',');
  return `A parcela de R$ ${instalment} compromete ${percent}% da renda mensal informada.`;
}
