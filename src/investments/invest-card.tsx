import { Card } from '@chakra-ui/react';
import { MoveFlow } from '../shared-movement/move-flow.tsx';
import { FillStep } from './fill-step.tsx';
import type { Product } from './shapes.ts';
import type { useInvest } from './use-invest.ts';

type InvestCardProps = { move: ReturnType<typeof useInvest>; products: readonly Product[]; today: string };

export function InvestCard({ move, products, today }: InvestCardProps) {
  return (
    <Card.Root as="section" id="nova-aplicacao" aria-label="Nova aplicação" scrollMarginTop="24">
      <Card.Body>
        <MoveFlow
          move={move}
          fill={(step) => <FillStep {...step} products={products} />}
          check={({ draft, found, later: [{ CheckStep }] }) => (
            <CheckStep product={found} amount={String(draft.amount)} today={today} move={move} />
          )}
          receipt={({ receipt, later: [, { DoneStep }] }) => (
            <DoneStep investment={receipt} onAgain={() => move.restart({ productId: '', amount: '' })} />
          )}
        />
      </Card.Body>
    </Card.Root>
  );
}
