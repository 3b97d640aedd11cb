import { Heading, Stack } from '@chakra-ui/react';
import { trpc } from '../trpc.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { MorePages } from '../ui/more-pages.tsx';
import { OldNotice } from '../ui/old-notice.tsx';
import { PageHeader } from '../ui/page.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { PAGED } from '../ui/use-list.ts';
import { ProposalCard } from './proposal-card.tsx';
import { ProposalList } from './proposal-list.tsx';

export function CreditPage() {
  // Decisions are made elsewhere, so opening the screen refetches.
  const list = trpc.credit.proposals.list.useInfiniteQuery({}, { ...PAGED, refetchOnMount: 'always' });
  return (
    <>
      <PageHeader
        title="Crédito"
        subtitle="Simule com a sua taxa, envie a proposta e acompanhe a decisão."
        refresh={{ refreshing: list.isFetching, onRefresh: () => void list.refetch() }}
      />
      <Stack gap={{ base: '8', md: '10' }}>
        <OldNotice queries={[list]} />
        <ProposalCard />
        <Stack as="section" gap="4" aria-labelledby="minhas-propostas" minWidth="0">
          <Heading as="h2" id="minhas-propostas" size="lg" fontWeight="600">
            Minhas Propostas
          </Heading>
          <Fetched
            query={list}
            failure="Não foi possível carregar suas propostas"
            skeleton={<RowsSkeleton rows={3} label="Carregando propostas…" />}
          >
            {({ pages }) =>
              pages[0]?.proposals.length === 0 ? (
                <EmptyState
                  level="h3"
                  title="Nenhuma proposta ainda"
                  description="As propostas que você enviar aparecem aqui, cada uma com a sua análise."
                />
              ) : (
                <ProposalList proposals={pages.flatMap(({ proposals }) => proposals)} />
              )
            }
          </Fetched>
          <MorePages query={list} />
        </Stack>
      </Stack>
    </>
  );
}
