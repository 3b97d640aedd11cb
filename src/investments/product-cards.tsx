import { Button, chakra, Flex, Heading, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { monthlyRatePercent } from '#domain/investment/yield';
import { formatPercent } from '#domain/percent';
import { Money } from '../ui/money.tsx';
import { RiskBadge } from '../ui/risk-badge.tsx';
import type { Product } from './shapes.ts';

type ProductCardsProps = { products: readonly Product[]; onChoose: (product: Product) => void };

export function ProductCards({ products, onChoose }: ProductCardsProps) {
  return (
    <SimpleGrid
      as="ul"
      columns={{ base: 1, xl: 2 }}
      gap="4"
      listStyleType="none"
      aria-label="Produtos disponíveis"
    >
      {products.map((product) => (
        <chakra.li
          key={product.id}
          layerStyle="panel"
          padding="5"
          display="flex"
          flexDirection="column"
          gap="4"
        >
          <Stack gap="1">
            <Flex justify="space-between" align="flex-start" gap="3">
              <Heading as="h3" size="md" fontWeight="600" overflowWrap="anywhere" minWidth="0">
                {product.name}
              </Heading>
              <RiskBadge level={product.riskLevel} />
            </Flex>
            <Text className="num" textStyle="2xl" fontFamily="heading" fontWeight="700">
              {formatPercent(product.annualRate)}{' '}
              <Text as="span" textStyle="md" fontWeight="500">
                a.a.
              </Text>
            </Text>
            <Text color="fg.muted" textStyle="sm" className="num">
              equivale a {formatPercent(monthlyRatePercent(product.annualRate))} a.m.
            </Text>
          </Stack>
          <Text flex="1" overflowWrap="anywhere">
            {product.description}
          </Text>
          <chakra.dl margin="0" display="grid" gridTemplateColumns="1fr 1fr" gap="3">
            <Term name="A partir de">
              <Money decimal={product.minAmount} exposed />
            </Term>
            <Term name="Prazo">{product.termDays} dias</Term>
          </chakra.dl>
          <Button
            variant="outline"
            onClick={() => onChoose(product)}
            aria-label={`Investir em ${product.name}`}
          >
            Investir
          </Button>
        </chakra.li>
      ))}
    </SimpleGrid>
  );
}

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text as="dt" color="fg.muted" textStyle="sm">
        {name}
      </Text>
      <chakra.dd margin="0" fontWeight="600" className="num">
        {children}
      </chakra.dd>
    </div>
  );
}
