import { chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Wordmark } from '../ui/brand.tsx';

export function PublicPage({ children }: { children: ReactNode }) {
  return (
    <Flex direction="column" minHeight="100dvh" bg="bg">
      <Flex as="header" height="18" align="center" paddingInline={{ base: '4', md: '6' }}>
        <a href="/" aria-label="ValeBank, página inicial">
          <Wordmark aria-hidden />
        </a>
      </Flex>
      <chakra.main
        flex="1"
        width="100%"
        maxWidth="60rem"
        marginInline="auto"
        padding={{ base: '4', md: '6' }}
      >
        {children}
      </chakra.main>
    </Flex>
  );
}
