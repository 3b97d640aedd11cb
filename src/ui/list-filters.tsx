import { Grid, Input } from '@chakra-ui/react';
import { Fragment, type ReactNode } from 'react';
import { AmountBox } from './amount-box.tsx';
import { FieldBox } from './field.tsx';
import { SearchBox } from './search-box.tsx';
import { SelectBox } from './select-box.tsx';

/** Undefined removes a parameter. */
export type Change<Search> = (changed: { [Name in keyof Search]?: unknown }) => void;

export type Filter<Search> =
  | { kind: 'text'; name: keyof Search; label: string; placeholder: string }
  | {
      kind: 'choice';
      name: keyof Search;
      label: string;
      /** The first option, '', means all. */
      options: readonly { value: string; label: string }[];
    }
  | { kind: 'day'; name: keyof Search; label: string; min?: string; max?: string; error?: string | undefined }
  | { kind: 'amount'; name: keyof Search; label: string; error?: string | undefined };

type FieldsProps<Search> = { filters: readonly Filter<Search>[]; search: Search; onChange: Change<Search> };

export function FilterFields<Search>({ filters, search, onChange }: FieldsProps<Search>) {
  const rest = filters.length - 1;
  return (
    <Grid
      gap="4"
      templateColumns={{
        base: '1fr',
        sm: 'repeat(2, minmax(0, 1fr))',
        lg: `2fr repeat(${Math.min(rest, 2)}, 1fr)`,
        xl: `2fr repeat(${rest}, 1fr)`,
      }}
      alignItems="start"
    >
      {filters.map((filter) => (
        <Fragment key={filter.label}>{fieldOf(filter, search, onChange)}</Fragment>
      ))}
    </Grid>
  );
}

function fieldOf<Search>(filter: Filter<Search>, search: Search, onChange: Change<Search>): ReactNode {
  const { name, label } = filter;
  const value = String(search[name] ?? '');
  const change = (chosen: string | undefined) =>
    onChange({ [name]: chosen || undefined } as Parameters<Change<Search>>[0]);
  if (filter.kind === 'text')
    return <SearchBox label={label} placeholder={filter.placeholder} query={value} onSearch={change} />;
  if (filter.kind === 'amount')
    return <AmountBox label={label} value={value} error={filter.error} onChange={change} />;
  return (
    <FieldBox label={label} {...(filter.kind === 'day' && filter.error && { error: filter.error })}>
      {filter.kind === 'choice' ? (
        <SelectBox options={filter.options} value={value} onChange={change} />
      ) : (
        <Input
          type="date"
          value={value}
          min={filter.min}
          max={filter.max}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </FieldBox>
  );
}

/** First and last day, `de` and `ate` in the URL, inclusive. */
export function dayFilters<Search extends { de?: string; ate?: string }>({ de, ate }: Search) {
  const isReversed = de !== undefined && ate !== undefined && de > ate;
  return [
    {
      kind: 'day',
      name: 'de',
      label: 'De',
      ...(ate && { max: ate }),
      error: isReversed ? 'Vem depois da data final' : undefined,
    },
    { kind: 'day', name: 'ate', label: 'Até', ...(de && { min: de }) },
  ] as const satisfies Filter<Search>[];
}
