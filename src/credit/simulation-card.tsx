import { Button, Skeleton, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { Table2 } from 'lucide-react';
import { useState } from 'react';
import { formatBrl, parseDecimal } from '#domain/money';
import { ErrorState } from '../ui/error-state.tsx';
import type { Query } from '../ui/fetched.tsx';
import { part } from '../ui/part.tsx';
import { Loading } from '../ui/skeletons.tsx';
import type { Simulation } from './draft.ts';
import { IncomeBar } from './income-bar.tsx';
import { InstalmentLine } from './instalment-line.tsx';
import { LoanFacts } from './loan-facts.tsx';
import { WhyInstalment } from './why-instalment.tsx';

const InstalmentsDialog = part('InstalmentsDialog', () => import('./instalments-dialog.tsx'));

type SimulationCardProps = {
  query: Query<Simulation>;
  isAsked: boolean;
  isOld: boolean;
};

export function SimulationCard({ query, isAsked, isOld }: SimulationCardProps) {
  const { data } = query;
  return (
    <Stack
      as="section"
      aria-label="Simulação"
      aria-busy={isOld || query.isFetching}
      gap="4"
      bg="bg.subtle"
      borderRadius="card"
      padding="5"
    >
      {!isAsked && !isOld && (
        <Text color="fg.muted">Informe o valor e o prazo para ver a parcela, os juros e o custo total.</Text>
      )}
      {query.error && !query.isFetching && !isOld ? (
        <ErrorState
          title="Não foi possível simular"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        isAsked && (data ? <Result simulation={data} isOld={isOld} /> : <ResultSkeleton />)
      )}
    </Stack>
  );
}

function Result({ simulation, isOld }: { simulation: Simulation; isOld: boolean }) {
  const [showsInstalments, setShowsInstalments] = useState(false);
  const months = simulation.schedule.length;
  return (
    <>
      <VisuallyHidden role="status">
        {!isOld &&
          `${months} ${months === 1 ? 'parcela' : 'parcelas'} de ${formatBrl(parseDecimal(simulation.monthlyPayment) ?? 0)}`}
      </VisuallyHidden>
      <Stack gap="4">
        <Stack gap="1">
          <Text color="fg.muted">
            {isOld ? 'Recalculando…' : 'Parcela fixa, taxa da sua análise de hoje'}
          </Text>
          <InstalmentLine termMonths={months} monthlyPayment={simulation.monthlyPayment} />
        </Stack>
        <IncomeBar monthlyPayment={simulation.monthlyPayment} />
        <LoanFacts simulation={simulation} />
      </Stack>
      <WhyInstalment simulation={simulation} />
      <Button
        type="button"
        variant="outline"
        aria-haspopup="dialog"
        onClick={() => setShowsInstalments(true)}
      >
        <Table2 size={18} aria-hidden />
        Ver todas as parcelas
      </Button>
      {showsInstalments && (
        <InstalmentsDialog simulation={simulation} onClose={() => setShowsInstalments(false)} />
      )}
    </>
  );
}

function ResultSkeleton() {
  return (
    <Loading label="Simulando…">
      <Stack gap="4">
        <Skeleton height="16" width="80%" borderRadius="control" />
        <Skeleton height="8" borderRadius="control" />
        <Skeleton height="20rem" borderRadius="control" />
      </Stack>
    </Loading>
  );
}
