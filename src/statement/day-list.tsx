import { chakra, Flex, Heading, Span, Stack, Text } from '@chakra-ui/react';
import { formatLongDate, formatRelativeDay, formatTime } from '../ui/date.ts';
import { Money } from '../ui/money.tsx';
import { Movement } from '../ui/movement.tsx';
import type { Day, Entry } from './days.ts';

/** Height of the header, under which a day's heading sticks. */
const BELOW_HEADER = '16';

export function DayList({
  days,
  today,
  onOpen,
}: {
  days: Day[];
  today: string;
  onOpen: (entry: Entry) => void;
}) {
  return (
    <Stack gap="6">
      {days.map(({ day, balance, entries }) => (
        <section key={day} aria-labelledby={`dia-${day}`}>
          <Flex
            position="sticky"
            top={BELOW_HEADER}
            zIndex="docked"
            bg="bg"
            paddingBlock="2"
            gap="2"
            align="baseline"
            justify="space-between"
            wrap="wrap"
          >
            <Heading as="h2" id={`dia-${day}`} size="sm" fontWeight="600" className="num">
              {dayTitle(day, today)}
            </Heading>
            {balance !== null && (
              <Text textStyle="sm" color="fg.muted">
                Saldo
                <Span display={{ base: 'none', sm: 'inline' }}> do dia</Span>{' '}
                <Money decimal={balance} color="fg" fontWeight="600" />
              </Text>
            )}
          </Flex>
          <chakra.ul listStyleType="none" layerStyle="panel" overflow="clip" margin="0" padding="0">
            {entries.map((entry) => (
              <EntryRow key={entry.id} entry={entry} onOpen={() => onOpen(entry)} />
            ))}
          </chakra.ul>
        </section>
      ))}
    </Stack>
  );
}

/** `Hoje, 3 de julho`, `Quinta-feira, 2 de julho`; with the year if it is not the current one. */
function dayTitle(day: string, today: string): string {
  const relative = formatRelativeDay(day, today);
  const long = formatLongDate(day);
  const date = day.slice(0, 4) === today.slice(0, 4) ? long.replace(/ de \d+$/, '') : long;
  const title = relative === 'hoje' || relative === 'ontem' ? date.replace(/^[^,]+/, relative) : date;
  return title.charAt(0).toUpperCase() + title.slice(1);
}

function EntryRow({ entry, onOpen }: { entry: Entry; onOpen: () => void }) {
  return (
    <chakra.li borderTop="1px solid" borderColor="border.muted" _first={{ borderTopWidth: '0' }}>
      <chakra.button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        display="flex"
        alignItems="center"
        gap="3"
        width="100%"
        padding={{ base: '3', md: '4' }}
        textAlign="start"
        cursor="pointer"
        _hover={{ bg: 'bg.subtle' }}
        _focusVisible={{ outlineOffset: '-3px' }}
      >
        <Movement
          entry={entry}
          when={<time dateTime={entry.createdAt}>{formatTime(entry.createdAt)}</time>}
        />
      </chakra.button>
    </chakra.li>
  );
}
