import { Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useEffect } from 'react';

/** Puts the screen's name into the window's title. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ValeBank`;
  }, [title]);
}

type PageHeaderProps = {
  title: string;
  subtitle?: ReactNode;
  /** Buttons of the whole screen, on the right. */
  actions?: ReactNode;
};

/** The head of a screen: its h1 (which takes the focus when one arrives here), what it is about, and its actions. */
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
