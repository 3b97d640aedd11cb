import { Box, Grid, Heading, Stack } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import { usePlace } from '../ui/place.ts';
import { InvestCard } from './invest-card.tsx';
import { ProductCards } from './product-cards.tsx';
import type { Product } from './shapes.ts';
import { Simulator } from './simulator.tsx';
import { useInvest } from './use-invest.ts';

export function Shelf({ products, today }: { products: readonly Product[]; today: string }) {
  const { produto } = usePlace('/client/investments');
  const navigate = useNavigate({ from: '/client/investments' });
  const move = useInvest({ productId: produto ?? '', amount: '' });

  function choose(product: Product, amount = '') {
    move.restart({ productId: product.id, amount });
    document.getElementById('nova-aplicacao')?.scrollIntoView({ block: 'start' });
    void navigate({ search: { produto: product.id }, replace: true, resetScroll: false });
  }

  return (
    <>
      <Grid
        templateColumns={{ base: '1fr', lg: 'minmax(0, 1fr) minmax(0, 24rem)' }}
        gap="6"
        alignItems="start"
      >
        <Stack as="section" gap="4" minWidth="0">
          <Heading as="h2" size="lg" fontWeight="600">
            Produtos disponíveis
          </Heading>
          <ProductCards products={products} onChoose={choose} />
        </Stack>
        <Box position={{ lg: 'sticky' }} top={{ lg: '20' }} minWidth="0">
          <InvestCard move={move} products={products} today={today} />
        </Box>
      </Grid>
      <Simulator products={products} today={today} onInvest={choose} />
    </>
  );
}
