import { Decimal } from 'decimal.js';
import { formatBrl } from '#domain/money';
import { formatShare } from './income-share.ts';
import { scoreOf } from './score.ts';
import type { Advice, Score, ScoreInput } from './score-shapes.ts';

const TERMS = [6, 9, 12, 15, 18, 24, 30, 36, 48, 60];
const MIN_GAIN = 20;
const MAX_ADVICE = 3;
/** Share of the income. */
const SOUND_COMMITMENT = 0.3;
const AMOUNT_STEP_CENTS = 100_00;
const ADVISED_VEHICLE_AGE_YEARS = 5;

/**
 * At most three changes that raise the score by 20 points or more, best first.
 *
 * @param monthlyRatePercent rate for comparing terms and amounts, '2.49'
 */
export function adviceFor(input: ScoreInput, monthlyRatePercent: string): Advice[] {
  const now = scoreOf(input);
  const changed = changer(input, monthlyRatePercent);
  const found = [
    termAdvice(input, now, changed),
    amountAdvice(input, now, changed),
    collateralAdvice(input),
    regulariseAdvice(input),
  ];
  return found
    .filter((advice) => advice !== null)
    .map(({ kind, input: other, text }) => {
      const { score, level, commitment } = scoreOf(other);
      return {
        kind,
        score,
        level,
        gain: score - now.score,
        commitment,
        text: `${text(commitment)} ${score}`,
      };
    })
    .filter(({ gain }) => gain >= MIN_GAIN)
    .toSorted((one, other) => other.gain - one.gain)
    .slice(0, MAX_ADVICE);
}

type Candidate = { kind: Advice['kind']; input: ScoreInput; text: (commitment: number | null) => string };
type Changer = (change: { termMonths?: number; amountCents?: number }) => ScoreInput;

/** Other instalment components scale in proportion to the loan. */
function changer(input: ScoreInput, monthlyRatePercent: string): Changer {
  const plain = instalment(input.amountCents, input.termMonths, monthlyRatePercent);
  return ({ termMonths = input.termMonths, amountCents = input.amountCents }) => {
    const other = instalment(amountCents, termMonths, monthlyRatePercent);
    const instalmentCents = other.mul(input.instalmentCents).div(plain).toNumber();
    return { ...input, termMonths, amountCents, instalmentCents };
  };
}

/** Unrounded, so that terms compare without cent steps. */
function instalment(amountCents: number, termMonths: number, monthlyRatePercent: string): Decimal {
  const rate = new Decimal(monthlyRatePercent).div(100);
  if (rate.isZero()) return new Decimal(amountCents).div(termMonths);
  return rate.mul(amountCents).div(new Decimal(1).sub(rate.add(1).pow(-termMonths)));
}

function termAdvice(input: ScoreInput, now: Score, changed: Changer): Candidate | null {
  const bound = Math.max(now.commitment ?? 0, SOUND_COMMITMENT);
  const [best] = TERMS.map((termMonths) => ({ termMonths, input: changed({ termMonths }) }))
    .map((option) => ({ ...option, result: scoreOf(option.input) }))
    .filter(({ result }) => (result.commitment ?? 0) <= bound)
    .toSorted(
      (one, other) =>
        other.result.score - one.result.score ||
        Math.abs(one.termMonths - input.termMonths) - Math.abs(other.termMonths - input.termMonths),
    );
  if (!best) return null;
  return {
    kind: 'term',
    input: best.input,
    text: (commitment) =>
      `com prazo de ${best.termMonths} meses o comprometimento da renda fica em ${percentText(commitment)} e a pontuação vai a`,
  };
}

function amountAdvice(input: ScoreInput, now: Score, changed: Changer): Candidate | null {
  if (now.commitment === null || now.commitment <= SOUND_COMMITMENT) return null;
  const sound = new Decimal(input.amountCents).mul(SOUND_COMMITMENT).div(now.commitment);
  const amountCents = sound.div(AMOUNT_STEP_CENTS).floor().mul(AMOUNT_STEP_CENTS).toNumber();
  if (amountCents <= 0) return null;
  return {
    kind: 'amount',
    input: changed({ amountCents }),
    text: (commitment) =>
      `com valor de ${formatBrl(amountCents)} o comprometimento cai a ${percentText(commitment)} e a pontuação vai a`,
  };
}

function collateralAdvice(input: ScoreInput): Candidate | null {
  if (input.collateral) return null;
  const vehicleYear = Number(input.referenceOn.slice(0, 4)) - ADVISED_VEHICLE_AGE_YEARS;
  return {
    kind: 'collateral',
    input: { ...input, collateral: { type: 'carro', vehicleYear } },
    text: () => 'com um automóvel de até 5 anos em garantia a pontuação vai a',
  };
}

function regulariseAdvice(input: ScoreInput): Candidate {
  const history = {
    ...input.history,
    currentOverdueDays: 0,
    openCollections: 0,
    resolvedCollections24m: input.history.resolvedCollections24m + 1,
  };
  return {
    kind: 'regularise',
    input: { ...input, history },
    text: () => 'regularizando as parcelas vencidas a pontuação vai a',
  };
}

const percentText = (commitment: number | null): string =>
  commitment === null ? 'não informado' : formatShare(commitment * 100);
