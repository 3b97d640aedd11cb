import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { type Limit, LimitList, nameOf } from '../shared-limits/limit-list.tsx';
import { trpc } from '../trpc.ts';
import { Fetched } from '../ui/fetched.tsx';
import { part } from '../ui/part.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import type { Client } from './client-card.tsx';

const MaximumDialog = part('MaximumDialog', () => import('./maximum-dialog.tsx'));

export function LimitsSection({ client }: { client: Client }) {
  const limits = trpc.admin.users.limits.useQuery({ id: client.id });
  const [changing, setChanging] = useState<Limit | null>(null);
  return (
    <SectionCard
      title="Limites"
      description={
        limits.data?.hasRules === false
          ? 'Nesta instalação as regras são opcionais, e este cliente não as ligou.'
          : 'O cliente escolhe até o máximo, que o banco define.'
      }
    >
      <Fetched
        query={limits}
        failure="Não foi possível carregar os limites"
        skeleton={<RowsSkeleton rows={5} label="Carregando os limites…" />}
      >
        {(data) => (
          <LimitList
            of={data}
            showsMaximum
            actions={(limit) =>
              client.closedAt === null && (
                <Button
                  variant="outline"
                  minHeight="11"
                  aria-label={`Mudar o máximo: ${nameOf(limit)}`}
                  aria-haspopup="dialog"
                  onClick={() => setChanging(limit)}
                >
                  Mudar o máximo
                </Button>
              )
            }
          />
        )}
      </Fetched>
      {changing && <MaximumDialog client={client} limit={changing} onClose={() => setChanging(null)} />}
    </SectionCard>
  );
}
