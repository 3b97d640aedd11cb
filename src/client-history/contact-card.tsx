import { Box, Button, Card, Flex, Heading, Text } from '@chakra-ui/react';
import { useInvalidate } from '../invalidation.ts';
import { ContactTypeBadge, DifficultyBadge, ResolvedBadge } from '../shared-contact/contact-badges.tsx';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { rowAction } from '../ui/data-table.tsx';
import { formatMoment } from '../ui/date.ts';
import { toast, toastError } from '../ui/toast.ts';

type Contact = RouterOutputs['admin']['contacts']['list'][number];

type ContactCardProps = { contact: Contact; onCorrect: () => void };

export function ContactCard({ contact, onCorrect }: ContactCardProps) {
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
        <Flex gap="2" wrap="wrap" align="center" justify="space-between">
          <Text color="fg.muted" textStyle="sm">
            Registrado em <time dateTime={createdAt}>{formatMoment(createdAt)}</time> por {createdByName}
          </Text>
          <Flex columnGap="5">
            {!resolved && <ResolveButton contact={contact} />}
            <Button
              {...rowAction}
              aria-label={`Corrigir o contato de ${formatMoment(contactDate)}`}
              aria-haspopup="dialog"
              onClick={onCorrect}
            >
              Corrigir
            </Button>
          </Flex>
        </Flex>
      </Card.Body>
    </Card.Root>
  );
}

function ResolveButton({ contact: { id, contactDate } }: { contact: Contact }) {
  const invalidate = useInvalidate();
  const resolve = trpc.admin.contacts.change.useMutation({
    onSuccess: async () => {
      toast({ title: 'Contato resolvido' });
      await invalidate('administration');
    },
    onError: (error) =>
      toastError('O contato não foi resolvido', error, 'Não foi possível salvar o contato. Tente novamente.'),
  });
  return (
    <Button
      {...rowAction}
      colorPalette="brand"
      aria-label={`Marcar como resolvido o contato de ${formatMoment(contactDate)}`}
      loading={resolve.isPending}
      loadingText="Salvando…"
      onClick={() => resolve.mutate({ id, resolved: true })}
    >
      Marcar como resolvido
    </Button>
  );
}
