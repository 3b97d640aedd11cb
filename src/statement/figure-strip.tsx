import { Button, Flex, Skeleton, Stack, Text } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { trpc } from '../trpc.ts';
import { Money } from '../ui/money.tsx';
import { Loading } from '../ui/skeletons.tsx';
import { figureCents, figureName } from './figure.ts';
import { FIGURE_FILTERS, type Filters, type StatementSearch } from './search.ts';

type FigureStripProps = {
  search: StatementSearch;
  filters: Filters;
  onChange: (change: Partial<StatementSearch>) => void;
};

const NO_FIGURE: Partial<StatementSearch> = {
  tipo: undefined,
  ...Object.fromEntries(FIGURE_FILTERS.map((name) => [name, undefined])),
};

/** What the rows below add up to. */
export function FigureStrip({ search, filters, onChange }: FigureStripProps) {
  const total = trpc.account.statementTotal.useQuery(filters);
  const isNet = search.efeito === 'contam' && !search.sentido;
  return (
    <Flex
      as="section"
      aria-label="Soma"
      layerStyle="panel"
      padding={{ base: '3', md: '4' }}
      gap="3"
      justify="space-between"
      align="center"
      wrap="wrap"
    >
      <Stack gap="0" flex="1 1 8rem" minWidth="0">
        <Text fontWeight="600" overflowWrap="anywhere">
          {figureName(search)}
        </Text>
        <Text color="fg.muted" textStyle="sm" className="num" role="status">
          {total.data && countText(total.data.count)}
          {total.isError && 'Não foi possível somar agora.'}
        </Text>
      </Stack>
      <Flex gap="3" align="center">
        {total.isLoading && (
          <Loading label="Somando…">
            <Skeleton height="8" width="28" borderRadius="control" />
          </Loading>
        )}
        {total.data && (
          <Money
            cents={figureCents(search, total.data)}
            signed={isNet}
            fontFamily="heading"
            fontWeight="700"
            textStyle="xl"
          />
        )}
        {/* On a phone the folded filters offer to clear all. */}
        <Button hideBelow="md" size="sm" variant="outline" onClick={() => onChange(NO_FIGURE)}>
          <X size={16} aria-hidden />
          Limpar
        </Button>
      </Flex>
    </Flex>
  );
}

const countText = (count: number): string =>
  count === 1 ? 'Soma de 1 movimentação' : `Soma de ${count} movimentações`;
