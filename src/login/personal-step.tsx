import { SimpleGrid, Stack } from '@chakra-ui/react';
import { FormField } from '../ui/form.tsx';
import { MaskedInput } from '../ui/masked-input.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { HolderChoice } from './holder-choice.tsx';
import { fieldLabel, type HolderKind } from './register-steps.ts';

type PersonalStepProps = { kind: HolderKind; onKindChange: (kind: HolderKind) => void };

export function PersonalStep({ kind, onKindChange }: PersonalStepProps) {
  const isCompany = kind === 'company';
  return (
    <Stack gap="5">
      <HolderChoice value={kind} onChange={onKindChange} />
      <FormField name="fullName" label={fieldLabel('fullName', kind)}>
        <TextInput autoComplete={isCompany ? 'organization' : 'name'} />
      </FormField>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="5">
        {isCompany ? (
          <FormField name="cnpj" label={fieldLabel('cnpj', kind)} hint="Com letras, se o seu tiver.">
            <MaskedInput mask="cnpj" autoComplete="off" />
          </FormField>
        ) : (
          <>
            <FormField name="cpf" label={fieldLabel('cpf', kind)}>
              <MaskedInput mask="cpf" autoComplete="off" />
            </FormField>
            <FormField name="rg" label={fieldLabel('rg', kind)}>
              <TextInput autoComplete="off" maxLength={12} />
            </FormField>
          </>
        )}
        <FormField
          name="birthDate"
          label={fieldLabel('birthDate', kind)}
          hint={isCompany ? undefined : 'É preciso ser maior de 18 anos.'}
        >
          <TextInput type="date" autoComplete={isCompany ? 'off' : 'bday'} />
        </FormField>
        <FormField name="phone" label={fieldLabel('phone', kind)} hint="Com DDD.">
          <MaskedInput mask="phone" type="tel" autoComplete="tel-national" />
        </FormField>
      </SimpleGrid>
    </Stack>
  );
}
