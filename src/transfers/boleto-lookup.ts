import { parseDecimal } from '#domain/money';
import { useMissing } from '../shared-movement/cover.ts';
import { trpc } from '../trpc.ts';
import type { BoletoFound } from './boleto-payment.ts';

/** What a boleto asks for now, and what the other account would have to add. */
export function useBoletoLookup(): (line: string) => Promise<BoletoFound> {
  const { preview } = trpc.useUtils().account.boleto;
  const missing = useMissing('checking');
  return async (line) => {
    const boleto = await preview.fetch({ line }, { staleTime: 0 });
    const amountCents = parseDecimal(boleto.amount ?? '') ?? 0;
    return { ...boleto, coverCents: boleto.isConfirmed ? await missing(amountCents) : 0 };
  };
}
