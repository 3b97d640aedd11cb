import { Button, chakra, Flex } from '@chakra-ui/react';
import { Link, Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { Wordmark } from '../ui/brand.tsx';
import { lastUse } from '../ui/last-use.ts';

/** Offers a way back if the browser may be signed in. Not asked of the server: for visitors that would be a 401. */
export function PublicPage() {
  const [maybeSignedIn] = useState(() => lastUse() !== null);
  return (
    <Flex direction="column" minHeight="100dvh" bg="bg">
      <Flex as="header" height="18" align="center" paddingInline={{ base: '4', md: '6' }}>
        <a href="/" aria-label="ValeBank, página inicial">
          <Wordmark aria-hidden />
        </a>
        {maybeSignedIn && (
          <Button asChild variant="outline" size="sm" minHeight="11" marginStart="auto">
            <Link to="/login">Voltar ao portal</Link>
          </Button>
        )}
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
