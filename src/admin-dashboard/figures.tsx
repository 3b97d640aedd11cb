import { chakra, SimpleGrid, Skeleton, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { RouterOutputs } from '../trpc.ts';
import { Money } from '../ui/money.tsx';
import { Loading } from '../ui/skeletons.tsx';

type DashboardFigures = RouterOutputs['admin']['dashboard']['figures'];

const COLUMNS = { base: 1, sm: 2, lg: 3 };
const count = new Intl.NumberFormat('pt-BR');

/** The six figures: what is owed and owned in money, and what waits to be decided. */
export function Figures({ figures }: { figures: DashboardFigures }) {
  return (
    <SimpleGrid as="dl" columns={COLUMNS} gap="4" margin="0">
      <Figure label="Clientes">{count.format(figures.users)}</Figure>
      <Figure label="Contas ativas">{count.format(figures.activeAccounts)}</Figure>
      <Figure label="Aprovações pendentes">{count.format(figures.pendingApprovals)}</Figure>
      <Figure label="Saldo total" hint="em contas de clientes">
        <Money decimal={figures.totalBalance} />
      </Figure>
      <Figure label="Carteira de crédito" hint="principal a receber">
        <Money decimal={figures.creditPortfolio} />
      </Figure>
      <Figure label="Investimentos" hint="principal aplicado">
        <Money decimal={figures.investments} />
      </Figure>
    </SimpleGrid>
  );
}

function Figure({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <chakra.div bg="bg.panel" borderRadius="card" boxShadow="card" padding="5">
      <chakra.dt color="fg.muted" textStyle="sm">
        {label}
        {hint !== undefined && <chakra.span color="fg.subtle"> · {hint}</chakra.span>}
      </chakra.dt>
      <chakra.dd
        className="num"
        margin="0"
        marginTop="1"
        fontFamily="heading"
        fontWeight="700"
        textStyle="2xl"
        overflowWrap="anywhere"
      >
        {children}
      </chakra.dd>
    </chakra.div>
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
