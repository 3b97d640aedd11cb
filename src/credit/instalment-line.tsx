import { Flex, Text } from '@chakra-ui/react';
import { Money } from '../ui/money.tsx';

/** "24 × R$ 512,33". */
export function InstalmentLine({
  termMonths,
  monthlyPayment,
}: {
  termMonths: number;
  monthlyPayment: string;
}) {
  return (
    <Flex align="baseline" gap="2" wrap="wrap">
      <Text textStyle="xl" className="num" color="fg.muted">
        {termMonths} ×
      </Text>
      <Money decimal={monthlyPayment} size="hero" exposed />
    </Flex>
  );
}
