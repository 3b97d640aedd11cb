import { Button, Heading, Spinner, Stack } from '@chakra-ui/react';
import { useCanGoBack, useParams, useRouter } from '@tanstack/react-router';
import { ArrowLeft, MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { LinkButton } from '../ui/links.tsx';
import { PageHeader } from '../ui/page.tsx';
import { part } from '../ui/part.tsx';
import { httpStatusOf } from '../ui/server-error.ts';
import { ClientCard } from './client-card.tsx';
import { ContactCard } from './contact-card.tsx';
import { LimitsSection } from './limits-section.tsx';

const ContactDialog = part('ContactDialog', () => import('../shared-contact/contact-dialog.tsx'));

type Contact = RouterOutputs['admin']['contacts']['list'][number];

export function HistoryPage() {
  const { id } = useParams({ from: '/admin/clients/$id/history' });
  const client = trpc.admin.users.get.useQuery({ id });
  const contacts = trpc.admin.contacts.list.useQuery({ id });
  const [opened, setOpened] = useState<{ contact?: Contact } | null>(null);
  // For an administrator, who is no customer, the contacts answer 404.
  const isMissing = [400, 404].includes(httpStatusOf(client.error ?? contacts.error) ?? 0);
  return (
    <>
      <BackButton />
      <PageHeader
        title="Histórico de Contatos"
        subtitle="O que o banco e o cliente conversaram, do contato mais recente ao mais antigo."
        actions={
          client.data &&
          contacts.data && (
            <Button onClick={() => setOpened({})} aria-haspopup="dialog">
              <MessageSquarePlus size={18} aria-hidden />
              Registrar contato
            </Button>
          )
        }
      />
      {isMissing ? (
        <EmptyState
          title="Cliente não encontrado"
          description="O endereço não leva a nenhum cliente do banco."
          action={
            <LinkButton to="/admin/users" variant="outline">
              Ver todos os clientes
            </LinkButton>
          }
        />
      ) : (
        <Stack gap="8">
          <Fetched
            query={client}
            skeleton={<Waiting>Carregando informações do cliente...</Waiting>}
            failure="Não foi possível carregar os dados do cliente"
          >
            {(data) => (
              <>
                <ClientCard client={data} />
                <LimitsSection client={data} />
              </>
            )}
          </Fetched>
          <Fetched
            query={contacts}
            skeleton={<Waiting>Carregando histórico...</Waiting>}
            failure="Não foi possível carregar o histórico"
          >
            {(data) => <ContactList contacts={data} onCorrect={(contact) => setOpened({ contact })} />}
          </Fetched>
        </Stack>
      )}
      {opened && client.data && (
        <ContactDialog client={client.data} {...opened} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

/** Goes back, keeping search and filters; if opened from outside, to the list of customers. */
function BackButton() {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const look = {
    variant: 'ghost',
    size: 'sm',
    minHeight: '11',
    marginBottom: '2',
    marginStart: '-3',
  } as const;
  const content = (
    <>
      <ArrowLeft size={18} aria-hidden />
      Voltar
    </>
  );
  if (canGoBack) {
    return (
      <Button {...look} onClick={() => router.history.back()}>
        {content}
      </Button>
    );
  }
  return (
    <LinkButton to="/admin/users" {...look}>
      {content}
    </LinkButton>
  );
}

function Waiting({ children }: { children: string }) {
  return (
    <Stack
      role="status"
      direction="row"
      align="center"
      gap="3"
      minHeight="32"
      padding="6"
      layerStyle="panel"
      color="fg.muted"
    >
      <Spinner size="sm" aria-hidden />
      {children}
    </Stack>
  );
}

type ContactListProps = { contacts: Contact[]; onCorrect: (contact: Contact) => void };

function ContactList({ contacts, onCorrect }: ContactListProps) {
  return (
    <Stack as="section" gap="4" aria-labelledby="contatos">
      <Heading as="h2" id="contatos" size="xl">
        Contatos registrados ({contacts.length})
      </Heading>
      {contacts.length === 0 ? (
        <EmptyState
          level="h3"
          title="Nenhum contato registrado ainda"
          description="O primeiro contato com este cliente aparece aqui assim que for registrado."
        />
      ) : (
        <Stack as="ol" gap="4" listStyleType="none">
          {contacts.map((contact) => (
            <ContactCard key={contact.id} contact={contact} onCorrect={() => onCorrect(contact)} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}
