import { Box, Button, Card, Flex, Stack, Text } from '@chakra-ui/react';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useState } from 'react';

type FoldedFiltersProps = {
  /** Takes focus when the clearing button disappears. */
  section?: RefObject<HTMLElement | null>;
  /** Stays in view. */
  search: ReactNode;
  /** How many of the folded filters are set. */
  set: number;
  /** What the list shows, in words. */
  summary?: string;
  /** Other restrictions, each removable. */
  narrowed?: ReactNode;
  /** Undefined if nothing is filtered. */
  onClear?: (() => void) | undefined;
  /** The folded filters. */
  children: ReactNode;
};

/** Filters on a phone: the search, and one button with the number of filters that are set, which unfolds them. */
export function FoldedFilters({
  section,
  search,
  set,
  summary,
  narrowed,
  onClear,
  children,
}: FoldedFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Stack
      as="section"
      aria-label="Filtros"
      ref={section as RefObject<HTMLDivElement | null>}
      tabIndex={-1}
      outline="none"
      gap="2"
    >
      <Flex gap="2">
        <Box flex="1" minWidth="0">
          {search}
        </Box>
        <Button
          variant={set > 0 ? 'subtle' : 'outline'}
          paddingInline="3"
          gap="2"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal size={18} aria-hidden />
          {set > 0 ? `Filtros (${set})` : 'Filtros'}
        </Button>
      </Flex>
      <Card.Root id={id} hidden={!isOpen}>
        {isOpen && <Card.Body gap="4">{children}</Card.Body>}
      </Card.Root>
      {(summary || narrowed || onClear) && (
        <Flex gap="2" wrap={summary ? 'nowrap' : 'wrap'} align="center" justify="space-between">
          {summary && (
            <Text color="fg.muted" textStyle="sm" minWidth="0">
              {summary}
            </Text>
          )}
          {narrowed}
          {onClear && (
            <Button variant="ghost" size="sm" marginInline="-3" onClick={onClear}>
              Limpar filtros
            </Button>
          )}
        </Flex>
      )}
    </Stack>
  );
}
