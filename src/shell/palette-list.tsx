import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { useEffect } from 'react';
import type { Entry, Section } from './palette-entries.ts';

type PaletteListProps = {
  id: string;
  sections: Section[];
  current: Entry | undefined;
  optionId: (entry: Entry) => string;
  onPoint: (entry: Entry) => void;
  onChoose: (entry: Entry) => void;
};

/** Focus stays in the input; `aria-activedescendant` marks the current entry. */
export function PaletteList({ id, sections, current, optionId, onPoint, onChoose }: PaletteListProps) {
  const currentId = current && optionId(current);

  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);

  return (
    <Box id={id} role="listbox" aria-label="Sugestões" flex="1" minHeight="0" overflowY="auto" padding="2">
      {sections.map(({ label, entries }, place) => (
        <Box key={label} role="group" aria-labelledby={`${id}-group-${place}`}>
          <Text
            id={`${id}-group-${place}`}
            role="presentation"
            textStyle="xs"
            fontWeight="600"
            color="fg.muted"
            paddingInline="3"
            paddingTop="3"
            paddingBottom="1"
          >
            {label}
          </Text>
          {entries.map((entry) => (
            <Option
              key={entry.id}
              id={optionId(entry)}
              entry={entry}
              isCurrent={entry === current}
              onPoint={() => onPoint(entry)}
              onChoose={() => onChoose(entry)}
            />
          ))}
        </Box>
      ))}
    </Box>
  );
}

type OptionProps = {
  id: string;
  entry: Entry;
  isCurrent: boolean;
  onPoint: () => void;
  onChoose: () => void;
};

function Option({ id, entry, isCurrent, onPoint, onChoose }: OptionProps) {
  const { label, detail, icon: EntryIcon } = entry;
  return (
    <chakra.div
      id={id}
      role="option"
      aria-selected={isCurrent}
      display="flex"
      alignItems="center"
      gap="3"
      minHeight="11"
      paddingInline="3"
      paddingBlock="1.5"
      borderRadius="control"
      cursor="pointer"
      _selected={{ bg: 'brand.subtle', color: 'brand.fg' }}
      onPointerMove={() => !isCurrent && onPoint()}
      // A press must not take focus from the input.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Flex flexShrink={0} aria-hidden>
        <EntryIcon size={18} />
      </Flex>
      <Box minWidth="0">
        <Text fontWeight="500">{label}</Text>
        {detail && (
          <Text textStyle="sm" color="fg.muted" className="num" overflowWrap="anywhere">
            {detail}
          </Text>
        )}
      </Box>
    </chakra.div>
  );
}
