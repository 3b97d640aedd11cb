import { Input } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { FieldBox } from './field.tsx';

const DEBOUNCE_MS = 250;

type SearchBoxProps = {
  label: string;
  placeholder: string;
  query: string;
  /** Debounced; undefined if empty. */
  onSearch: (query: string | undefined) => void;
};

export function SearchBox({ label, placeholder, query, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(query);
  const asked = useRef(query);

  // The address changed elsewhere (back, a link, filters cleared).
  useEffect(() => {
    if (query !== asked.current) setTyped(query);
    asked.current = query;
  }, [query]);

  const search = useEffectEvent(onSearch);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = wanted;
      search(wanted || undefined);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

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
