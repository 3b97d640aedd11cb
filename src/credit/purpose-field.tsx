import { Button, Flex, Stack } from '@chakra-ui/react';
import { useFormContext } from 'react-hook-form';
import { CREDIT_LIMITS } from '#domain/credit/words';
import { FormField } from '../ui/form.tsx';
import { TextArea } from '../ui/text-area.tsx';
import type { ProposalDraft } from './draft.ts';

/** Common purposes; each meets the minimum length. */
const SUGGESTIONS = [
  'Reforma da casa',
  'Quitar outras dívidas',
  'Compra de veículo',
  'Estudos e cursos',
  'Capital de giro',
  'Despesas médicas',
];

export function PurposeField() {
  const { watch, setValue, formState } = useFormContext<ProposalDraft>();
  const purpose = watch('purpose');
  return (
    <Stack gap="2">
      <FormField
        name="purpose"
        label="Finalidade"
        hint={`Para que é o dinheiro, em pelo menos ${CREDIT_LIMITS.purpose.min} caracteres.`}
      >
        <TextArea rows={2} maxLength={CREDIT_LIMITS.purpose.max} />
      </FormField>
      <Flex role="group" aria-label="Finalidades usuais" gap="2" wrap="wrap">
        {SUGGESTIONS.map((suggestion) => (
          <Button
            key={suggestion}
            type="button"
            size="sm"
            variant={purpose === suggestion ? 'subtle' : 'outline'}
            aria-pressed={purpose === suggestion}
            onClick={() =>
              setValue('purpose', suggestion, { shouldValidate: formState.isSubmitted, shouldDirty: true })
            }
          >
            {suggestion}
          </Button>
        ))}
      </Flex>
    </Stack>
  );
}
