import { Card } from '@chakra-ui/react';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { httpStatusOf, messageOf } from '../ui/server-error.ts';
import { FillStep } from './fill-step.tsx';
import type { LaterSteps } from './later-steps.ts';
import { PROPOSAL_FAILURE, useProposal } from './use-proposal.ts';

/** A new proposal: simular → conferir → enviada. */
export function ProposalCard() {
  const proposal = useProposal();
  const { flow, mutation } = proposal;
  const [later, setLater] = useState<LaterSteps | null>(null);
  const mayGoBack = flow.step === 'check' && flow.outcome === 'none';
  // The browser's own way back leads from the summary to the form, which would be lost otherwise.
  useBlocker({
    disabled: !mayGoBack,
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false;
      proposal.back();
      return true;
    },
  });
  return (
    <Card.Root
      as="section"
      id="nova-proposta"
      aria-label="Nova proposta"
      scrollMarginTop="24"
      onKeyDown={({ key }) => key === 'Escape' && mayGoBack && proposal.back()}
    >
      <Card.Body padding={{ base: '4', md: '6' }}>
        {flow.step === 'fill' && (
          <FillStep
            key={proposal.starts}
            draft={flow.draft}
            takesFocus={proposal.starts > 0}
            onReview={(draft, simulation, steps) => {
              setLater(steps);
              proposal.review(draft, simulation);
            }}
          />
        )}
        {flow.step === 'check' && later && (
          <later.CheckStep
            draft={flow.draft}
            simulation={flow.found}
            outcome={flow.outcome}
            pending={mutation.isPending}
            refusal={
              httpStatusOf(mutation.error) === null ? null : messageOf(mutation.error, PROPOSAL_FAILURE)
            }
            onSend={proposal.send}
            onBack={proposal.back}
          />
        )}
        {flow.step === 'receipt' && later && (
          <later.SentStep proposal={flow.receipt} onAgain={proposal.start} />
        )}
      </Card.Body>
    </Card.Root>
  );
}
