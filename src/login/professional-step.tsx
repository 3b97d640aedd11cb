import { Stack } from '@chakra-ui/react';
import { FormField } from '../ui/form.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { fieldLabel, type HolderKind } from './register-steps.ts';

export function ProfessionalStep({ kind }: { kind: HolderKind }) {
  return (
    <Stack gap="5">
      <FormField name="occupation" label={fieldLabel('occupation', kind)}>
        <TextInput autoComplete={kind === 'company' ? 'off' : 'organization-title'} />
      </FormField>
      <FormField
        name="monthlyIncome"
        label={fieldLabel('monthlyIncome', kind)}
        hint="Ajuda a calcular quanto crédito cabe no seu mês."
      >
        <MoneyInput />
      </FormField>
    </Stack>
  );
}
