import { chakra, Flex } from '@chakra-ui/react';
import { Outlet } from '@tanstack/react-router';
import { Wordmark } from '../ui/brand.tsx';

export function PublicPage() {
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
        <Outlet />
      </chakra.main>
    </Flex>
  );
}
