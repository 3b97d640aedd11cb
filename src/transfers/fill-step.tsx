import { Button, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { parseDecimal } from '#domain/money';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { Fetched, type Query } from '../ui/fetched.tsx';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { Money } from '../ui/money.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { messageOf } from '../ui/server-error.ts';
import { StepHeading } from '../ui/step-heading.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { useCovered } from '../ui/use-covered.ts';
import type { TransferDraft } from './form-schema.ts';
import type { Holder } from './holder.ts';
import { HolderField, wrongNumber } from './holder-field.tsx';
import { fetchLaterSteps, type LaterSteps } from './later-steps.ts';
import { Recipients } from './recipients.tsx';

type Account = RouterOutputs['account']['list']['accounts'][number];

type FillStepProps = {
  draft: TransferDraft;
  takesFocus: boolean;
  accounts: Query<Account[]>;
  /** With what the next steps are made of, so that they open at once. */
  onReview: (draft: TransferDraft, holder: Holder, steps: LaterSteps) => void;
};

/** Fetched when typing begins: the screen opens without the validation. */
const draftRules = async () => (await import('./form-schema.ts')).draftSchema;

/** The account from which money is sent. */
export function sendingAccount(accounts: Account[] | undefined): Account | undefined {
  return accounts?.find(({ accountType }) => accountType === 'checking');
}

/** Step 1, dados: to whom, how much, what for. It goes on only with a holder's name. */
export function FillStep({ draft, takesFocus, accounts, onReview }: FillStepProps) {
  const form = useZodForm(draftRules, draft);
  const utils = trpc.useUtils();
  const isCovered = useCovered();
  const [checking, setChecking] = useState(false);
  const own = sendingAccount(accounts.data);
  const ownNumbers = accounts.data?.map(({ accountNumber }) => accountNumber) ?? [];

  function pick(accountNumber: string) {
    form.clearErrors('accountNumber');
    form.setValue('accountNumber', accountNumber);
    form.setFocus('amount');
  }

  async function review(values: TransferDraft) {
    const wrong = wrongNumber(values.accountNumber, ownNumbers);
    if (wrong) return form.setError('accountNumber', { message: wrong }, { shouldFocus: true });
    setChecking(true);
    try {
      const holder = await utils.account.lookup.fetch({ accountNumber: values.accountNumber });
      const steps = await fetchLaterSteps();
      if (!(await isCovered(parseDecimal(String(values.amount)) ?? 0))) {
        return form.setError('amount', { message: 'Saldo insuficiente' }, { shouldFocus: true });
      }
      onReview({ ...values, description: values.description.trim() }, holder, steps);
    } catch (error) {
      const message = messageOf(error, 'Não foi possível buscar o titular. Tente de novo.');
      form.setError('accountNumber', { message }, { shouldFocus: true });
    } finally {
      setChecking(false);
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
      <Recipients onPick={pick} />
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
            loading={checking}
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
