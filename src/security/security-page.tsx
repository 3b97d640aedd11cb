import { Stack } from '@chakra-ui/react';
import { PasskeysCard } from '../shared-security/passkeys-card.tsx';
import { SessionsCard } from '../shared-security/sessions-card.tsx';
import { TwoFactorCard } from '../shared-security/two-factor-card.tsx';
import { PageHeader } from '../ui/page.tsx';
import { DevicesCard } from './devices-card.tsx';
import { FreezeCard } from './freeze-card.tsx';
import { LimitsCard } from './limits-card.tsx';
import { TrustedPayeesCard } from './trusted-payees-card.tsx';

/** What keeps the customer's money theirs: a card for each subject. */
export function SecurityPage() {
  return (
    <>
      <PageHeader title="Segurança" subtitle="Quem entra na sua conta, e o que pode sair dela." />
      <Stack gap="6">
        <LimitsCard />
        <TrustedPayeesCard />
        <TwoFactorCard />
        <PasskeysCard />
        <DevicesCard />
        <SessionsCard />
        <FreezeCard />
      </Stack>
    </>
  );
}
