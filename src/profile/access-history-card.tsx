import { chakra, Text } from '@chakra-ui/react';
import { AUDIT_ACTION_LABELS } from '#domain/audit/words';
import { trpc } from '../trpc.ts';
import { formatMoment } from '../ui/date.ts';
import { Fetched } from '../ui/fetched.tsx';
import { ListRow } from '../ui/list-row.tsx';
import { MorePages } from '../ui/more-pages.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';

const PAGE_VIEWS = 10;

const LABELS: Record<string, string> = AUDIT_ACTION_LABELS;

export function AccessHistoryCard() {
  const history = trpc.auth.accessHistory.useInfiniteQuery(
    { limit: PAGE_VIEWS },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
  return (
    <SectionCard
      title="Quem consultou o meu cadastro"
      description="Quem do ValeBank abriu ou mudou o seu cadastro ou as suas contas. O que a mesma pessoa abre em dez minutos aparece uma vez."
    >
      <Fetched
        query={history}
        failure="Não foi possível carregar as consultas"
        skeleton={<RowsSkeleton rows={3} label="Carregando as consultas…" />}
      >
        {({ pages }) => {
          const views = pages.flatMap((page) => page.views);
          if (views.length === 0) return <Text color="fg.muted">Ninguém consultou o seu cadastro.</Text>;
          return (
            <chakra.ul listStyle="none" margin="0" padding="0">
              {views.map(({ id, at, byName, action, device }) => (
                <ListRow key={id}>
                  <Text fontWeight="600">{LABELS[action] ?? action}</Text>
                  <Text color="fg.muted" textStyle="sm" className="num">
                    {byName || 'ValeBank'} · {formatMoment(at)} · {device}
                  </Text>
                </ListRow>
              ))}
            </chakra.ul>
          );
        }}
      </Fetched>
      <MorePages query={history} />
    </SectionCard>
  );
}
