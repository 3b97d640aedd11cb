import { Button, Stack } from '@chakra-ui/react';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { parseDecimal } from '#domain/money';
import { useChecking } from '../shared-movement/checking.ts';
import { useMissing } from '../shared-movement/cover.ts';
import type { FillProps } from '../shared-movement/move-flow.tsx';
import { RecipientStrip } from '../shared-recipients/recipient-strip.tsx';
import { accountsOnly, trpc } from '../trpc.ts';
import { Fetched } from '../ui/fetched.tsx';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { Money } from '../ui/money.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { messageOf } from '../ui/server-error.ts';
import { StepHeading } from '../ui/step-heading.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { TransferDraft } from './form-schema.ts';
import type { Payee } from './holder.ts';
import { accountNumberError, HolderField } from './holder-field.tsx';

/** Imported when typing begins, so that the screen opens without waiting for it. */
const draftRules = async () => (await import('./form-schema.ts')).draftSchema;

/** Continues only once the account's holder is known. */
export function FillStep({ draft, takesFocus, onReview }: FillProps<TransferDraft, Payee>) {
  const form = useZodForm(draftRules, draft);
  const utils = trpc.useUtils();
  const missing = useMissing('checking');
  const accounts = trpc.account.list.useQuery(undefined, accountsOnly);
  const own = useChecking();
  const ownNumbers = accounts.data?.map(({ accountNumber }) => accountNumber) ?? [];

  function pick(accountNumber: string) {
    form.clearErrors('accountNumber');
    form.setValue('accountNumber', accountNumber);
    form.setFocus('amount');
  }

  async function review(values: TransferDraft) {
    const wrong = accountNumberError(values.accountNumber, ownNumbers);
    if (wrong) return form.setError('accountNumber', { message: wrong }, { shouldFocus: true });
    try {
      const holder = await utils.account.lookup.fetch({ accountNumber: values.accountNumber });
      const coverCents = await missing(parseDecimal(String(values.amount)) ?? 0);
      if (coverCents === null)
        return form.setError('amount', { message: 'Saldo insuficiente' }, { shouldFocus: true });
      await onReview({ ...values, description: values.description.trim() }, { ...holder, coverCents });
    } catch (error) {
      const message = messageOf(error, 'Não foi possível buscar o titular. Tente de novo.');
      form.setError('accountNumber', { message }, { shouldFocus: true });
    }
  }

  return (
    <Stack gap="6">
      <StepHeading
        label="Passos da transferência"
        step={0}
        title="Para quem e quanto"
        takesFocus={takesFocus}
      />
      <RecipientStrip kind="account" onPick={({ accountNumber }) => pick(accountNumber ?? '')} />
      <Fetched query={accounts} failure="Não foi possível carregar o saldo disponível" skeleton={null}>
        {() => null}
      </Fetched>
      <Form form={form} onSubmit={review} label="Dados da transferência">
        <Stack gap="4">
          <HolderField ownNumbers={ownNumbers} />
          <FormField
            name="amount"
            label="Valor"
            hint={
              own && (
                <>
                  Disponível <Money decimal={own.balance} />
                </>
              )
            }
          >
            <MoneyInput />
          </FormField>
          <FormField name="description" label="Descrição" hint="Aparece no seu extrato e no de quem recebe">
            <TextInput maxLength={MAX_DESCRIPTION_LENGTH} placeholder="Aluguel de julho" autoComplete="off" />
          </FormField>
          <Button
            type="submit"
            loading={form.formState.isSubmitting}
            loadingText="Buscando titular…"
            alignSelf={{ md: 'start' }}
          >
            Continuar
          </Button>
        </Stack>
      </Form>
    </Stack>
  );
}
