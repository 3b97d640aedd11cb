import { Box, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { PageHeader } from '../ui/page.tsx';

type NarrowPageProps = { title: string; subtitle?: ReactNode; children: ReactNode };

export function NarrowPage({ title, subtitle, children }: NarrowPageProps) {
  return (
    <Box maxWidth="30rem" marginInline="auto" paddingTop={{ base: '2', md: '10' }}>
      <PageHeader title={title} subtitle={subtitle} />
      <Stack gap="5">{children}</Stack>
    </Box>
  );
}
