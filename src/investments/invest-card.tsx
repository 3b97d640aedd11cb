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
          receipt={({ draft, receipt, later: [, { DoneStep }, { AfterCover }] }) => (
            <AfterCover
              paid={receipt}
              answerOf={({ investment }) => investment}
              amount={String(draft.amount)}
              label="Passos do investimento"
              invalidates="investment"
              onAgain={() => move.restart(draft)}
            >
              {(investment) => (
                <DoneStep
                  investment={investment}
                  onAgain={() => move.restart({ productId: '', amount: '' })}
                />
              )}
            </AfterCover>
          )}
        />
      </Card.Body>
    </Card.Root>
  );
}
