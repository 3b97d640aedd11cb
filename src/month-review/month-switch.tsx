import { Flex, IconButton, Text } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatMonth } from '../ui/date.ts';
import { monthsBeside, searchFor } from './search.ts';

type MonthSwitchProps = {
  /** `2026-10`. */
  month: string;
  today: string;
  /** Opening day of the first account; undefined until known. */
  since: string | undefined;
};

export function MonthSwitch({ month, today, since }: MonthSwitchProps) {
  const navigate = useNavigate({ from: '/client/month-review' });
  const { before, after } = monthsBeside(month, { today, since });
  const go = (to: string | null) => {
    if (to) void navigate({ search: searchFor(to, today), replace: true, resetScroll: false });
  };
  return (
    <Flex
      role="group"
      aria-label="Mês"
      align="center"
      borderWidth="1px"
      borderColor="border.control"
      borderRadius="control"
      bg="bg.panel"
    >
      <Step label="Mês anterior" to={before} onGo={() => go(before)} />
      <Text
        aria-live="polite"
        fontWeight="600"
        textStyle="sm"
        textAlign="center"
        minWidth={{ base: '6.75rem', md: '9.5rem' }}
        marginInline={{ base: '-2.5', md: '0' }}
        className="num"
      >
        {formatMonth(month)}
      </Text>
      <Step label="Próximo mês" to={after} onGo={() => go(after)} isOnward />
    </Flex>
  );
}

type StepProps = { label: string; to: string | null; onGo: () => void; isOnward?: boolean };

/** Dimmed at either end but not disabled: a disabled button would lose focus. */
function Step({ label, to, onGo, isOnward }: StepProps) {
  const StepIcon = isOnward ? ChevronRight : ChevronLeft;
  return (
    <IconButton
      variant="ghost"
      height="2.625rem"
      aria-label={label}
      aria-disabled={to === null}
      opacity={to === null ? 0.4 : 1}
      cursor={to === null ? 'not-allowed' : 'pointer'}
      onClick={onGo}
    >
      <StepIcon size={20} aria-hidden />
    </IconButton>
  );
}
