import { Card } from '@chakra-ui/react';
import { MoveFlow } from '../shared-movement/move-flow.tsx';
import { type Confirmed, useMove } from '../shared-movement/use-move.ts';
import { trpcClient } from '../trpc.ts';
import { toast } from '../ui/toast.ts';
import { NEW_DRAFT, type ProposalDraft, proposalOf, type Simulation } from './draft.ts';
import { FillStep } from './fill-step.tsx';

export function ProposalCard() {
  const move = useMove({
    draft: NEW_DRAFT,
    later: () => Promise.all([import('./check-step.tsx'), import('./sent-step.tsx')]),
    send: ({ draft, idempotencyKey }: Confirmed<ProposalDraft, Simulation>) =>
      trpcClient.credit.proposals.create.mutate({ ...proposalOf(draft), idempotencyKey }),
    invalidates: 'proposal',
    onDone: () => toast({ title: 'Proposta enviada' }),
    failure: { title: 'Erro ao enviar proposta', text: 'Failed to create proposal' },
  });
  return (
    <Card.Root as="section" id="nova-proposta" aria-label="Nova proposta" scrollMarginTop="24">
      <Card.Body>
        <MoveFlow
          move={move}
          fill={(step) => <FillStep {...step} />}
          check={({ draft, found, later: [{ CheckStep }] }) => (
            <CheckStep draft={draft} simulation={found} move={move} />
          )}
          receipt={({ receipt, later: [, { SentStep }] }) => (
            <SentStep proposal={receipt} onAgain={() => move.restart(NEW_DRAFT)} />
          )}
        />
      </Card.Body>
    </Card.Root>
  );
}
