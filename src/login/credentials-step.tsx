import { Stack } from '@chakra-ui/react';
import { useFormContext } from 'react-hook-form';
import { FormField } from '../ui/form.tsx';
import { PasswordMeter } from '../ui/password-meter.tsx';
import { PasswordInput, TextInput } from '../ui/text-input.tsx';
import { fieldLabel, type HolderKind, ownerOf, type RegisterValues } from './register-steps.ts';

export function CredentialsStep({ kind }: { kind: HolderKind }) {
  const { watch, getValues } = useFormContext<RegisterValues>();
  const isCompany = kind === 'company';
  const document = getValues(isCompany ? 'cnpj' : 'cpf');
  return (
    <Stack gap="5">
      {/* Password managers store it as the user name: customers sign in with the document. */}
      <input type="text" value={document} autoComplete="username" readOnly hidden tabIndex={-1} />
      <FormField
        name="username"
        label={fieldLabel('username', kind)}
        hint={`Identifica o seu cadastro no banco. Para entrar, use o ${isCompany ? 'CNPJ' : 'CPF'}.`}
      >
        <TextInput autoComplete="nickname" autoCapitalize="none" spellCheck={false} />
      </FormField>
      <FormField
        name="email"
        label={fieldLabel('email', kind)}
        hint="Recebe comprovantes e códigos de assinatura."
      >
        <TextInput type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} />
      </FormField>
      <FormField
        name="password"
        label={fieldLabel('password', kind)}
        hint={<PasswordMeter password={watch('password')} owner={ownerOf(watch(), kind)} />}
      >
        <PasswordInput autoComplete="new-password" />
      </FormField>
    </Stack>
  );
}
