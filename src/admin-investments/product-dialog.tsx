import { Grid, Stack, Text } from '@chakra-ui/react';
import { forecast } from '#domain/investment/forecast';
import { PRODUCT_LIMITS } from '#domain/investment/input';
import { RISK_LEVEL_LABELS, RISK_LEVELS } from '#domain/investment/words';
import { monthlyRatePercent } from '#domain/investment/yield';
import { formatBrl } from '#domain/money';
import { formatPercent } from '#domain/percent';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { DialogAct, DialogFrame } from '../ui/dialog-frame.tsx';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { Failure } from '../ui/notice.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { toast, toastError } from '../ui/toast.ts';
import { type ProductForm, productFormSchema, rateAsSent } from './form-schema.ts';

const EMPTY: ProductForm = {
  name: '',
  description: '',
  minAmount: '',
  annualRate: '',
  termDays: '',
  riskLevel: 'low',
};
const RISKS = RISK_LEVELS.map((value) => ({ value, label: RISK_LEVEL_LABELS[value] }));
const FAILURE = 'Não foi possível criar o produto';

export function ProductDialog({ today, onClose }: { today: string; onClose: () => void }) {
  const form = useZodForm(productFormSchema, EMPTY);
  const invalidate = useInvalidate();
  const creation = trpc.investment.products.create.useMutation({
    onSuccess: async () => {
      toast({ title: 'Produto criado' });
      onClose();
      await invalidate('administration');
    },
    onError: (error) => toastError('Erro ao criar produto', error, FAILURE),
  });
  return (
    <DialogFrame title="Novo produto" size="xl" locked={creation.isPending} onClose={onClose}>
      <Form
        form={form}
        label="Novo produto"
        onSubmit={(values) => creation.mutate({ ...values, annualRate: rateAsSent(values.annualRate) })}
      >
        <Stack gap="5">
          <FormField name="name" label="Nome">
            <TextInput maxLength={PRODUCT_LIMITS.name} autoComplete="off" />
          </FormField>
          <FormField name="description" label="Descrição" hint="É o que o cliente lê ao escolher.">
            <TextArea rows={3} maxLength={PRODUCT_LIMITS.description} />
          </FormField>
          <Grid templateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }} gap="5" alignItems="start">
            <FormField name="minAmount" label="Valor mínimo">
              <MoneyInput />
            </FormField>
            <FormField name="annualRate" label="Taxa anual (%)" hint="Prefixada, base 252 dias úteis">
              <TextInput inputMode="decimal" autoComplete="off" placeholder="12,50" className="num" />
            </FormField>
            <FormField name="termDays" label="Prazo (dias)" hint="Dias corridos">
              <TextInput inputMode="numeric" autoComplete="off" placeholder="360" className="num" />
            </FormField>
          </Grid>
          <RadioChips name="riskLevel" label="Risco" options={RISKS} />
          <Preview values={form.watch()} today={today} />
          <Failure role="alert" of={creation} fallback={FAILURE} />
          <DialogAct onCancel={onClose} pending={creation.isPending} pendingText="Criando…">
            Criar produto
          </DialogAct>
        </Stack>
      </Form>
    </DialogFrame>
  );
}

const SAMPLE_CENTS = 100_000;

function Preview({ values, today }: { values: ProductForm; today: string }) {
  const { annualRate, termDays } = productFormSchema.shape;
  const rate = annualRate.safeParse(values.annualRate);
  const term = termDays.safeParse(values.termDays);
  if (!rate.success || !term.success) return null;
  const position = { amountCents: SAMPLE_CENTS, annualRatePercent: rate.data, startOn: today };
  const paid = forecast(position, term.data);
  return (
    <Text padding="4" borderRadius="card" bg="bg.subtle" className="num">
      O cliente vê: <strong>{formatPercent(rate.data)} a.a.</strong>, equivale a{' '}
      {formatPercent(monthlyRatePercent(rate.data))} a.m. {formatBrl(SAMPLE_CENTS)} aplicados hoje viram{' '}
      <strong>{formatBrl(paid.netCents)}</strong> líquidos em {paid.calendarDays} dias (imposto de renda de{' '}
      {formatPercent(paid.incomeTaxPercent)}
      {paid.iofPercent > 0 ? ` e IOF de ${paid.iofPercent}%` : ''}).
    </Text>
  );
}
