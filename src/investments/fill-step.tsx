import { Button, Stack } from '@chakra-ui/react';
import { useEffect } from 'react';
import { formatBrl, parseDecimal } from '#domain/money';
import { useChecking } from '../shared-movement/checking.ts';
import { useMissing } from '../shared-movement/cover.ts';
import type { FillProps } from '../shared-movement/move-flow.tsx';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { Money } from '../ui/money.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { NO_ANSWER } from '../ui/server-error.ts';
import { StepHeading } from '../ui/step-heading.tsx';
import type { InvestDraft } from './form-schema.ts';
import { ProductSelect } from './product-select.tsx';
import { type Chosen, type Product, STEPS } from './shapes.ts';

type FillStepProps = FillProps<InvestDraft, Chosen> & { products: readonly Product[] };

/** Imported when typing begins, so that the screen opens without waiting for it. */
const draftRules = async () => (await import('./form-schema.ts')).investDraftSchema;

export function FillStep({ draft, products, takesFocus, onReview }: FillStepProps) {
  const form = useZodForm<InvestDraft>(draftRules, draft);
  const checking = useChecking();
  const missing = useMissing('checking');
  const product = products.find(({ id }) => id === form.watch('productId'));

  // The product was chosen on its card, so only the amount is missing.
  useEffect(() => {
    if (takesFocus && draft.productId) form.setFocus('amount');
  }, [takesFocus, draft.productId, form]);

  async function review(values: InvestDraft) {
    const chosen = products.find(({ id }) => id === values.productId);
    if (!chosen) return form.setError('productId', { message: 'Selecione um produto' });
    const amountCents = parseDecimal(String(values.amount)) ?? 0;
    const minCents = parseDecimal(chosen.minAmount) ?? 0;
    const refuse = (message: string) => form.setError('amount', { message }, { shouldFocus: true });
    if (amountCents < minCents) return refuse(`O valor mínimo deste produto é ${formatBrl(minCents)}`);
    try {
      const coverCents = await missing(amountCents);
      if (coverCents === null) return refuse('Saldo insuficiente');
      await onReview(values, { ...chosen, coverCents });
    } catch {
      refuse(NO_ANSWER);
    }
  }

  return (
    <Stack gap="5">
      <StepHeading {...STEPS} step={0} title="Nova aplicação" takesFocus={takesFocus && !draft.productId} />
      <Form form={form} onSubmit={review} label="Dados do investimento">
        <Stack gap="4">
          <FormField name="productId" label="Produto">
            <ProductSelect products={products} />
          </FormField>
          <FormField
            name="amount"
            label="Valor"
            hint={
              <Stack as="span" gap="0">
                {product && (
                  <span>
                    Valor mínimo deste produto: <Money decimal={product.minAmount} exposed />
                  </span>
                )}
                {checking && (
                  <span>
                    Disponível <Money decimal={checking.balance} />
                  </span>
                )}
              </Stack>
            }
          >
            <MoneyInput />
          </FormField>
          <Button
            type="submit"
            loading={form.formState.isSubmitting}
            loadingText="Calculando…"
            alignSelf={{ md: 'start' }}
          >
            Continuar
          </Button>
        </Stack>
      </Form>
    </Stack>
  );
}
