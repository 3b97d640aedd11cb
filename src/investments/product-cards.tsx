import { Button, chakra, Flex, Heading, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { monthlyRatePercent } from '#domain/investment/yield';
import { formatPercent } from '#domain/percent';
import { Figures } from '../ui/figure.tsx';
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
          <Figures
            gridTemplateColumns="1fr 1fr"
            gap="3"
            of={{
              'A partir de': <Money decimal={product.minAmount} exposed />,
              Prazo: `${product.termDays} dias`,
            }}
          />
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
