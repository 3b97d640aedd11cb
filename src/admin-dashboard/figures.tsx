import { chakra, SimpleGrid } from '@chakra-ui/react';
import { type LinkProps, linkOptions } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RouterOutputs } from '../trpc.ts';
import { PlainLink } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { CardsSkeleton, Loading } from '../ui/skeletons.tsx';
import { inDigits } from './count.ts';

type DashboardFigures = RouterOutputs['admin']['dashboard']['figures'];

const COLUMNS = { base: 1, sm: 2, lg: 3 };

const LISTS = {
  users: linkOptions({ to: '/admin/users', search: { perfil: 'cliente' } }),
  activeAccounts: linkOptions({ to: '/admin/accounts', search: { status: 'ativas' } }),
  totalBalance: linkOptions({ to: '/admin/accounts', search: { tipo: 'deposits' } }),
  creditPortfolio: linkOptions({ to: '/admin/operations' }),
  investments: linkOptions({ to: '/admin/investments' }),
  pendingApprovals: linkOptions({ to: '/admin/credit', search: { status: 'undecided' } }),
} satisfies Record<keyof DashboardFigures, LinkProps>;

export function Figures({ figures }: { figures: DashboardFigures }) {
  return (
    <SimpleGrid as="ul" aria-label="Números do banco" columns={COLUMNS} gap="4" listStyleType="none">
      <Figure label="Clientes" link={LISTS.users}>
        {inDigits(figures.users)}
      </Figure>
      <Figure label="Contas ativas" link={LISTS.activeAccounts}>
        {inDigits(figures.activeAccounts)}
      </Figure>
      <Figure label="Aprovações pendentes" link={LISTS.pendingApprovals}>
        {inDigits(figures.pendingApprovals)}
      </Figure>
      <Figure label="Saldo total" hint="corrente e poupança" link={LISTS.totalBalance}>
        <Money decimal={figures.totalBalance} />
      </Figure>
      <Figure label="Carteira de crédito" hint="principal" link={LISTS.creditPortfolio}>
        <Money decimal={figures.creditPortfolio} />
      </Figure>
      <Figure label="Investimentos" hint="principal" link={LISTS.investments}>
        <Money decimal={figures.investments} />
      </Figure>
    </SimpleGrid>
  );
}

type FigureProps = { label: string; hint?: string; link: LinkProps; children: ReactNode };

function Figure({ label, hint, link, children }: FigureProps) {
  return (
    <chakra.li display="flex" minWidth="0">
      <PlainLink
        {...link}
        flex="1"
        minWidth="0"
        display="block"
        layerStyle="panel"
        padding="5"
        borderWidth="2px"
        borderColor="transparent"
        transition="border-color 90ms"
        _hover={{ borderColor: 'border.emphasized' }}
      >
        <chakra.span display="flex" alignItems="center" gap="2" color="fg.muted" textStyle="sm">
          <span>
            {label}
            {hint !== undefined && <chakra.span color="fg.subtle"> · {hint}</chakra.span>}
          </span>
          <chakra.span marginInlineStart="auto" color="fg.subtle" flexShrink={0} asChild>
            <ArrowRight size={16} aria-hidden />
          </chakra.span>
        </chakra.span>{' '}
        <chakra.span
          className="num"
          display="block"
          marginTop="1"
          fontFamily="heading"
          fontWeight="700"
          textStyle="2xl"
          overflowWrap="anywhere"
        >
          {children}
        </chakra.span>
      </PlainLink>
    </chakra.li>
  );
}

export function FiguresSkeleton() {
  return (
    <Loading label="Carregando os números do banco…">
      <CardsSkeleton cards={6} height="24" columns={COLUMNS} />
    </Loading>
  );
}
