import { Flex, IconButton, Text } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatMonth } from '../ui/date.ts';
import { monthsBeside, searchFor } from './search.ts';

type MonthSwitchProps = {
  /** `2026-10`. */
  month: string;
  /** The bank's date. */
  today: string;
  /** The day of the first account; undefined while that is not known. */
  since: string | undefined;
};

/** Which month one looks at: the address says, so that a link or a reload shows the same. */
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
        minWidth="9.5rem"
        className="num"
      >
        {formatMonth(month)}
      </Text>
      <Step label="Próximo mês" to={after} onGo={() => go(after)} isOnward />
    </Flex>
  );
}

type StepProps = { label: string; to: string | null; onGo: () => void; isOnward?: boolean };

/** Where there is no further month it is only dimmed: disabled, it would drop the focus of who came there by it. */
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
