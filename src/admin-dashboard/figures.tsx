import { SimpleGrid, Skeleton, Text } from '@chakra-ui/react';
import type { RouterOutputs } from '../trpc.ts';
import { FigureCard } from '../ui/figure-cards.tsx';
import { Money } from '../ui/money.tsx';
import { Loading } from '../ui/skeletons.tsx';

type DashboardFigures = RouterOutputs['admin']['dashboard']['figures'];

const COLUMNS = { base: 1, sm: 2, lg: 3 };
const count = new Intl.NumberFormat('pt-BR');

/** The six figures: what is owed and owned in money, and what waits to be decided. */
export function Figures({ figures }: { figures: DashboardFigures }) {
  return (
    <SimpleGrid as="dl" columns={COLUMNS} gap="4" margin="0">
      <FigureCard label="Clientes">{count.format(figures.users)}</FigureCard>
      <FigureCard label="Contas ativas">{count.format(figures.activeAccounts)}</FigureCard>
      <FigureCard label="Aprovações pendentes">{count.format(figures.pendingApprovals)}</FigureCard>
      <FigureCard label="Saldo total" hint="em contas de clientes">
        <Money decimal={figures.totalBalance} />
      </FigureCard>
      <FigureCard label="Carteira de crédito" hint="principal a receber">
        <Money decimal={figures.creditPortfolio} />
      </FigureCard>
      <FigureCard label="Investimentos" hint="principal aplicado">
        <Money decimal={figures.investments} />
      </FigureCard>
    </SimpleGrid>
  );
}

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The six cards while they are counted. */
export function FiguresSkeleton() {
  return (
    <Loading label="Carregando os números do banco…">
      <SimpleGrid columns={COLUMNS} gap="4">
        {PLACES.map((place) => (
          <Skeleton key={place} height="24" borderRadius="card" />
        ))}
      </SimpleGrid>
      <Text height="8" />
      <Skeleton height="72" borderRadius="card" />
    </Loading>
  );
}
