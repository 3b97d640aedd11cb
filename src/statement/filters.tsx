import { Button, Card, Flex, Grid, Input } from '@chakra-ui/react';
import { MOVEMENT_KINDS } from '#domain/ledger/flow';
import { STATEMENT_ACCOUNT_CHOICES, STATEMENT_PERIODS } from '#domain/places';
import { FieldBox } from '../ui/field.tsx';
import { type Change, FilterFields } from '../ui/list-filters.tsx';
import { ACCOUNT_LABELS, kindLabel } from './labels.ts';
import { daysOf, isKind, type Period, periodOf, type StatementSearch } from './search.ts';

type FiltersProps = {
  search: StatementSearch;
  today: string;
  onChange: (change: Partial<StatementSearch>) => void;
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

export function Filters({ search, today, onChange }: FiltersProps) {
  const period = periodOf(search);
  return (
    <Card.Root as="section" aria-label="Filtros">
      <Card.Body gap="4">
        <FilterFields
          search={search}
          onChange={onChange as Change<StatementSearch>}
          filters={[
            { kind: 'text', name: 'busca', label: 'Buscar', placeholder: 'Nome, descrição, valor ou código' },
            { kind: 'choice', name: 'tipo', label: 'Tipo', options: kindsWith(search.tipo) },
            { kind: 'choice', name: 'conta', label: 'Conta', options: ACCOUNTS },
          ]}
        />
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
            onChange={(sentido) => onChange({ sentido })}
          />
        </Flex>
        {period === 'outro' && <OwnPeriod search={search} onChange={onChange} />}
      </Card.Body>
    </Card.Root>
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
    <Flex
      role="group"
      aria-label={label}
      gap="2"
      wrap={{ base: 'nowrap', md: 'wrap' }}
      overflowX={{ base: 'auto', md: 'visible' }}
      // Room for the focus ring, which a scrolling strip would clip.
      padding={{ base: '1.5', md: '0' }}
      margin={{ base: '-1.5', md: '0' }}
      maxWidth={{ base: 'calc(100% + 0.75rem)', md: 'none' }}
    >
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
