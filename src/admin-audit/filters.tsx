import { Button, Card, Flex, Grid, Input } from '@chakra-ui/react';
import { X } from 'lucide-react';
import {
  AUDIT_ACTION_LABELS,
  AUDIT_ENTITY_LABELS,
  type AuditAction,
  type AuditEntity,
} from '#domain/audit/words';
import { FieldBox } from '../ui/field.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { SelectBox } from '../ui/select-box.tsx';
import type { AuditSearch } from './search.ts';

type FiltersProps = {
  search: AuditSearch;
  /** Name of the one person whose acts are shown, where it is known. */
  person: string | null;
  /** Takes the filters that change; undefined takes one away. */
  onChange: (change: Partial<AuditSearch>) => void;
  onClear: () => void;
};

/** The filter of section 2 of the specification, exactly these. */
const USUAL_ACTIONS: AuditAction[] = [
  'login',
  'create_user',
  'transfer',
  'approve_credit',
  'create_investment',
];

type Option<Value> = { value: Value | ''; label: string };

const labelled = (action: AuditAction) => ({ value: action, label: AUDIT_ACTION_LABELS[action] });

/** An action that only a link asked for stands beside the usual ones, for as long as it is filtered by. */
function actionOptions(chosen: AuditAction | undefined): Option<AuditAction>[] {
  const unusual = chosen && !USUAL_ACTIONS.includes(chosen) ? [chosen] : [];
  return [{ value: '', label: 'Todas' }, ...[...USUAL_ACTIONS, ...unusual].map(labelled)];
}

const TYPES: Option<AuditEntity>[] = [
  { value: '', label: 'Todos' },
  ...(Object.entries(AUDIT_ENTITY_LABELS) as [AuditEntity, string][])
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label, 'pt-BR')),
];

/** What the log shows; each choice is part of the address at once, the search when one stops typing. */
export function Filters({ search, person, onChange, onClear }: FiltersProps) {
  const isReversed = search.de !== undefined && search.ate !== undefined && search.de > search.ate;
  const isFiltered = Object.keys(search).length > 0;
  return (
    <Card.Root as="section" aria-label="Filtros">
      <Card.Body gap="4" padding={{ base: '4', md: '6' }}>
        <Grid gap="4" templateColumns={{ base: '1fr', md: '2fr 1fr' }} alignItems="start">
          <SearchBox
            label="Buscar"
            placeholder="Buscar por usuário, ação ou tipo..."
            query={search.busca ?? ''}
            onSearch={(busca) => onChange({ busca })}
          />
          <FieldBox label="Ação">
            <SelectBox
              options={actionOptions(search.acao)}
              value={search.acao ?? ''}
              onChange={(acao) => onChange({ acao: acao || undefined })}
            />
          </FieldBox>
        </Grid>
        <Grid
          gap="4"
          templateColumns={{ base: '1fr', sm: 'repeat(2, minmax(0, 1fr))', lg: '2fr 1fr 1fr' }}
          alignItems="start"
        >
          <FieldBox label="Tipo">
            <SelectBox
              options={TYPES}
              value={search.tipo ?? ''}
              onChange={(tipo) => onChange({ tipo: tipo || undefined })}
            />
          </FieldBox>
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
        {isFiltered && (
          <Flex gap="2" wrap="wrap">
            {search.pessoa !== undefined && (
              <Button size="sm" borderRadius="pill" onClick={() => onChange({ pessoa: undefined })}>
                Só ações de {person ?? 'uma pessoa'}
                <X size={16} role="img" aria-label="Remover este filtro" />
              </Button>
            )}
            <Button size="sm" variant="ghost" borderRadius="pill" onClick={onClear}>
              Limpar filtros
            </Button>
          </Flex>
        )}
      </Card.Body>
    </Card.Root>
  );
}
