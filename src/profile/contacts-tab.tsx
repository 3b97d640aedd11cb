import { Card, chakra, Flex, SimpleGrid, Skeleton, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { DIFFICULTIES } from '#domain/contact/words';
import { ContactTypeBadge, DifficultyBadge, ResolvedBadge } from '../shared-contact/contact-badges.tsx';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { formatMoment } from '../ui/date.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { LinkButton } from '../ui/links.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { CardsSkeleton, Loading } from '../ui/skeletons.tsx';
import { contactFigures } from './contact-figures.ts';

type Contact = RouterOutputs['account']['contacts'][number];

const RECENT_CONTACTS = 5;
const SUPPORT = (
  <LinkButton to="/atendimento" variant="outline">
    Fale com o atendimento
  </LinkButton>
);

export function ContactsTab() {
  const contacts = trpc.account.contacts.useQuery();
  return (
    <Fetched
      query={contacts}
      failure="Não foi possível carregar os atendimentos"
      skeleton={<ContactsSkeleton />}
    >
      {(all) =>
        all.length === 0 ? (
          <Card.Root>
            <EmptyState
              title="Nenhum contato registrado ainda"
              description="Quando você falar com o ValeBank, o que foi tratado aparece aqui."
              action={SUPPORT}
            />
          </Card.Root>
        ) : (
          <Stack gap="6">
            <Figures contacts={all} />
            <SectionCard title="Contatos recentes" aside={SUPPORT}>
              <Stack as="ul" gap="0" listStyle="none">
                {all.slice(0, RECENT_CONTACTS).map((contact) => (
                  <ContactRow key={contact.id} contact={contact} />
                ))}
              </Stack>
            </SectionCard>
          </Stack>
        )
      }
    </Fetched>
  );
}

function Figures({ contacts }: { contacts: readonly Contact[] }) {
  const { total, resolved, resolutionPercent, byDifficulty } = contactFigures(contacts);
  return (
    <SimpleGrid columns={{ base: 2, lg: 4 }} gap="4">
      <Figure name="Atendimentos">{total}</Figure>
      <Figure name="Resolvidos">{resolved}</Figure>
      <Figure name="Taxa de resolução">{resolutionPercent}%</Figure>
      <Card.Root>
        <Card.Body padding="4" gap="2">
          <Text color="fg.muted" textStyle="sm" fontWeight="500">
            Por dificuldade
          </Text>
          <Stack as="ul" gap="1.5" listStyle="none">
            {DIFFICULTIES.map((difficulty) => (
              <Flex as="li" key={difficulty} gap="2" align="center" justify="space-between">
                <DifficultyBadge difficulty={difficulty} />
                <Text as="span" className="num" fontWeight="600">
                  {byDifficulty[difficulty]}
                </Text>
              </Flex>
            ))}
          </Stack>
        </Card.Body>
      </Card.Root>
    </SimpleGrid>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Card.Root>
      <Card.Body padding="4" gap="2">
        <Text color="fg.muted" textStyle="sm" fontWeight="500">
          {name}
        </Text>
        <Text className="num" textStyle="3xl" fontFamily="heading" fontWeight="700" lineHeight="1.1">
          {children}
        </Text>
      </Card.Body>
    </Card.Root>
  );
}

function ContactRow({ contact }: { contact: Contact }) {
  return (
    <chakra.li paddingBlock="4" borderTop="1px solid" borderColor="border.muted">
      <Flex gap="2" wrap="wrap" align="center">
        <ContactTypeBadge type={contact.contactType} />
        <DifficultyBadge difficulty={contact.difficulty} />
        {contact.resolved && <ResolvedBadge />}
        <chakra.time
          className="num"
          color="fg.muted"
          textStyle="sm"
          marginInlineStart={{ sm: 'auto' }}
          dateTime={contact.contactDate}
        >
          {formatMoment(contact.contactDate)}
        </chakra.time>
      </Flex>
      <Text marginTop="2" whiteSpace="pre-line" overflowWrap="anywhere" maxWidth="75ch">
        {contact.notes}
      </Text>
      <Text color="fg.muted" textStyle="sm" marginTop="1">
        Atendimento de {contact.createdByName}
      </Text>
    </chakra.li>
  );
}

function ContactsSkeleton() {
  return (
    <Loading label="Carregando histórico...">
      <Stack gap="6">
        <CardsSkeleton cards={4} height="7.5rem" columns={{ base: 2, lg: 4 }} />
        <Skeleton height="24rem" borderRadius="card" />
      </Stack>
    </Loading>
  );
}
