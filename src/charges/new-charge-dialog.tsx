import { Box, Grid, Stack, Text } from '@chakra-ui/react';
import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { CHARGE_KIND_LABELS, CHARGE_KINDS } from '#domain/charge/words';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { DialogAct, DialogFrame } from '../ui/dialog-frame.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { failureText } from '../ui/failure-text.ts';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { TextLink } from '../ui/links.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { Notice } from '../ui/notice.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
import { SelectBox } from '../ui/select-box.tsx';
import { serverErrorOf } from '../ui/server-error.ts';
import { TextInput } from '../ui/text-input.tsx';
import { type ChargeDraft, chargeDraftSchema, chargeInput, draftField, NEW_CHARGE } from './form-schema.ts';

const KINDS = CHARGE_KINDS.map((value) => ({ value, label: CHARGE_KIND_LABELS[value] }));
const MODES = [
  { value: 'percent', label: '%' },
  { value: 'value', label: 'R$' },
] as const;
const VALIDITY = [
  { value: '60', label: '1 hora' },
  { value: '1440', label: '24 horas' },
  { value: '4320', label: '3 dias' },
  { value: '10080', label: '7 dias' },
  { value: '43200', label: '30 dias' },
] as const;

type NewChargeDialogProps = { onMade: (id: string) => void; onClose: () => void };

/** A second try with the same values charges once. */
export function NewChargeDialog({ onMade, onClose }: NewChargeDialogProps) {
  const me = trpc.auth.me.useQuery();
  const invalidate = useInvalidate();
  const form = useZodForm<ChargeDraft>(chargeDraftSchema, NEW_CHARGE);
  const make = trpc.charge.create.useMutation({
    onSuccess: ({ id }) => {
      onMade(id);
      void invalidate('charge');
    },
  });
  const sent = useRef({ request: '', idempotencyKey: '' });
  const failures = failedFields(make.error);
  const isDated = form.watch('kind') === 'dated';

  function submit(draft: ChargeDraft) {
    const input = chargeInput(draft);
    const request = JSON.stringify(input);
    if (sent.current.request !== request) sent.current = { request, idempotencyKey: crypto.randomUUID() };
    make.mutate({ ...input, idempotencyKey: sent.current.idempotencyKey });
  }

  return (
    <DialogFrame title="Nova cobrança" size="xl" locked={make.isPending} onClose={onClose}>
      <Form form={form} label="Nova cobrança" onSubmit={submit}>
        <Stack gap="5">
          <FormField name="amount" label="Valor" failure={failures.amount}>
            <MoneyInput />
          </FormField>
          <FormField name="description" label="Descrição" hint="Quem paga lê este texto">
            <TextInput
              maxLength={MAX_DESCRIPTION_LENGTH}
              placeholder="Aulas de novembro"
              autoComplete="off"
            />
          </FormField>
          <RadioChips name="kind" label="Prazo" options={KINDS} />
          {isDated ? (
            <Dated form={form} today={me.data?.today} failures={failures} />
          ) : (
            <FormField name="minutes" label="Vale por" hint="Depois disso o código não pode mais ser pago">
              <SelectBox
                options={VALIDITY}
                value={form.watch('minutes') as '60'}
                onChange={(minutes) => form.setValue('minutes', minutes)}
              />
            </FormField>
          )}
          <Box role="alert" _empty={{ position: 'absolute' }}>
            {make.error !== null && !make.isPending && <Refused error={make.error} />}
          </Box>
          <DialogAct onCancel={onClose} pending={make.isPending} pendingText="Gerando…">
            Gerar cobrança
          </DialogAct>
        </Stack>
      </Form>
    </DialogFrame>
  );
}

type DatedProps = {
  form: UseFormReturn<ChargeDraft>;
  today: string | undefined;
  failures: Record<string, string>;
};

function Dated({ form, today, failures }: DatedProps) {
  const isDiscounted = form.watch('discount').trim() !== '';
  return (
    <>
      <FormField
        name="dueDate"
        label="Vencimento"
        hint="Pode ser paga até 30 dias depois dele"
        failure={failures.dueDate}
      >
        <TextInput type="date" min={today} />
      </FormField>
      <Disclosure title="Multa, juros e desconto">
        <Stack gap="5">
          <Grid gap="4" templateColumns={{ base: '1fr', sm: '1fr auto' }} alignItems="start">
            <FormField
              name="fine"
              label="Multa por atraso"
              hint="Uma vez; o usual é 2%"
              failure={failures.fine}
            >
              <TextInput inputMode="decimal" autoComplete="off" placeholder="2,00" className="num" />
            </FormField>
            <RadioChips name="fineMode" label="Multa em" options={MODES} />
          </Grid>
          <FormField
            name="interest"
            label="Juros ao mês (%)"
            hint="Por dia de atraso, na proporção; o usual é 1%"
            failure={failures.interest}
          >
            <TextInput inputMode="decimal" autoComplete="off" placeholder="1,00" className="num" />
          </FormField>
          <Grid gap="4" templateColumns={{ base: '1fr', sm: '1fr auto' }} alignItems="start">
            <FormField name="discount" label="Desconto para quem paga cedo" failure={failures.discount}>
              <TextInput inputMode="decimal" autoComplete="off" placeholder="5,00" className="num" />
            </FormField>
            <RadioChips name="discountMode" label="Desconto em" options={MODES} />
          </Grid>
          {isDiscounted && (
            <FormField
              name="daysBefore"
              label="Até quantos dias antes do vencimento"
              hint="Vazio: até o próprio dia"
              failure={failures.daysBefore}
            >
              <TextInput inputMode="numeric" autoComplete="off" placeholder="0" className="num" />
            </FormField>
          )}
        </Stack>
      </Disclosure>
    </>
  );
}

function Refused({ error }: { error: unknown }) {
  return (
    <Notice status="error" title="A cobrança não foi gerada">
      {failureText(error, 'Tente de novo em instantes.')}
      {serverErrorOf(error)?.code === 'NO_ACTIVE_KEY' && (
        <Text marginTop="2">
          <TextLink to="/client/pix" variant="underline">
            Criar uma chave PIX
          </TextLink>
        </Text>
      )}
    </Notice>
  );
}

/** The server's words about a field, by the form's field. */
const failedFields = (error: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(serverErrorOf(error)?.fields ?? {}).map(([field, text]) => [draftField(field), text]),
  );
