import { Input } from '@chakra-ui/react';
import { FieldBox } from './field.tsx';
import { useTyped } from './use-typed.ts';

const DEBOUNCE_MS = 250;

type SearchBoxProps = {
  label: string;
  placeholder: string;
  query: string;
  /** Debounced; undefined if empty. */
  onSearch: (query: string | undefined) => void;
};

export function SearchBox({ label, placeholder, query, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useTyped(query, onSearch, DEBOUNCE_MS);
  return (
    <FieldBox label={label}>
      <Input
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder={placeholder}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
      />
    </FieldBox>
  );
}
