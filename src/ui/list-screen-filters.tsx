import { Button, Card, Flex } from '@chakra-ui/react';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import { FieldBox } from './field.tsx';
import { FoldedFilters } from './folded-filters.tsx';
import { type Filter, FilterFields } from './list-filters.tsx';
import { useNarrow } from './narrow.ts';
import { orderOptions } from './paged-list.tsx';
import { SearchBox } from './search-box.tsx';
import { SelectBox } from './select-box.tsx';
import { UnfoldButton } from './unfold-button.tsx';
import type { List } from './use-list.ts';

export type ListFiltersProps<Search> = {
  list: List<Search>;
  filters: readonly (readonly Filter<Search>[])[];
  /** Filters shown on demand; `set` counts those that are set. */
  moreFilters?: { filters: readonly Filter<Search>[]; set: number };
  /** Other restrictions, each removable. */
  narrowed?: ReactNode;
};

type SectionProps<Search> = ListFiltersProps<Search> & {
  section: RefObject<HTMLElement | null>;
  onClear: () => void;
};

export function ListFilters<Search>(props: SectionProps<Search>) {
  const isNarrow = useNarrow();
  return isNarrow ? <NarrowFilters {...props} /> : <WideFilters {...props} />;
}

/** All but the search is folded, also the order, which a table's header has on a wide screen. */
function NarrowFilters<Search>({
  list,
  filters,
  moreFilters,
  narrowed,
  section,
  onClear,
}: SectionProps<Search>) {
  const all = [...filters.flat(), ...(moreFilters?.filters ?? [])];
  const [text] = all.filter(({ kind }) => kind === 'text');
  const folded = all.filter((filter) => filter !== text);
  const { search, view, change } = list;
  return (
    <FoldedFilters
      section={section}
      search={
        text?.kind === 'text' && (
          <SearchBox
            isCompact
            label={text.label}
            placeholder={text.placeholder}
            query={String(search[text.name] ?? '')}
            onSearch={(query) => change({ [text.name]: query } as Parameters<typeof change>[0])}
          />
        )
      }
      set={folded.filter(({ name }) => search[name] !== undefined).length}
      narrowed={narrowed}
      onClear={list.isFiltered ? onClear : undefined}
    >
      <FilterFields filters={folded} search={search} onChange={change} />
      <FieldBox label="Ordem">
        <SelectBox options={orderOptions(view)} value={view.order} onChange={view.onOrder} />
      </FieldBox>
    </FoldedFilters>
  );
}

function WideFilters<Search>({
  list,
  filters,
  moreFilters,
  narrowed,
  section,
  onClear,
}: SectionProps<Search>) {
  const id = useId();
  const set = moreFilters?.set ?? 0;
  const [opened, setOpened] = useState(set > 0);
  const fields = { search: list.search, onChange: list.change };
  return (
    <Card.Root
      as="section"
      aria-label="Filtros"
      ref={section as RefObject<HTMLDivElement | null>}
      tabIndex={-1}
      outline="none"
    >
      <Card.Body gap="4">
        {filters.map((row) => (
          <FilterFields key={row[0]?.label} filters={row} {...fields} />
        ))}
        {(moreFilters || list.isFiltered) && (
          <Flex gap="2" wrap="wrap" align="center">
            {moreFilters && (
              <UnfoldButton
                {...small}
                marginInlineStart="-3"
                isOpen={opened}
                controls={id}
                onClick={() => setOpened(!opened)}
              >
                {set > 0 ? `Mais filtros (${set})` : 'Mais filtros'}
              </UnfoldButton>
            )}
            {narrowed}
            {list.isFiltered && (
              <Button
                {...small}
                {...(!moreFilters && !narrowed && { marginInlineStart: '-3' })}
                onClick={onClear}
              >
                Limpar filtros
              </Button>
            )}
          </Flex>
        )}
        {moreFilters && (
          <div id={id} hidden={!opened}>
            {opened && <FilterFields filters={moreFilters.filters} {...fields} />}
          </div>
        )}
      </Card.Body>
    </Card.Root>
  );
}

const small = { variant: 'ghost', size: 'sm' } as const;
