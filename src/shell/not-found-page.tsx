import { Heading, Stack, Text, Wrap } from '@chakra-ui/react';
import { useRouteContext } from '@tanstack/react-router';
import { ValleyArt } from '../ui/brand.tsx';
import { LinkButton } from '../ui/links.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { menuOf } from './menu.ts';
import type { Me } from './session.ts';

export function NotFoundPage() {
  const { me } = useRouteContext({ strict: false }) as { me: Me };
  usePageTitle('404 Page Not Found');
  const suggested = menuOf(me.user.role)
    .flatMap(({ items }) => items)
    .slice(0, 4);
  return (
    <Stack gap="4" align="flex-start" paddingBlock={{ base: '6', md: '12' }} maxWidth="60ch">
      <ValleyArt width="7.5rem" height="5rem" color="border.emphasized" />
      <Heading as="h1" size="3xl" fontWeight="700" tabIndex={-1}>
        404 Page Not Found
      </Heading>
      <Text color="fg.muted">
        Não encontramos esta página. O endereço pode ter sido digitado errado, ou a página mudou de lugar.
      </Text>
      <Text fontWeight="600">Para onde você quer ir?</Text>
      <Wrap gap="3">
        {suggested.map(({ label, to, icon: ItemIcon }) => (
          <LinkButton to={to} key={to} variant="outline">
            <ItemIcon aria-hidden />
            {label}
          </LinkButton>
        ))}
      </Wrap>
    </Stack>
  );
}
