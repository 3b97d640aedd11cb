import { Button, Card, Grid, Stack } from '@chakra-ui/react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { CardList } from '../ui/card-list.tsx';
import { Count, CountStrip } from '../ui/count-strip.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FieldBox } from '../ui/field.tsx';
import { PageHeader } from '../ui/page.tsx';
import { RefreshButton } from '../ui/refresh-button.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { SelectBox } from '../ui/select-box.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { type ProposalsSearch, parseProposalsSearch, STATUS_OPTIONS } from './search.ts';
import { type Proposal, useCounts, useKeepProposal, useProposals } from './use-proposals.ts';

/** Only who analyses needs it. */
const AnalysisDialog = lazy(async () => ({
  default: (await import('./analysis-dialog.tsx')).AnalysisDialog,
}));

/** Everybody's proposals, newest first, as filtered by the address; each is analysed and decided in a dialog. */
export function ProposalsPage() {
  const search = parseProposalsSearch(useSearch({ from: '/admin/credit' }));
  const navigate = useNavigate({ from: '/admin/credit' });
  const query = useProposals(search);
  const counts = useCounts(search);
  const keep = useKeepProposal(search);
  const [opened, setOpened] = useState<Proposal | null>(null);
  const totals = counts.data?.totals;

  // Over what the address will be: two choices in quick succession are both kept.
  const change = (changed: ProposalsSearch) =>
    void navigate({
      search: (current) => parseProposalsSearch({ ...current, ...changed }),
      replace: true,
      resetScroll: false,
    });

  return (
    <>
      <PageHeader
        title="Crédito"
        subtitle="As propostas dos clientes, da mais nova à mais antiga."
        actions={
          <RefreshButton
            refreshing={query.isRefetching}
            onRefresh={() => {
              void query.refetch();
              void counts.refetch();
            }}
          />
        }
      />
      <Stack gap="6">
        <CountStrip>
          <Count name="Pendentes">{totals?.pending.toLocaleString('pt-BR')}</Count>
          <Count name="Aprovadas">{totals?.approved.toLocaleString('pt-BR')}</Count>
          <Count name="Rejeitadas">{totals?.rejected.toLocaleString('pt-BR')}</Count>
        </CountStrip>
        <Filters search={search} onChange={change} />
        <CardList
          label="Propostas"
          query={query}
          rows={query.data?.pages.flatMap(({ proposals }) => proposals)}
          total={undefined}
          rowKey={({ id }) => id}
          noun={['proposta', 'propostas']}
          failure="Não foi possível carregar as propostas"
          cardHeight="22rem"
          card={(proposal) => <ProposalCard proposal={proposal} onAnalyse={setOpened} />}
          empty={
            <EmptyState
              title="Nenhuma proposta encontrada"
              description="Uma proposta aparece aqui assim que um cliente a envia."
              action={
                <Button
                  variant="outline"
                  onClick={() => void navigate({ search: {}, replace: true, resetScroll: false })}
                >
                  Mostrar todas
                </Button>
              }
            />
          }
        />
      </Stack>
      <Suspense>
        {opened && (
          <AnalysisDialog key={opened.id} opened={opened} onChanged={keep} onClose={() => setOpened(null)} />
        )}
      </Suspense>
    </>
  );
}

type FiltersProps = { search: ProposalsSearch; onChange: (changed: ProposalsSearch) => void };

function Filters({ search, onChange }: FiltersProps) {
  return (
    <Card.Root as="section" aria-label="Filtros">
      <Card.Body padding={{ base: '4', md: '6' }}>
        <Grid gap="4" templateColumns={{ base: '1fr', md: '2fr 1fr' }} alignItems="start">
          <SearchBox
            label="Buscar"
            placeholder="Finalidade"
            query={search.busca ?? ''}
            onSearch={(busca) => onChange({ busca })}
          />
          <FieldBox label="Status">
            <SelectBox
              options={STATUS_OPTIONS}
              value={search.status ?? ''}
              onChange={(status) => onChange({ status: status || undefined })}
            />
          </FieldBox>
        </Grid>
      </Card.Body>
    </Card.Root>
  );
}
