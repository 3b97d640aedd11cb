import { Stack } from '@chakra-ui/react';
import { AccessHistoryCard } from './access-history-card.tsx';
import { ClosingCard } from './closing-card.tsx';
import { ConsentsCard } from './consents-card.tsx';
import { CopyCard } from './copy-card.tsx';

/** The customer's rights as a data subject (LGPD, art. 18). */
export function PrivacyTab() {
  return (
    <Stack gap="6">
      <CopyCard />
      <ConsentsCard />
      <AccessHistoryCard />
      <ClosingCard />
    </Stack>
  );
}
