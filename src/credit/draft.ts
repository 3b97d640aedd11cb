import type { CollateralType } from '#domain/credit/words';
import { CREDIT_LIMITS } from '#domain/credit/words';
import { parseDecimal } from '#domain/money';
import type { RouterInputs, RouterOutputs } from '../trpc.ts';

export type Proposal = RouterOutputs['credit']['proposals']['list']['proposals'][number];
export type Simulation = RouterOutputs['credit']['simulate'];

export type CollateralChoice = CollateralType | 'nenhuma';

export const COLLATERAL_OPTIONS: readonly { value: CollateralChoice; label: string }[] = [
  { value: 'nenhuma', label: 'Sem garantia' },
  { value: 'moto', label: 'Moto' },
  { value: 'carro', label: 'Carro' },
  { value: 'casa', label: 'Casa' },
];

export const NEW_DRAFT = {
  amount: '10000.00',
  termMonths: '24',
  purpose: '',
  collateral: 'nenhuma' as CollateralChoice,
  collateralRenavam: '',
  collateralPlaca: '',
  collateralChassis: '',
  collateralAnoFabricacao: '',
  collateralAnoModelo: '',
};

export type ProposalDraft = typeof NEW_DRAFT;

export const isVehicle = (collateral: CollateralChoice): collateral is 'moto' | 'carro' =>
  collateral === 'moto' || collateral === 'carro';

type SentProposal = RouterInputs['credit']['proposals']['create'];

/** The draft as the API takes it, without the fields of other collateral types. */
export function proposalOf({
  amount,
  termMonths,
  purpose,
  collateral,
  ...vehicle
}: ProposalDraft): SentProposal {
  return {
    amount: amount === '' ? 0 : amount,
    termMonths,
    purpose,
    hasCollateral: collateral !== 'nenhuma',
    ...(collateral !== 'nenhuma' && { collateralType: collateral }),
    ...(isVehicle(collateral) && vehicle),
  };
}

export type PricedDraft = Pick<
  ProposalDraft,
  'amount' | 'termMonths' | 'collateral' | 'collateralAnoFabricacao'
>;

/** Null while the draft is incomplete. */
export function simulationOf({
  amount,
  termMonths,
  collateral,
  collateralAnoFabricacao,
}: PricedDraft): RouterInputs['credit']['simulate'] | null {
  const months = Number(termMonths);
  const isTerm = /^\d+$/.test(termMonths) && months >= 1 && months <= CREDIT_LIMITS.termMonths;
  if (!isTerm || (parseDecimal(amount) ?? 0) <= 0) return null;
  return {
    amount,
    termMonths: months,
    hasCollateral: collateral !== 'nenhuma',
    ...(collateral !== 'nenhuma' && { collateralType: collateral }),
    ...(isVehicle(collateral) && /^\d{4}$/.test(collateralAnoFabricacao) && { collateralAnoFabricacao }),
  };
}
