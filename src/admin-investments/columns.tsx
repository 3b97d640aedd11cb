import { Button, chakra, Text } from '@chakra-ui/react';
import { daysBetween } from '#domain/date';
import { formatPercent } from '#domain/percent';
import type { RouterOutputs } from '../trpc.ts';
import { ActiveBadge } from '../ui/active-badge.tsx';
import type { Column } from '../ui/data-table.tsx';
import { formatDay } from '../ui/date.ts';
import { TextLink } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { RiskBadge } from '../ui/risk-badge.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';

export type Product = RouterOutputs['investment']['products']['list'][number];
export type Investment = RouterOutputs['investment']['list']['investments'][number];
export type MaturityDay = RouterOutputs['investment']['maturities']['maturities'][number];

const num = (text: string) => (
  <chakra.span className="num" whiteSpace="nowrap">
    {text}
  </chakra.span>
);

export const productColumns = (onChange: (product: Product) => void): Column<Product>[] => [
  {
    title: 'Produto',
    kind: 'name',
    cell: ({ name, description }) => (
      <>
        <Text fontWeight="600">{name}</Text>
        <Text color="fg.muted" lineClamp={2}>
          {description}
        </Text>
      </>
    ),
  },
  { title: 'Taxa', kind: 'figure', cell: ({ annualRate }) => num(`${formatPercent(annualRate)} a.a.`) },
  { title: 'Mínimo', kind: 'figure', cell: ({ minAmount }) => <Money decimal={minAmount} exposed /> },
  { title: 'Prazo', kind: 'figure', cell: ({ termDays }) => num(`${termDays} dias`) },
  { title: 'Risco', cell: ({ riskLevel }) => <RiskBadge level={riskLevel} /> },
  {
    title: 'Status',
    cell: ({ isActive }) => <ActiveBadge active={isActive} words={['Ativo', 'Inativo']} />,
  },
  {
    title: 'Ações',
    kind: 'actions',
    cell: (product) => (
      <Button
        size="sm"
        variant="outline"
        aria-haspopup="dialog"
        aria-label={`${product.isActive ? 'Desativar' : 'Ativar'} ${product.name}`}
        onClick={() => onChange(product)}
      >
        {product.isActive ? 'Desativar' : 'Ativar'}
      </Button>
    ),
  },
];

export const investmentColumns = (today: string): Column<Investment>[] => [
  {
    title: 'Cliente',
    kind: 'name',
    cell: ({ holder }) =>
      holder && (
        <TextLink
          to="/admin/clients/$id/history"
          params={{ id: holder.id }}
          variant="underline"
          colorPalette="brand"
          fontWeight="600"
        >
          {holder.name}
        </TextLink>
      ),
  },
  { title: 'Produto', cell: ({ productName }) => productName },
  { title: 'Aplicado', sort: 'valor', kind: 'figure', cell: ({ amount }) => <Money decimal={amount} /> },
  { title: 'Taxa', kind: 'figure', cell: ({ rate }) => num(`${formatPercent(rate)} a.a.`) },
  {
    title: 'Retorno esperado',
    kind: 'figure',
    cell: ({ expectedReturn }) => <Money decimal={expectedReturn} />,
  },
  { title: 'Início', sort: 'inicio', cell: ({ startDate }) => num(formatDay(startDate)) },
  {
    title: 'Vencimento',
    sort: 'vencimento',
    cell: ({ maturityDate, status }) => (
      <>
        {num(formatDay(maturityDate))}
        {status === 'active' && (
          <Text color="fg.muted" className="num">
            {aheadText(daysBetween(today, maturityDate))}
          </Text>
        )}
      </>
    ),
  },
  { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
];

export const maturityColumns = (today: string): Column<MaturityDay>[] => [
  { title: 'Vencimento', kind: 'name', cell: ({ day }) => num(formatDay(day)) },
  { title: 'Quando', cell: ({ day }) => num(aheadText(daysBetween(today, day))) },
  { title: 'Investimentos', kind: 'figure', cell: ({ count }) => num(String(count)) },
  { title: 'Principal', kind: 'figure', cell: ({ invested }) => <Money decimal={invested} /> },
  {
    title: 'A pagar, bruto',
    kind: 'figure',
    cell: ({ expectedReturn }) => <Money decimal={expectedReturn} />,
  },
];

function aheadText(days: number): string {
  // Past maturity but unpaid: one of the customer's accounts is frozen.
  if (days < 0) return 'vencido, conta bloqueada';
  if (days === 0) return 'hoje';
  return days === 1 ? 'amanhã' : `em ${days} dias`;
}
