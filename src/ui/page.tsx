import { Flex, Heading, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { usePageTitle } from './page-title.ts';
import { RefreshButton, type RefreshProps } from './refresh-button.tsx';

type PageHeaderProps = {
  title: string;
  subtitle?: ReactNode;
  /** The refresh button: first of the actions, on a phone an icon beside the title. */
  refresh?: RefreshProps;
  actions?: ReactNode;
};

/** The h1 takes focus on arrival. On a phone the header leaves room for the first row of the content. */
export function PageHeader({ title, subtitle, refresh, actions }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <Flex
      as="header"
      position="relative"
      columnGap="4"
      rowGap={{ base: '3', md: '4' }}
      wrap="wrap"
      align="flex-end"
      justify="space-between"
      marginBottom={{ base: '4', md: '6' }}
    >
      <Stack gap={{ base: '0', md: '1' }} minWidth="0">
        <Heading
          as="h1"
          size={{ base: 'xl', md: '2xl' }}
          fontWeight="700"
          tabIndex={-1}
          paddingEnd={refresh && { base: '12', md: '0' }}
        >
          {title}
        </Heading>
        {subtitle !== undefined && (
          <Text color="fg.muted" textStyle={{ base: 'sm', md: 'md' }} textWrap="balance">
            {subtitle}
          </Text>
        )}
      </Stack>
      {(refresh || actions) && (
        <Flex gap={{ base: '2', md: '3' }} wrap="wrap" css={COMPACT}>
          {refresh && <RefreshButton {...refresh} isCorner />}
          {actions}
        </Flex>
      )}
    </Flex>
  );
}

/** On a phone two buttons share a line. */
const COMPACT = { '& > :is(a, button)': { mdDown: { paddingInline: '3', gap: '2', textStyle: 'sm' } } };
