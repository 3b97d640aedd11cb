import { Button, Card, Flex, Grid, Input, Text } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';
import { MOVEMENT_KINDS } from '#domain/ledger/flow';
import { STATEMENT_ACCOUNT_CHOICES, STATEMENT_PERIODS } from '#domain/places';
import { FieldBox } from '../ui/field.tsx';
import { FoldedFilters } from '../ui/folded-filters.tsx';
import { type Change, FilterFields } from '../ui/list-filters.tsx';
import { useNarrow } from '../ui/narrow.ts';
import { SearchBox } from '../ui/search-box.tsx';
import { ACCOUNT_LABELS, kindLabel } from './labels.ts';
import { daysOf, foldedCount, isKind, type Period, periodOf, type StatementSearch } from './search.ts';
import { summaryOf } from './summary.ts';

type FiltersProps = {
  search: StatementSearch;
  today: string;
  onChange: (change: Partial<StatementSearch>) => void;
  onClear: () => void;
};

const PERIOD_LABELS: Record<Period | 'outro', string> = {
  7: '7 dias',
  15: '15 dias',
  30: '30 dias',
  90: '90 dias',
  mes: 'Este mês',
  tudo: 'Tudo',
  outro: 'Escolher datas',
};

const DIRECTIONS = [
  { value: undefined, label: 'Todas' },
  { value: 'entradas', label: 'Entradas' },
  { value: 'saidas', label: 'Saídas' },
] as const;

const ACCOUNTS = [
  { value: '', label: 'Todas as contas' },
  ...STATEMENT_ACCOUNT_CHOICES.map((value) => ({ value, label: ACCOUNT_LABELS[value] })),
];

/** Links from other screens may ask for a finer type, which is offered while it is chosen. */
const kindsWith = (tipo: StatementSearch['tipo']) => [
  { value: '', label: 'Todos os tipos' },
  ...[...MOVEMENT_KINDS, ...(tipo && !isKind(tipo) ? [tipo] : [])].map((value) => ({
    value,
    label: kindLabel(value),
  })),
];

const SEARCH = {
  kind: 'text',
  name: 'busca',
  label: 'Buscar',
  placeholder: 'Nome, descrição, valor ou código',
} as const;

export function Filters(props: FiltersProps) {
  const isNarrow = useNarrow();
  const { search, onChange } = props;
  const fields = { search, onChange: onChange as Change<StatementSearch> };
  const choices = [
    { kind: 'choice', name: 'tipo', label: 'Tipo', options: kindsWith(search.tipo) },
    { kind: 'choice', name: 'conta', label: 'Conta', options: ACCOUNTS },
  ] as const;
  if (isNarrow)
    return (
      <NarrowFilters {...props}>
        <FilterFields {...fields} filters={choices} />
        <PeriodAndDirection {...props} />
      </NarrowFilters>
    );
  return (
    <Card.Root as="section" aria-label="Filtros">
      <Card.Body gap="4">
        <FilterFields {...fields} filters={[SEARCH, ...choices]} />
        <PeriodAndDirection {...props} />
      </Card.Body>
    </Card.Root>
  );
}

type NarrowFiltersProps = FiltersProps & { children: ReactNode };

function NarrowFilters({ search, today, onChange, onClear, children }: NarrowFiltersProps) {
  const section = useRef<HTMLElement>(null);
  const set = foldedCount(search);
  const summary = summaryOf(search, today);
  const clear = () => {
    onClear();
    section.current?.focus({ preventScroll: true });
  };
  return (
    <FoldedFilters
      section={section}
      search={
        <SearchBox
          isCompact
          label={SEARCH.label}
          placeholder="Nome ou valor"
          query={search.busca ?? ''}
          onSearch={(busca) => onChange({ busca })}
        />
      }
      set={set}
      summary={summary.charAt(0).toUpperCase() + summary.slice(1)}
      onClear={set > 0 || search.busca ? clear : undefined}
    >
      {children}
    </FoldedFilters>
  );
}

function PeriodAndDirection({ search, today, onChange }: FiltersProps) {
  const period = periodOf(search);
  return (
    <>
      <Flex gap="4" wrap="wrap" justify="space-between">
        <Chips
          label="Período"
          options={[...STATEMENT_PERIODS, 'outro' as const].map((value) => ({
            value,
            label: PERIOD_LABELS[value],
          }))}
          value={period}
          onChange={(value) => onChange(changeOfPeriod(value, search, today))}
        />
        <Chips
          label="Entradas e saídas"
          options={DIRECTIONS}
          value={search.sentido}
          onChange={(sentido) => onChange({ sentido, efeito: undefined })}
        />
      </Flex>
      {period === 'outro' && <OwnPeriod search={search} onChange={onChange} />}
    </>
  );
}

/** A custom period starts with the dates of the previous one. */
function changeOfPeriod(
  value: Period | 'outro',
  search: StatementSearch,
  today: string,
): Partial<StatementSearch> {
  if (value !== 'outro') return { periodo: value, de: undefined, ate: undefined };
  const { from, to } = daysOf(search, today);
  return { periodo: undefined, de: from, ate: to ?? today };
}

function OwnPeriod({ search, onChange }: Pick<FiltersProps, 'search' | 'onChange'>) {
  const isReversed = search.de !== undefined && search.ate !== undefined && search.de > search.ate;
  return (
    <Grid gap="4" templateColumns={{ base: '1fr', sm: 'repeat(2, minmax(0, 12rem))' }} alignItems="start">
      <FieldBox label="De" error={isReversed ? 'Vem depois da data final' : undefined}>
        <Input
          type="date"
          value={search.de ?? ''}
          max={search.ate}
          onChange={(event) => onChange({ de: event.target.value || undefined })}
        />
      </FieldBox>
      <FieldBox label="Até">
        <Input
          type="date"
          value={search.ate ?? ''}
          min={search.de}
          onChange={(event) => onChange({ ate: event.target.value || undefined })}
        />
      </FieldBox>
    </Grid>
  );
}

type ChipsProps<Value> = {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
};

function Chips<Value extends string | number | undefined>({
  label,
  options,
  value,
  onChange,
}: ChipsProps<Value>) {
  return (
    <Flex role="group" aria-label={label} gap="2" wrap="wrap">
      <Text aria-hidden hideFrom="md" width="full" textStyle="sm" fontWeight="500">
        {label}
      </Text>
      {options.map((option) => {
        const chosen = option.value === value;
        return (
          <Button
            key={option.label}
            size="sm"
            flexShrink={0}
            borderRadius="pill"
            variant={chosen ? 'solid' : 'outline'}
            aria-pressed={chosen}
            onClick={() => onChange(option.value)}
          >
            {option.label}
          </Button>
        );
      })}
    </Flex>
  );
}
