import { GRANTED, UNDECIDED } from '#domain/credit/words';
import type { WithCover } from '../shared-movement/cover.ts';
import type { RouterOutputs } from '../trpc.ts';

export type Proposal = RouterOutputs['credit']['proposals']['list']['proposals'][number];
export type InstalmentRow = RouterOutputs['credit']['schedules']['schedules'][number];

export type Instalment = InstalmentRow & { credit: Proposal };

/** What the summary of a payment shows. */
export type Chosen = WithCover & { instalments: Instalment[] };

const isOneOf = (statuses: readonly string[], status: string): boolean => statuses.includes(status);

export const isGranted = ({ status }: Proposal): boolean => isOneOf(GRANTED, status);
export const isUndecided = ({ status }: Proposal): boolean => isOneOf(UNDECIDED, status);

/** In the server's order: newest due first. */
export function instalmentsOf(proposals: readonly Proposal[], rows: readonly InstalmentRow[]): Instalment[] {
  const credits = new Map(proposals.map((proposal) => [proposal.id, proposal]));
  return rows.flatMap((row) => {
    const credit = credits.get(row.creditProposalId);
    return credit ? [{ ...row, credit }] : [];
  });
}

/** Nothing is payable before the payout. */
export const isPayable = ({ isPaid, credit }: Instalment): boolean => !isPaid && credit.paidOutDate !== null;

/** Oldest due first. */
export const payableOf = (instalments: readonly Instalment[]): Instalment[] =>
  instalments
    .filter(isPayable)
    .toSorted(
      (one, other) =>
        one.dueDate.localeCompare(other.dueDate) || one.installmentNumber - other.installmentNumber,
    );

export const nameOf = ({ installmentNumber, credit }: Instalment): string =>
  `Parcela ${installmentNumber} de ${credit.termMonths}`;
