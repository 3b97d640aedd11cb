import { Stack } from '@chakra-ui/react';
import { TwoFactorCard } from '../ui/two-factor/two-factor-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TokensCard } from './tokens-card.tsx';

/** What keeps others out of the account. */
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
