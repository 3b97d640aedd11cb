import { type Confirmed, useMove } from '../shared-movement/use-move.ts';
import { trpcClient } from '../trpc.ts';
import { toast } from '../ui/toast.ts';
import type { InvestDraft } from './form-schema.ts';
import type { Product } from './shapes.ts';

export const useInvest = (draft: InvestDraft) =>
  useMove({
    draft,
    later: () => Promise.all([import('./check-step.tsx'), import('./done-step.tsx')]),
    send: ({ draft, idempotencyKey }: Confirmed<InvestDraft, Product>) =>
      trpcClient.investment.create.mutate({ ...draft, idempotencyKey }),
    invalidates: 'investment',
    onDone: () => toast({ title: 'Investimento realizado' }),
    failure: { title: 'Erro ao investir', text: 'Não foi possível realizar o investimento' },
  });
