import { chakra, Grid, Skeleton, Stack, Text } from '@chakra-ui/react';
import { trpc } from '../trpc.ts';
import { formatTime } from '../ui/date.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Fetched, type Query } from '../ui/fetched.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Bullets, Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { Loading, RowsSkeleton } from '../ui/skeletons.tsx';
import { DocumentCard } from './document-card.tsx';
import { ReviewTimeline } from './review-timeline.tsx';
import { Standing } from './standing.tsx';
import { type ExternalAccount, type RequestedDocument, useExternalAccount } from './use-external-account.ts';

const TITLE = 'Conta de Pagamentos';

export function ExternalAccountPage() {
  const me = trpc.auth.me.useQuery();
  if (me.data?.user.asaasSubAccountId === null) return <NoAccount />;
  return <Account today={me.data?.today ?? ''} />;
}

function NoAccount() {
  return (
    <>
      <PageHeader title={TITLE} />
      <EmptyState
        title="Conta ainda não ativada"
        description="A conta de pagamentos dá acesso ao PIX e ao saldo externo. A ativação leva cerca de 15 segundos."
        action={<LinkButton to="/client/dashboard">Ativar no Dashboard</LinkButton>}
      />
    </>
  );
}

function Account({ today }: { today: string }) {
  const { account, documents, refresh, markSent, isFetching } = useExternalAccount();
  return (
    <>
      <PageHeader
        title={TITLE}
        subtitle="Em seu nome, no Asaas, instituição de pagamento parceira."
        refresh={{ refreshing: isFetching, onRefresh: refresh }}
      />
      <Fetched
        query={account}
        failure="Não foi possível carregar a sua conta de pagamentos"
        skeleton={<PageSkeleton />}
      >
        {(data) => (
          <Stack gap="6">
            {!data.isFresh && <OldNotice checkedAt={data.checkedAt} />}
            <Standing account={data} today={today} />
            <Grid templateColumns={{ base: '1fr', lg: '3fr 2fr' }} gap="6" alignItems="start">
              <Documents query={documents} reasonsTold={data.rejectReasons.length > 0} onSent={markSent} />
              <SectionCard title="Etapas da aprovação">
                <Timeline account={data} />
              </SectionCard>
            </Grid>
          </Stack>
        )}
      </Fetched>
    </>
  );
}

function Timeline({ account }: { account: ExternalAccount }) {
  const { commercialInfo, bankAccountInfo, documentation, general } = account;
  return (
    <ReviewTimeline
      reviews={{
        commercialInfo: commercialInfo ?? 'PENDING',
        bankAccountInfo: bankAccountInfo ?? 'PENDING',
        documentation: documentation ?? 'PENDING',
        general: general ?? 'PENDING',
      }}
    />
  );
}

type DocumentsProps = {
  query: Query<{ documents: RequestedDocument[]; rejectReasons: string[] }>;
  /** Whether the reasons are already shown above. */
  reasonsTold: boolean;
  onSent: (documentId: string) => void;
};

function Documents({ query, reasonsTold, onSent }: DocumentsProps) {
  return (
    <SectionCard
      title="Documentos"
      description="Fotos nítidas, sem cortes nem reflexos. Vão direto ao Asaas: o ValeBank não guarda cópia."
    >
      <Fetched
        query={query}
        failure="Não foi possível carregar os documentos pedidos"
        skeleton={<RowsSkeleton rows={3} label="Carregando documentos…" />}
      >
        {({ documents, rejectReasons }) => (
          <>
            {rejectReasons.length > 0 && !reasonsTold && <Reasons reasons={rejectReasons} />}
            {documents.length === 0 ? (
              <Text color="fg.muted">
                Nenhum documento pedido no momento. Use Atualizar em alguns segundos.
              </Text>
            ) : (
              <chakra.ul listStyleType="none" aria-label="Documentos pedidos">
                {documents.map((document) => (
                  <DocumentCard key={document.id} document={document} onSent={() => onSent(document.id)} />
                ))}
              </chakra.ul>
            )}
          </>
        )}
      </Fetched>
    </SectionCard>
  );
}

function Reasons({ reasons }: { reasons: string[] }) {
  return (
    <Notice status="error" title="O que foi recusado, e por quê">
      <Bullets of={reasons} />
    </Notice>
  );
}

function OldNotice({ checkedAt }: { checkedAt: string | null }) {
  return (
    <Notice status="warning" role="status" title="O provedor de pagamentos não respondeu agora">
      {checkedAt === null
        ? 'Ainda não sabemos em que etapa a conta está. Use Atualizar daqui a pouco.'
        : `Esta é a situação das ${formatTime(checkedAt)}. Use Atualizar daqui a pouco.`}
    </Notice>
  );
}

function PageSkeleton() {
  return (
    <Loading label="Carregando a sua conta de pagamentos…">
      <Stack gap="6">
        <Skeleton height="36" borderRadius="card" />
        <Grid templateColumns={{ base: '1fr', lg: '3fr 2fr' }} gap="6">
          <Skeleton height="96" borderRadius="card" />
          <Skeleton height="80" borderRadius="card" />
        </Grid>
      </Stack>
    </Loading>
  );
}
