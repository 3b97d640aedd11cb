import { Badge, Box, Flex, Heading, Skeleton, Stack, Text } from '@chakra-ui/react';
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RouterOutputs } from '../trpc.ts';
import { ValleyArt } from '../ui/brand.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Fetched, type Query } from '../ui/fetched.tsx';
import { FigureLink } from '../ui/figure-link.tsx';
import { monthRows } from '../ui/month-rows.ts';
import { Loading } from '../ui/skeletons.tsx';
import { ON_SERRA, SHAPE_ON_SERRA } from './on-serra.tsx';
import { type Account, totalBalanceCents } from './total-balance.ts';

type MonthSummary = RouterOutputs['account']['monthSummary'];

type BalanceHeroProps = {
  accounts: Query<Account[]>;
  month: Query<MonthSummary>;
  /** The external account. */
  beside: ReactNode;
  children: ReactNode;
};

export function BalanceHero({ accounts, month, beside, children }: BalanceHeroProps) {
  return (
    <Box
      as="section"
      aria-labelledby="total-balance"
      position="relative"
      overflow="hidden"
      borderRadius="sheet"
      bg={{ base: 'serra.bg', _dark: 'brand.subtle' }}
      color="serra.fg"
      boxShadow="card"
      padding={{ base: '4', md: '8' }}
    >
      <Box
        position="absolute"
        top={{ base: '-4', md: '-16' }}
        right={{ base: '-24', md: '-10' }}
        color="serra.line"
        pointerEvents="none"
        aria-hidden
      >
        <ValleyArt width="33rem" height="22rem" plain />
      </Box>
      <Stack gap={{ base: '5', md: '6' }} position="relative">
        <Flex columnGap={{ base: '8', lg: '12' }} rowGap="5" wrap="wrap" align="flex-start">
          <Stack gap="1" minWidth="0">
            <Heading as="h2" id="total-balance" size="sm" fontWeight="500" color="serra.muted">
              Saldo total
            </Heading>
            <Fetched
              query={accounts}
              failure="Não foi possível carregar o saldo"
              skeleton={<BalanceSkeleton />}
            >
              {(list) => <Balance accounts={list} />}
            </Fetched>
          </Stack>
          {beside}
          <Flex gap="8" marginStart={{ lg: 'auto' }} css={ON_SERRA}>
            <MonthFigure
              label="Entradas do mês"
              sentido="entradas"
              icon={<ArrowDownLeft size={16} aria-hidden />}
              query={month}
            >
              {({ income }) => income}
            </MonthFigure>
            <MonthFigure
              label="Saídas do mês"
              sentido="saidas"
              icon={<ArrowUpRight size={16} aria-hidden />}
              query={month}
            >
              {({ expense }) => expense}
            </MonthFigure>
          </Flex>
        </Flex>
        {children}
      </Stack>
    </Box>
  );
}

function Balance({ accounts }: { accounts: Account[] }) {
  const checking = accounts.find(({ accountType }) => accountType === 'checking');
  return (
    <>
      <Box css={ON_SERRA}>
        <FigureLink
          of="Saldo total"
          search={{ conta: 'corrente', periodo: 'tudo' }}
          cents={totalBalanceCents(accounts)}
          size="hero"
        />
      </Box>
      {checking && (
        <Flex align="center" gap="1" minHeight="11" wrap="wrap" css={ON_SERRA}>
          <Text color="serra.muted">
            Conta corrente{' '}
            <Text as="span" className="code" color="serra.fg" fontWeight="600" whiteSpace="nowrap">
              {checking.accountNumber}
            </Text>
          </Text>
          <CopyButton text={checking.accountNumber} label="Copiar número da conta" />
          {!checking.isActive && <Badge colorPalette="caution">Inativa: não envia nem recebe</Badge>}
        </Flex>
      )}
      <Text color="serra.muted" textStyle="sm">
        Não inclui conta externa nem investimentos.
      </Text>
    </>
  );
}

function BalanceSkeleton() {
  return (
    <Loading label="Carregando saldo…">
      <Stack gap="3">
        <Skeleton {...SHAPE_ON_SERRA} height={{ base: '10', md: '13' }} width="56" />
        <Skeleton {...SHAPE_ON_SERRA} height="8" width="44" />
      </Stack>
    </Loading>
  );
}

type MonthFigureProps = {
  label: string;
  sentido: 'entradas' | 'saidas';
  icon: ReactNode;
  query: BalanceHeroProps['month'];
  children: (month: MonthSummary) => string;
};

type FigureProps = Omit<MonthFigureProps, 'icon' | 'query'> & { month: MonthSummary | undefined };

function Figure({ label, sentido, month, children }: FigureProps) {
  if (!month) return <span>—</span>;
  return <FigureLink of={label} search={monthRows(month.month, { sentido })} decimal={children(month)} />;
}

/** On failure the month's own card offers to retry. */
function MonthFigure({ label, sentido, icon, query, children }: MonthFigureProps) {
  return (
    <Stack gap="0">
      <Flex align="center" gap="1.5" color="serra.muted" textStyle="sm">
        {icon}
        {label}
      </Flex>
      <Box fontWeight="600" textStyle="lg">
        {query.data === undefined && query.isFetching ? (
          <Skeleton {...SHAPE_ON_SERRA} height="7" width="24" />
        ) : (
          <Figure label={label} sentido={sentido} month={query.data}>
            {children}
          </Figure>
        )}
      </Box>
    </Stack>
  );
}
