import { Box, Card, Flex, Heading, Text } from '@chakra-ui/react';
import { ContactTypeBadge, DifficultyBadge, ResolvedBadge } from '../shared-contact/contact-badges.tsx';
import type { RouterOutputs } from '../trpc.ts';
import { formatMoment } from '../ui/date.ts';

type Contact = RouterOutputs['admin']['contacts']['list'][number];

export function ContactCard({ contact }: { contact: Contact }) {
  const { contactType, difficulty, resolved, contactDate, notes, createdAt, createdByName } = contact;
  return (
    <Card.Root as="li">
      <Card.Body padding={{ base: '4', md: '5' }} gap="4">
        <Flex gap="2" wrap="wrap" align="center">
          <ContactTypeBadge type={contactType} />
          <DifficultyBadge difficulty={difficulty} />
          {resolved && <ResolvedBadge />}
          <Text className="num" color="fg.muted" textStyle="sm" marginInlineStart={{ sm: 'auto' }}>
            <time dateTime={contactDate}>{formatMoment(contactDate)}</time>
          </Text>
        </Flex>
        <Box>
          <Heading as="h3" size="sm" fontWeight="600">
            Relatório do Contato:
          </Heading>
          <Text marginTop="1" whiteSpace="pre-line" overflowWrap="anywhere" maxWidth="75ch">
            {notes}
          </Text>
        </Box>
        <Text color="fg.muted" textStyle="sm">
          Registrado em <time dateTime={createdAt}>{formatMoment(createdAt)}</time> por {createdByName}
        </Text>
      </Card.Body>
    </Card.Root>
  );
}
