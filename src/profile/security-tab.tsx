import { Stack } from '@chakra-ui/react';
import { PasskeysCard } from '../shared-security/passkeys-card.tsx';
import { PasswordCard } from '../shared-security/password-card.tsx';
import { SessionsCard } from '../shared-security/sessions-card.tsx';
import { TokensCard } from '../shared-security/tokens-card.tsx';
import { TwoFactorCard } from '../shared-security/two-factor-card.tsx';

export function SecurityTab() {
  return (
    <Stack gap="6">
      <PasswordCard />
      <TwoFactorCard />
      <PasskeysCard />
      <SessionsCard />
      <TokensCard />
    </Stack>
  );
}
