import { Box, Button, chakra, Flex, Heading, Text, Wrap } from '@chakra-ui/react';
import { createFileRoute, Link } from '@tanstack/react-router';
import { ValleyArt, Wordmark } from '../ui/brand.tsx';

export const Route = createFileRoute('/')({ component: LandingPage });

function LandingPage() {
  return (
    <Flex direction="column" minHeight="100dvh" bg="serra.bg" color="serra.fg" overflow="hidden">
      <Flex
        as="header"
        height="18"
        align="center"
        justify="space-between"
        paddingInline={{ base: '4', md: '10' }}
      >
        <Wordmark onSerra />
        <Button
          asChild
          variant="outline"
          color="serra.fg"
          borderColor="serra.muted"
          _hover={{ bg: 'serra.active' }}
        >
          <Link to="/login">Acessar Conta</Link>
        </Button>
      </Flex>
      <chakra.main
        flex="1"
        display="flex"
        alignItems="center"
        position="relative"
        paddingInline={{ base: '4', md: '10' }}
      >
        <Box maxWidth="42rem" paddingBlock="12" position="relative" zIndex="1">
          <Heading as="h1" size="5xl" fontWeight="700">
            Do outro lado do vale, o seu dinheiro rende.
          </Heading>
          <Text textStyle="lg" color="serra.muted" marginTop="5" maxWidth="46ch">
            Conta digital, transferências, Pix, crédito e investimentos, para você e para a sua empresa.
          </Text>
          <Wrap gap="4" marginTop="8">
            <Button asChild size="xl" bg="serra.bar" color="black" _hover={{ bg: 'serra.ring' }}>
              <Link to="/login" search={{ tab: 'cadastrar' }}>
                Abrir minha conta
              </Link>
            </Button>
            <Button
              asChild
              size="xl"
              variant="outline"
              color="serra.fg"
              borderColor="serra.muted"
              _hover={{ bg: 'serra.active' }}
            >
              <Link to="/login">Acessar Conta</Link>
            </Button>
          </Wrap>
        </Box>
        <Box
          position="absolute"
          right="-20%"
          bottom="-10%"
          color="serra.active"
          aria-hidden
          display={{ base: 'none', md: 'block' }}
        >
          <ValleyArt width="56rem" height="37.5rem" plain />
        </Box>
      </chakra.main>
    </Flex>
  );
}
