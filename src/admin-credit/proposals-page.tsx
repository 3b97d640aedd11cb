import { useState } from 'react';
import { CountStrip } from '../ui/count-strip.tsx';
import { ListScreen } from '../ui/list-screen.tsx';
import { part } from '../ui/part.tsx';
import { type Sorts, useList } from '../ui/use-list.ts';
import { ProposalCard } from './proposal-card.tsx';
import { COUNTED, filtersOf, orderOf, STATUS_OPTIONS } from './search.ts';
import { type Proposal, useCounts, useKeepProposal, useProposals } from './use-proposals.ts';

const AnalysisDialog = part('AnalysisDialog', () => import('./analysis-dialog.tsx'));

const SORTS = {
  data: { field: 'createdAt', up: 'da mais antiga à mais nova', down: 'da mais nova à mais antiga' },
  valor: { field: 'amount', up: 'do menor ao maior valor', down: 'do maior ao menor valor' },
} as const satisfies Sorts<string>;

export function ProposalsPage() {
  const list = useList('/admin/credit', { filtersOf, orderOf, sorts: SORTS, rows: 24 });
  const query = useProposals(list.asked);
  const counts = useCounts(list.filters.q);
  const keep = useKeepProposal(list.asked);
  const [opened, setOpened] = useState<Proposal | null>(null);
  const totals = counts.data?.totals;
  return (
    <>
      <ListScreen
        list={list}
        title="Crédito"
        subtitle={(order) => `As propostas dos clientes, ${order}.`}
        onRefresh={() => {
          void query.refetch();
          void counts.refetch();
        }}
        above={
          <CountStrip
            counts={[
              [COUNTED.undecided, totals?.pending.toLocaleString('pt-BR')],
              [COUNTED.granted, totals?.approved.toLocaleString('pt-BR')],
              ['Rejeitadas', totals?.rejected.toLocaleString('pt-BR')],
            ]}
          />
        }
        filters={[
          [
            { kind: 'text', name: 'busca', label: 'Buscar', placeholder: 'Cliente, CPF, CNPJ ou finalidade' },
            { kind: 'choice', name: 'status', label: 'Status', options: STATUS_OPTIONS },
          ],
        ]}
        label="Propostas"
        query={query}
        rowsOf={({ proposals }) => proposals}
        total={undefined}
        noun={['proposta', 'propostas']}
        card={(proposal) => <ProposalCard proposal={proposal} onAnalyse={setOpened} />}
        cardHeight="19rem"
        failure="Não foi possível carregar as propostas"
        empty={{
          title: 'Nenhuma proposta encontrada',
          ...(list.isFiltered
            ? {
                description: 'Nenhuma proposta combina com a busca e o status escolhidos.',
                all: 'Mostrar todas',
              }
            : { description: 'Uma proposta aparece aqui assim que um cliente a envia.' }),
        }}
      />
      {opened && (
        <AnalysisDialog key={opened.id} opened={opened} onChanged={keep} onClose={() => setOpened(null)} />
      )}
    </>
  );
}
