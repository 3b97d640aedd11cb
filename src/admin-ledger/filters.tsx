import { Box, Button, Card, Flex, Grid, Input } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { TRANSACTION_LABELS, TRANSACTION_TYPES } from '#domain/ledger/words';
import { FieldBox } from '../ui/field.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { SelectBox } from '../ui/select-box.tsx';
import { AmountBox } from './amount-box.tsx';
import { type LedgerSearch, moreFiltersOf } from './search.ts';

type FiltersProps = {
  search: LedgerSearch;
  isFiltered: boolean;
  /** Takes the filters that change; undefined takes one away. */
  onChange: (change: Partial<LedgerSearch>) => void;
  onClear: () => void;
};

const TYPES = [
  { value: '', label: 'Todos os tipos' } as const,
  ...TRANSACTION_TYPES.map((type) => ({ value: type, label: TRANSACTION_LABELS[type] })),
];
const SIDES = [
  { value: '', label: 'Contas de clientes' },
  { value: 'banco', label: 'Contas do banco' },
  { value: 'fora', label: 'Caixa e ajustes' },
  { value: 'todos', label: 'Os dois lados' },
] as const;
const DIRECTIONS = [
  { value: '', label: 'Débitos e créditos' },
  { value: 'saidas', label: 'Só débitos' },
  { value: 'entradas', label: 'Só créditos' },
] as const;

/** What the ledger shows; each choice is part of the address at once, what is typed when one stops typing. */
export function Filters({ search, isFiltered, onChange, onClear }: FiltersProps) {
  const id = useId();
  const set = moreFiltersOf(search);
  const [opened, setOpened] = useState(set > 0);
  return (
    <Card.Root as="section" aria-label="Filtros">
      <Card.Body gap="4" padding={{ base: '4', md: '6' }}>
        <Grid gap="4" templateColumns={{ base: '1fr', md: '2fr 1fr 1fr' }} alignItems="start">
          <SearchBox
            label="Buscar"
            placeholder="Descrição, titular, conta ou transação"
            query={search.busca ?? ''}
            onSearch={(busca) => onChange({ busca })}
          />
          <FieldBox label="Tipo">
            <SelectBox
              options={TYPES}
              value={search.tipo ?? ''}
              onChange={(tipo) => onChange({ tipo: tipo || undefined })}
            />
          </FieldBox>
          <FieldBox label="Contas">
            <SelectBox
              options={SIDES}
              value={search.lado ?? ''}
              onChange={(lado) => onChange({ lado: lado || undefined })}
            />
          </FieldBox>
        </Grid>
        <Flex gap="2" wrap="wrap" align="center">
          <Button
            variant="ghost"
            size="sm"
            minHeight={{ base: '11', md: '9' }}
            marginInlineStart="-3"
            aria-expanded={opened}
            aria-controls={id}
            onClick={() => setOpened(!opened)}
          >
            {set > 0 ? `Mais filtros (${set})` : 'Mais filtros'}
            <Box
              as="span"
              display="inline-flex"
              transform={opened ? 'rotate(180deg)' : undefined}
              transition="transform 160ms"
            >
              <ChevronDown size={16} aria-hidden />
            </Box>
          </Button>
          {isFiltered && (
            <Button variant="ghost" size="sm" minHeight={{ base: '11', md: '9' }} onClick={onClear}>
              Limpar filtros
            </Button>
          )}
        </Flex>
        <div id={id} hidden={!opened}>
          {opened && <MoreFilters search={search} onChange={onChange} />}
        </div>
      </Card.Body>
    </Card.Root>
  );
}

function MoreFilters({ search, onChange }: Pick<FiltersProps, 'search' | 'onChange'>) {
  const { sentido, de, ate, minimo, maximo } = search;
  const isReversed = de !== undefined && ate !== undefined && de > ate;
  const isCrossed = minimo !== undefined && maximo !== undefined && Number(minimo) > Number(maximo);
  return (
    <Grid
      gap="4"
      templateColumns={{ base: '1fr', sm: 'repeat(2, minmax(0, 1fr))', xl: '1.4fr repeat(4, 1fr)' }}
      alignItems="start"
    >
      <FieldBox label="Sentido">
        <SelectBox
          options={DIRECTIONS}
          value={sentido ?? ''}
          onChange={(value) => onChange({ sentido: value || undefined })}
        />
      </FieldBox>
      <FieldBox label="De" {...(isReversed && { error: 'Vem depois da data final' })}>
        <Input
          type="date"
          value={de ?? ''}
          max={ate}
          onChange={(event) => onChange({ de: event.target.value || undefined })}
        />
      </FieldBox>
      <FieldBox label="Até">
        <Input
          type="date"
          value={ate ?? ''}
          min={de}
          onChange={(event) => onChange({ ate: event.target.value || undefined })}
        />
      </FieldBox>
      <AmountBox
        label="Valor mínimo"
        value={minimo ?? ''}
        error={isCrossed ? 'É maior que o máximo' : undefined}
        onChange={(value) => onChange({ minimo: value })}
      />
      <AmountBox
        label="Valor máximo"
        value={maximo ?? ''}
        onChange={(value) => onChange({ maximo: value })}
      />
    </Grid>
  );
}
