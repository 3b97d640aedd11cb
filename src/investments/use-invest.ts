import { parseDecimal } from '#domain/money';
import { payWithCover, useMissing } from '../shared-movement/cover.ts';
import { type Confirmed, useMove } from '../shared-movement/use-move.ts';
import { trpcClient } from '../trpc.ts';
import { toast } from '../ui/toast.ts';
import type { InvestDraft } from './form-schema.ts';
import type { Chosen } from './shapes.ts';

export function useInvest(draft: InvestDraft) {
  const missing = useMissing('checking');
  return useMove({
    draft,
    later: () =>
      Promise.all([
        import('./check-step.tsx'),
        import('./done-step.tsx'),
        import('../shared-movement/after-cover.tsx'),
      ]),
    review: async ({ amount }, found) => {
      const coverCents = await missing(parseDecimal(String(amount)) ?? 0);
      return coverCents === null ? null : { ...found, coverCents };
    },
    send: (confirmed: Confirmed<InvestDraft, Chosen>) =>
      payWithCover(confirmed, { investment: confirmed.draft }, () =>
        trpcClient.investment.create.mutate({ ...confirmed.draft, idempotencyKey: confirmed.idempotencyKey }),
      ),
    invalidates: 'investment',
    onDone: (paid) => {
      if ('answer' in paid || paid.covered.status === 'done') toast({ title: 'Investimento realizado' });
    },
    failure: { title: 'Erro ao investir', text: 'Não foi possível realizar o investimento' },
  });
}
