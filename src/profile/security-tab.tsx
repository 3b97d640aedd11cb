import { Stack } from '@chakra-ui/react';
import { PasswordCard } from '../ui/security/password-card.tsx';
import { SessionsCard } from '../ui/security/sessions-card.tsx';
import { TokensCard } from '../ui/security/tokens-card.tsx';
import { TwoFactorCard } from '../ui/two-factor/two-factor-card.tsx';

export function SecurityTab() {
  return (
    <Stack gap="6">
      <PasswordCard />
      <TwoFactorCard />
      <SessionsCard />
      <TokensCard />
    </Stack>
  );
}
