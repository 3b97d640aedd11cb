import { Button, Card, Grid, Stack } from '@chakra-ui/react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useMakeOld } from '../made-old.ts';
import { trpc } from '../trpc.ts';
import { CardList } from '../ui/card-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { failureText } from '../ui/failure-text.ts';
import { FieldBox } from '../ui/field.tsx';
import { PageHeader } from '../ui/page.tsx';
import { RefreshButton } from '../ui/refresh-button.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { SelectBox } from '../ui/select-box.tsx';
import { toast } from '../ui/toast.ts';
import { type Act, OperationCard } from './operation-card.tsx';
import {
  DELAY_OPTIONS,
  delayNamed,
  type OperationsSearch,
  parseOperationsSearch,
  STATUS_OPTIONS,
} from './search.ts';
import { Totals } from './totals.tsx';
import { type Operation, useOperations } from './use-operations.ts';

/** Only who opens one needs it. */
const NegativateDialog = lazy(async () => ({
  default: (await import('./negativate-dialog.tsx')).NegativateDialog,
}));
const ContactDialog = lazy(async () => ({
  default: (await import('../ui/contact-dialog.tsx')).ContactDialog,
}));

/** The credits that were paid out: how each stands, and what is done about those that are late. */
export function OperationsPage() {
  const search = parseOperationsSearch(useSearch({ from: '/admin/operations' }));
  const navigate = useNavigate({ from: '/admin/operations' });
  const query = useOperations(search);
  const [opened, setOpened] = useState<{ act: Act; operation: Operation } | null>(null);
  const sendEmail = useCollectionEmail();
  const totals = query.data?.pages[0]?.totals;

  // Over what the address will be: two choices in quick succession are both kept.
  const change = (changed: OperationsSearch) =>
    void navigate({
      search: (current) => parseOperationsSearch({ ...current, ...changed }),
      replace: true,
      resetScroll: false,
    });
  const act = (kind: Act, operation: Operation) =>
    kind === 'email' ? sendEmail(operation) : setOpened({ act: kind, operation });

  return (
    <>
      <PageHeader
        title="Operações"
        subtitle="Os créditos liberados, da proposta mais nova à mais antiga."
        actions={<RefreshButton refreshing={query.isRefetching} onRefresh={() => void query.refetch()} />}
      />
      <Stack gap="6">
        {(totals || !query.isError) && (
          <Totals totals={totals} chosen={search.status} onChoose={(status) => change({ status })} />
        )}
        <Filters search={search} onChange={change} />
        <CardList
          label="Operações"
          query={query}
          rows={query.data?.pages.flatMap(({ operations }) => operations)}
          total={search.status ? totals?.[search.status] : totals?.total}
          rowKey={({ id }) => id}
          noun={['operação', 'operações']}
          failure="Não foi possível carregar as operações"
          cardHeight="26rem"
          card={(operation) => <OperationCard operation={operation} onAct={act} />}
          empty={
            <EmptyState
              title="Nenhuma operação encontrada"
              description="Um crédito aparece aqui quando o cliente assina o contrato."
              action={
                <Button
                  variant="outline"
                  onClick={() => void navigate({ search: {}, replace: true, resetScroll: false })}
                >
                  Mostrar todas
                </Button>
              }
            />
          }
        />
      </Stack>
      <Suspense>
        {opened?.act === 'negativate' && (
          <NegativateDialog operation={opened.operation} onClose={() => setOpened(null)} />
        )}
        {opened?.act === 'contact' && (
          <ContactDialog
            client={{ id: opened.operation.userId, fullName: opened.operation.user.fullName }}
            operationId={opened.operation.id}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </>
  );
}

const EMAIL_FAILURE = 'Não foi possível enviar o email. Tente novamente.';

/** Sends the client of an operation the collection e-mail, and says so. */
function useCollectionEmail() {
  const makeOld = useMakeOld();
  const sending = trpc.credit.operations.sendEmail.useMutation();
  return (operation: Operation) => {
    const { fullName, email } = operation.user;
    toast({ title: 'Enviando email…', description: fullName, tone: 'info' });
    // Each answer is told of, also of two that are sent in quick succession.
    sending.mutateAsync({ id: operation.id }).then(
      () => toast({ title: 'Email enviado', description: `${fullName}, ${email}` }),
      (error: unknown) => {
        const description = failureText(error, EMAIL_FAILURE);
        toast({ title: 'Erro ao enviar email', description, tone: 'error' });
        // What was refused may have been paid meanwhile.
        void makeOld('administration');
      },
    );
  };
}

type FiltersProps = { search: OperationsSearch; onChange: (changed: OperationsSearch) => void };

function Filters({ search, onChange }: FiltersProps) {
  return (
    <Card.Root as="section" aria-label="Filtros">
      <Card.Body padding={{ base: '4', md: '6' }}>
        <Grid gap="4" templateColumns={{ base: '1fr', md: '2fr 1fr 1fr' }} alignItems="start">
          <SearchBox
            label="Buscar"
            placeholder="Cliente, CPF ou finalidade"
            query={search.busca ?? ''}
            onSearch={(busca) => onChange({ busca })}
          />
          <FieldBox label="Status">
            <SelectBox
              options={STATUS_OPTIONS}
              value={search.status ?? ''}
              onChange={(status) => onChange({ status: status || undefined })}
            />
          </FieldBox>
          <FieldBox label="Atraso">
            <SelectBox
              options={DELAY_OPTIONS}
              value={DELAY_OPTIONS.find(({ value }) => value === String(search.atraso))?.value ?? ''}
              onChange={(delay) => onChange({ atraso: delayNamed(delay) })}
            />
          </FieldBox>
        </Grid>
      </Card.Body>
    </Card.Root>
  );
}
