import { chakra, Flex } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { OVERVIEW_DAYS, type OverviewDays } from '#domain/admin/overview-days';

export function PeriodSwitch({ chosen }: { chosen: OverviewDays }) {
  return (
    <Flex
      as="nav"
      aria-label="Período"
      borderWidth="1px"
      borderColor="border.control"
      borderRadius="control"
      bg="bg.panel"
      overflow="hidden"
    >
      {OVERVIEW_DAYS.map((days) => (
        <chakra.span
          key={days}
          asChild
          display="inline-flex"
          alignItems="center"
          minHeight="10"
          paddingInline="3"
          textStyle="sm"
          fontWeight="600"
          bg={days === chosen ? 'brand.solid' : undefined}
          color={days === chosen ? 'brand.contrast' : 'fg'}
          _hover={{ bg: days === chosen ? 'brand.solid' : 'bg.subtle' }}
          _focusVisible={{ outlineOffset: '-3px' }}
        >
          <Link
            to="/admin/dashboard"
            search={{ dias: days }}
            replace
            resetScroll={false}
            aria-current={days === chosen ? 'true' : undefined}
          >
            {days} dias
          </Link>
        </chakra.span>
      ))}
    </Flex>
  );
}
