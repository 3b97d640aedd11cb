import { Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import type { LoanTerms } from '#domain/credit/terms';
import { trpc } from '../trpc.ts';
import { DialogAct } from '../ui/dialog-frame.tsx';
import { Money } from '../ui/money.tsx';
import { Failure } from '../ui/notice.tsx';
import { serverErrorOf } from '../ui/server-error.ts';
import { toast, toastError } from '../ui/toast.ts';
import { NewTerms } from './new-terms.tsx';
import { Panel } from './panel.tsx';
import type { Proposal } from './use-proposals.ts';

export type DecisionProps = {
  proposal: Proposal;
  onDecided: (proposal: Proposal) => void;
  onConflict: () => void;
};

const FAILURE = 'Não foi possível aprovar a proposta';

type ApproveStepProps = DecisionProps & { interestRate: string; terms: LoanTerms; onBack: () => void };

export function ApproveStep({
  proposal,
  interestRate,
  terms,
  onDecided,
  onConflict,
  onBack,
}: ApproveStepProps) {
  const asked = useRef<HTMLParagraphElement>(null);
  useEffect(() => asked.current?.focus(), []);
  const approval = trpc.credit.proposals.approve.useMutation({
    onSuccess: (decided) => {
      toast({ title: 'Proposta aprovada', description: proposal.holder?.name });
      onDecided(decided);
    },
    onError: (error) => {
      toastError('Erro ao aprovar', error, FAILURE);
      if (serverErrorOf(error)?.code === 'PROPOSAL_DECIDED') onConflict();
    },
  });
  return (
    <Panel title="Confirme a aprovação">
      <Text ref={asked} tabIndex={-1} outline="none">
        Aprovar <Money decimal={proposal.amount} fontWeight="700" exposed /> para{' '}
        <strong>{proposal.holder?.name}</strong>?
      </Text>
      <NewTerms proposal={proposal} interestRate={interestRate} terms={terms} />
      <div role="alert">
        <Failure of={approval} fallback={FAILURE} />
      </div>
      <DialogAct
        onCancel={onBack}
        cancel="Voltar"
        pending={approval.isPending}
        pendingText="Aprovando…"
        onClick={() =>
          approval.mutate({
            id: proposal.id,
            ...(interestRate !== proposal.interestRate && { interestRate }),
          })
        }
      >
        Confirmar aprovação
      </DialogAct>
    </Panel>
  );
}
