import { Box, Input } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { FieldBox } from './field.tsx';
import { useTyped } from './use-typed.ts';

const DEBOUNCE_MS = 250;

type SearchBoxProps = {
  label: string;
  placeholder: string;
  query: string;
  /** Debounced; undefined if empty. */
  onSearch: (query: string | undefined) => void;
  /** An icon instead of the visible label, to save a line on a phone. */
  isCompact?: boolean;
};

export function SearchBox({ label, placeholder, query, onSearch, isCompact = false }: SearchBoxProps) {
  const [typed, setTyped] = useTyped(query, onSearch, DEBOUNCE_MS);
  const box = (
    <Input
      type="search"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      placeholder={placeholder}
      maxLength={100}
      autoComplete="off"
      enterKeyHint="search"
      {...(isCompact && { 'aria-label': label, paddingInlineStart: '10', textOverflow: 'ellipsis' })}
    />
  );
  if (!isCompact) return <FieldBox label={label}>{box}</FieldBox>;
  return (
    <Box position="relative">
      {box}
      <Box position="absolute" insetStart="3" top="3" pointerEvents="none" color="fg.muted">
        <Search size={20} aria-hidden />
      </Box>
    </Box>
  );
}
