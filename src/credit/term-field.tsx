import { Button, Flex, Stack } from '@chakra-ui/react';
import { useFormContext } from 'react-hook-form';
import { CREDIT_LIMITS, monthsInWords } from '#domain/credit/words';
import { FormField } from '../ui/form.tsx';
import { CleanInput } from './clean-input.tsx';
import type { ProposalDraft } from './draft.ts';
import { Slider } from './slider.tsx';

const USUAL_TERMS = [6, 12, 24, 36, 48];

export function TermField() {
  const { watch, setValue, formState } = useFormContext<ProposalDraft>();
  const typed = watch('termMonths');
  const choose = (months: number) =>
    setValue('termMonths', String(months), { shouldValidate: formState.isSubmitted, shouldDirty: true });
  return (
    <Stack gap="1">
      <FormField
        name="termMonths"
        label="Prazo em meses"
        hint={`De 1 a ${CREDIT_LIMITS.termMonths} meses, uma parcela por mês.`}
      >
        <CleanInput keep="digits" limit={3} />
      </FormField>
      <Slider
        label="Prazo, deslizando"
        valueText={monthsInWords(Number(typed) || 1)}
        min={1}
        max={CREDIT_LIMITS.termMonths}
        step={1}
        value={Number(typed) || 1}
        onChange={choose}
      />
      <Flex role="group" aria-label="Prazos usuais" gap="2" wrap="wrap">
        {USUAL_TERMS.map((months) => (
          <Button
            key={months}
            type="button"
            size="sm"
            minWidth="11"
            variant={typed === String(months) ? 'subtle' : 'outline'}
            aria-pressed={typed === String(months)}
            aria-label={`${months} meses`}
            className="num"
            onClick={() => choose(months)}
          >
            {months}
          </Button>
        ))}
      </Flex>
    </Stack>
  );
}
