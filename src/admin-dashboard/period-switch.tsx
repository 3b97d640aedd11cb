import { Flex } from '@chakra-ui/react';
import { OVERVIEW_DAYS, type OverviewDays } from '#domain/admin/overview-days';
import { PlainLink } from '../ui/links.tsx';

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
        <PlainLink
          to="/admin/dashboard"
          search={{ dias: days }}
          replace
          resetScroll={false}
          aria-current={days === chosen ? 'true' : undefined}
          key={days}
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
          {days} dias
        </PlainLink>
      ))}
    </Flex>
  );
}
