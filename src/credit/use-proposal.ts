import { useReducer, useState } from 'react';
import { trpc } from '../trpc.ts';
import { failureOf, type MoveFlow, nextStep } from '../ui/move-flow.ts';
import { httpStatusOf } from '../ui/server-error.ts';
import { toast, toastError } from '../ui/toast.ts';
import { NEW_DRAFT, type Proposal, type ProposalDraft, proposalOf, type Simulation } from './draft.ts';

export type ProposalFlow = MoveFlow<ProposalDraft, Simulation, Proposal>;

/** Section 8 of the specification. */
export const PROPOSAL_FAILURE = 'Failed to create proposal';

/** A new proposal, simular → conferir → enviada, and the one call that sends it. */
export function useProposal() {
  const utils = trpc.useUtils();
  const [flow, dispatch] = useReducer(nextStep<ProposalDraft, Simulation, Proposal>, {
    step: 'fill',
    draft: NEW_DRAFT,
  });
  // Counted, so that each start has a form of its own; the one that the screen opens with takes no focus.
  const [starts, setStarts] = useState(0);
  const mutation = trpc.credit.proposals.create.useMutation({
    onSuccess: async (receipt) => {
      dispatch({ type: 'done', receipt });
      toast({ title: 'Proposta enviada' });
      await Promise.all([utils.credit.proposals.invalidate(), utils.credit.summary.invalidate()]);
    },
    onError: (error) => {
      const failure = failureOf(httpStatusOf(error));
      dispatch({ type: 'failed', failure });
      if (failure !== 'unanswered') toastError('Erro ao enviar proposta', error, PROPOSAL_FAILURE);
    },
  });

  return {
    flow,
    starts,
    mutation,
    start: () => {
      if (mutation.isPending) return;
      mutation.reset();
      dispatch({ type: 'restart', draft: NEW_DRAFT });
      setStarts((before) => before + 1);
    },
    review: (draft: ProposalDraft, found: Simulation) => {
      mutation.reset();
      dispatch({ type: 'review', draft, found, idempotencyKey: crypto.randomUUID() });
      setStarts((before) => before + 1);
    },
    back: () => {
      if (mutation.isPending) return;
      mutation.reset();
      dispatch({ type: 'back' });
    },
    send: () => {
      if (flow.step !== 'check' || mutation.isPending) return;
      mutation.mutate({ ...proposalOf(flow.draft), idempotencyKey: flow.idempotencyKey });
    },
  };
}

export type NewProposal = ReturnType<typeof useProposal>;
