import { Badge, Box, Flex, Heading, Skeleton, Stack, Text } from '@chakra-ui/react';
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RouterOutputs } from '../trpc.ts';
import { ValleyArt } from '../ui/brand.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Fetched, type Query } from '../ui/fetched.tsx';
import { Money } from '../ui/money.tsx';
import { Loading } from '../ui/skeletons.tsx';
import { type Account, totalBalanceCents } from './total-balance.ts';

const onSerra = {
  '& button': {
    color: 'serra.fg',
    _hover: { bg: 'serra.active' },
    _focusVisible: { outlineColor: 'serra.ring' },
  },
} as const;

const SHAPE_ON_SERRA = { bg: 'serra.muted/35', borderRadius: 'control' } as const;

type BalanceHeroProps = {
  accounts: Query<Account[]>;
  month: Query<RouterOutputs['account']['monthSummary']>;
  children: ReactNode;
};

export function BalanceHero({ accounts, month, children }: BalanceHeroProps) {
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
        <Flex gap="6" wrap="wrap" justify="space-between" align="flex-end">
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
          <Flex gap="8">
            <MonthFigure label="Entradas do mês" icon={<ArrowDownLeft size={16} aria-hidden />} query={month}>
              {({ income }) => income}
            </MonthFigure>
            <MonthFigure label="Saídas do mês" icon={<ArrowUpRight size={16} aria-hidden />} query={month}>
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
      <Money cents={totalBalanceCents(accounts)} size="hero" />
      {checking && (
        <Flex align="center" gap="1" minHeight="11" wrap="wrap" css={onSerra}>
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
  icon: ReactNode;
  query: BalanceHeroProps['month'];
  children: (month: RouterOutputs['account']['monthSummary']) => string;
};

/** On failure the month's own card offers to retry. */
function MonthFigure({ label, icon, query, children }: MonthFigureProps) {
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
          <Money decimal={query.data && children(query.data)} />
        )}
      </Box>
    </Stack>
  );
}
