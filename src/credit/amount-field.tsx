import { Stack } from '@chakra-ui/react';
import { useFormContext } from 'react-hook-form';
import { formatBrl, parseDecimal, toDecimal } from '#domain/money';
import { FormField } from '../ui/form.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import type { ProposalDraft } from './draft.ts';
import { Slider } from './slider.tsx';

/** The slider's range in cents; typing allows more. */
const RANGE = { min: 500_00, max: 100_000_00, step: 500_00 };

export function AmountField() {
  const { watch, setValue, formState } = useFormContext<ProposalDraft>();
  const amountCents = parseDecimal(watch('amount')) ?? 0;
  return (
    <Stack gap="1">
      <FormField name="amount" label="Valor">
        <MoneyInput />
      </FormField>
      <Slider
        label="Valor, deslizando"
        valueText={formatBrl(amountCents)}
        {...RANGE}
        value={amountCents}
        onChange={(cents) =>
          setValue('amount', toDecimal(cents), { shouldValidate: formState.isSubmitted, shouldDirty: true })
        }
      />
    </Stack>
  );
}
