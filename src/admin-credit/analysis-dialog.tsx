import { Flex, Grid, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { isReviewOpen } from '#domain/credit/words';
import { trpc } from '../trpc.ts';
import { formatMoment } from '../ui/date.ts';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { httpStatusOf } from '../ui/server-error.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { ClientFacts } from './client-facts.tsx';
import { DecisionPanel, type DecisionStep } from './decision-panel.tsx';
import { PdfPanel } from './pdf-panel.tsx';
import { CollateralFacts, ProposalFacts } from './proposal-facts.tsx';
import { ReviewStep } from './review-step.tsx';
import { ScorePanel } from './score-panel.tsx';
import { isUndecided, type Proposal, useFreshProposal } from './use-proposals.ts';

type AnalysisDialogProps = {
  opened: Proposal;
  onChanged: (proposal: Proposal) => void;
  onClose: () => void;
};

/** Opening this dialog moves a pending proposal to 'under analysis'. */
export function AnalysisDialog({ opened, onChanged, onClose }: AnalysisDialogProps) {
  const analysis = useAnalysis(opened, onChanged);
  const { proposal, start, isDecidedByOther } = analysis;
  const [step, setStep] = useState<DecisionStep>('choose');
  return (
    <DialogFrame
      title="Análise da proposta"
      size="xl"
      fromTop
      // Esc must not lose a half-written reason or leave a pending decision.
      locked={isUndecided(proposal) && step !== 'choose'}
      onClose={onClose}
    >
      <Flex justify="space-between" align="flex-start" gap="3" wrap="wrap">
        <Stack gap="0.5" minWidth="0">
          <Text fontWeight="600" textStyle="lg" overflowWrap="anywhere">
            {proposal.purpose}
          </Text>
          <Text color="fg.muted">{proposal.holder?.name}</Text>
        </Stack>
        <StatusBadge status={proposal.status} />
      </Flex>
      <div role="alert">
        {isDecidedByOther && (
          <Notice
            status="warning"
            title="Outra pessoa decidiu esta proposta antes. O que se vê aqui é a decisão dela."
          />
        )}
      </div>
      {start.isError && !isDecidedByOther && (
        <ErrorState
          title="Não foi possível iniciar a análise"
          error={start.error}
          onRetry={() => start.mutate({ id: proposal.id })}
        />
      )}
      <Grid
        gap="4"
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
        alignItems="start"
      >
        <Stack gap="4" minWidth="0">
          <ProposalFacts proposal={proposal} />
          <ClientFacts proposal={proposal} />
          <CollateralFacts proposal={proposal} />
        </Stack>
        <Stack gap="4" minWidth="0">
          <ScorePanel proposal={proposal} />
          <PdfPanel
            proposal={proposal}
            onKept={(creditAnalysisPdfPath) => analysis.keep({ ...proposal, creditAnalysisPdfPath })}
          />
        </Stack>
      </Grid>
      {isUndecided(proposal) ? (
        <DecisionPanel
          proposal={proposal}
          step={step}
          onStep={setStep}
          onDecided={analysis.keep}
          onConflict={analysis.onConflict}
        />
      ) : (
        <>
          <Decided proposal={proposal} />
          {isReviewOpen(proposal) && (
            <ReviewStep proposal={proposal} onDone={analysis.keep} onConflict={analysis.onStale} />
          )}
        </>
      )}
    </DialogFrame>
  );
}

function useAnalysis(opened: Proposal, onChanged: (proposal: Proposal) => void) {
  const [proposal, setProposal] = useState(opened);
  const [isDecidedByOther, setDecidedByOther] = useState(false);
  const fresh = useFreshProposal();
  const keep = (kept: Proposal) => {
    setProposal(kept);
    onChanged(kept);
  };
  const refetch = async () => {
    const found = await fresh(opened).catch(() => null);
    if (found) keep(found);
  };
  const onConflict = () => {
    setDecidedByOther(true);
    void refetch();
  };
  const start = trpc.credit.proposals.startAnalysis.useMutation({
    onSuccess: keep,
    onError: (error) => httpStatusOf(error) === 409 && onConflict(),
  });
  const { mutate } = start;
  useEffect(() => {
    if (isUndecided(opened)) mutate({ id: opened.id });
  }, [opened, mutate]);
  return { proposal, keep, start, isDecidedByOther, onConflict, onStale: () => void refetch() };
}

const WORDS: Partial<Record<Proposal['status'], string>> = {
  rejected: 'Proposta rejeitada',
  cancelled: 'Aprovada, e cancelada sem assinatura',
};

function Decided({ proposal: { status, decidedAt, decisionReason } }: { proposal: Proposal }) {
  const last = useRef<HTMLDivElement>(null);
  // The buttons that had focus are gone.
  useEffect(() => {
    if (document.activeElement === document.body) last.current?.focus();
  }, []);
  return (
    <Notice
      ref={last}
      status={status === 'rejected' ? 'error' : 'success'}
      tabIndex={-1}
      outline="none"
      title={
        <>
          {WORDS[status] ?? 'Proposta aprovada'}
          {decidedAt !== null && ` em ${formatMoment(decidedAt)}`}
        </>
      }
    >
      {decisionReason !== null && `Motivo: ${decisionReason}`}
    </Notice>
  );
}
