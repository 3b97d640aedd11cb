import { Box, Skeleton, Stack } from '@chakra-ui/react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { pingServer } from '../ui/connection.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading } from '../ui/skeletons.tsx';

export function RouteError({ error }: ErrorComponentProps) {
  async function retry() {
    if (await pingServer()) window.location.reload();
  }
  return (
    <Box maxWidth="60ch" marginInline="auto" padding="6">
      <ErrorState title="Não foi possível abrir esta página" error={error} onRetry={retry} />
    </Box>
  );
}

export function RoutePending() {
  return (
    <Box padding="6">
      <Loading>
        <Stack gap="5">
          <Skeleton height="9" width="min(18rem, 60%)" borderRadius="control" />
          <Skeleton height="36" borderRadius="card" />
          <Skeleton height="56" borderRadius="card" />
        </Stack>
      </Loading>
    </Box>
  );
}
