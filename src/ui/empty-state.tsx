import { Box, Heading, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { ValleyArt } from './brand.tsx';

export type EmptyStateProps = {
  title: string;
  description?: ReactNode;
  action?: ReactNode;
  level?: 'h2' | 'h3';
};

export function EmptyState({ title, description, action, level = 'h2' }: EmptyStateProps) {
  return (
    <Stack
      data-empty=""
      align="center"
      textAlign="center"
      gap="3"
      paddingBlock={{ base: '6', md: '10' }}
      paddingInline="4"
    >
      <Box color="border.emphasized" aria-hidden>
        <ValleyArt width="6rem" height="4rem" />
      </Box>
      <Heading as={level} size="lg" fontWeight="600">
        {title}
      </Heading>
      {description !== undefined && (
        <Text color="fg.muted" maxWidth="52ch">
          {description}
        </Text>
      )}
      {action && <Box marginTop="2">{action}</Box>}
    </Stack>
  );
}
