import { Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useEffect } from 'react';

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ValeBank`;
  }, [title]);
}

type PageHeaderProps = {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
};

/** The h1 takes focus on arrival. */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <Flex as="header" gap="4" wrap="wrap" align="flex-end" justify="space-between" marginBottom="6">
      <Stack gap="1" minWidth="0">
        <Heading as="h1" size="2xl" fontWeight="700" tabIndex={-1}>
          {title}
        </Heading>
        {subtitle !== undefined && <Text color="fg.muted">{subtitle}</Text>}
      </Stack>
      {actions !== undefined && (
        <Flex gap="3" wrap="wrap">
          {actions}
        </Flex>
      )}
    </Flex>
  );
}
