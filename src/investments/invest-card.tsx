import { Card } from '@chakra-ui/react';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { httpStatusOf, messageOf } from '../ui/server-error.ts';
import { FillStep } from './fill-step.tsx';
import type { LaterSteps } from './later-steps.ts';
import type { Product } from './shapes.ts';
import type { Invest } from './use-invest.ts';

type InvestCardProps = { invest: Invest; products: readonly Product[]; today: string };

/** A new investment: dados → conferir → feito. */
export function InvestCard({ invest, products, today }: InvestCardProps) {
  const { flow, mutation } = invest;
  const [later, setLater] = useState<LaterSteps | null>(null);
  const mayGoBack = flow.step === 'check' && flow.outcome === 'none';
  // The browser's own way back leads from the summary to the form, which would be lost otherwise.
  useBlocker({
    disabled: !mayGoBack,
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false;
      invest.back();
      return true;
    },
  });
  return (
    <Card.Root
      as="section"
      id="nova-aplicacao"
      aria-label="Nova aplicação"
      scrollMarginTop="24"
      onKeyDown={({ key }) => key === 'Escape' && mayGoBack && invest.back()}
    >
      <Card.Body padding={{ base: '4', md: '6' }}>
        {flow.step === 'fill' && (
          <FillStep
            key={invest.starts}
            draft={flow.draft}
            products={products}
            takesFocus={invest.starts > 0}
            onReview={(draft, product, steps) => {
              setLater(steps);
              invest.review(draft, product);
            }}
          />
        )}
        {flow.step === 'check' && later && (
          <later.CheckStep
            product={flow.found}
            amount={String(flow.draft.amount)}
            today={today}
            outcome={flow.outcome}
            pending={mutation.isPending}
            refusal={
              httpStatusOf(mutation.error) === null
                ? null
                : messageOf(mutation.error, 'Não foi possível realizar o investimento')
            }
            onSend={invest.send}
            onBack={invest.back}
          />
        )}
        {flow.step === 'receipt' && later && (
          <later.DoneStep
            investment={flow.receipt}
            onAgain={() => invest.start({ productId: '', amount: '' })}
          />
        )}
      </Card.Body>
    </Card.Root>
  );
}
