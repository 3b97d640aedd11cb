import { Card, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { useParams } from '@tanstack/react-router';
import { parseDecimal } from '#domain/money';
import { BACKGROUND_QUERY, type RouterOutputs, trpc } from '../trpc.ts';
import { chargeParts } from '../ui/charge-parts.tsx';
import { formatDay, formatMoment } from '../ui/date.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Facts } from '../ui/fact.tsx';
import { TextLink } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page.tsx';
import { PixChargeCode } from '../ui/pix-charge-code.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { httpStatusOf } from '../ui/server-error.ts';
import { RowsSkeleton } from '../ui/skeletons.tsx';

type PublicCharge = RouterOutputs['charge']['page'];

/** Calm, since many payers may share a network, whose look-ups are limited. */
const PAUSE_MS = 5000;

/** For whoever has the link: nobody signs in to pay. */
export function ChargePage() {
  const { code = '' } = useParams({ strict: false });
  const query = trpc.charge.page.useQuery(
    { id: code },
    {
      ...BACKGROUND_QUERY,
      staleTime: 0,
      refetchInterval: ({ state }) =>
        (state.data?.status === 'open' || state.data?.status === 'making') && PAUSE_MS,
    },
  );
  return (
    <Stack gap="6">
      <PageHeader title="Cobrança PIX" subtitle="Confira quem recebe e quanto antes de pagar." />
      {query.data ? <Found charge={query.data} /> : <Missing query={query} />}
    </Stack>
  );
}

type Query = { isFetching: boolean; error: unknown; refetch: () => unknown };

function Missing({ query: { isFetching, error, refetch } }: { query: Query }) {
  if (isFetching) return <RowsSkeleton rows={6} label="Abrindo a cobrança…" />;
  const status = httpStatusOf(error);
  if (status === 404 || status === 400)
    return (
      <EmptyState
        level="h2"
        title="Nenhuma cobrança com este endereço"
        description="Confira o link com quem cobrou você. Não pague códigos de páginas que não conhece."
      />
    );
  return (
    <ErrorState title="Não foi possível abrir a cobrança" error={error} onRetry={() => void refetch()} />
  );
}

function Found({ charge }: { charge: PublicCharge }) {
  const { payload, today, description } = charge;
  return (
    <Grid templateColumns={{ base: '1fr', lg: '3fr 2fr' }} gap="6" alignItems="start">
      <Card.Root as="section" aria-label="O que é cobrado" minWidth="0">
        <Card.Body gap="5" padding={{ base: '4', md: '6' }}>
          <Stack gap="1" align="center" textAlign="center">
            <Text color="fg.muted">{charge.payee.name} cobra</Text>
            <Money decimal={today.total} size="hero" exposed />
            <Heading as="h2" size="lg" overflowWrap="anywhere">
              {description}
            </Heading>
          </Stack>
          <div role="status">
            <Standing charge={charge} />
          </div>
          {payload !== null && (
            <PixChargeCode
              payload={payload}
              totalCents={parseDecimal(today.total) ?? 0}
              description={description}
              url={null}
            />
          )}
          <Facts of={factsOf(charge)} />
        </Card.Body>
      </Card.Root>
      <Payee charge={charge} />
    </Grid>
  );
}

function lateText({ fine, interest }: PublicCharge['today']): string {
  const parts = [
    ...((parseDecimal(fine) ?? 0) > 0 ? ['a multa'] : []),
    ...((parseDecimal(interest) ?? 0) > 0 ? ['os juros'] : []),
  ];
  return parts.length === 0
    ? 'Ainda pode ser paga pelo mesmo valor.'
    : `O total de hoje já tem ${parts.join(' e ')}.`;
}

function Standing({ charge: { status, concludedAt, isOverdue, dueDate, today } }: { charge: PublicCharge }) {
  const since = concludedAt !== null && <span className="num">{formatMoment(concludedAt)}</span>;
  if (status === 'paid')
    return (
      <Notice status="success" title="Esta cobrança já foi paga">
        Em {since}. Não pague de novo.
      </Notice>
    );
  if (status === 'cancelled')
    return (
      <Notice status="warning" title="Esta cobrança foi cancelada">
        Não pague códigos dela que você tenha guardado. Se ainda deve, peça outra a quem cobrou.
      </Notice>
    );
  if (status === 'expired')
    return (
      <Notice status="warning" title="Esta cobrança expirou">
        Peça outra a quem cobrou.
      </Notice>
    );
  if (status === 'making')
    return (
      <Notice status="info" title="O código está sendo gerado">
        Esta página se atualiza sozinha.
      </Notice>
    );
  if (isOverdue && dueDate !== null)
    return (
      <Notice status="warning" title={`Venceu em ${formatDay(dueDate)}`}>
        {lateText(today)}
      </Notice>
    );
  return null;
}

function factsOf({ today, dueDate, expiresAt, status }: PublicCharge) {
  const isOpen = status === 'open' || status === 'making';
  return {
    ...(isOpen ? chargeParts(today) : {}),
    Vencimento: dueDate && formatDay(dueDate),
    'Pode ser paga até': isOpen && formatMoment(expiresAt),
  };
}

/** What a payer compares with their own bank's screen before they confirm. */
function Payee({ charge: { payee } }: { charge: PublicCharge }) {
  return (
    <SectionCard
      title="Quem recebe"
      description="Compare com o que o aplicativo do seu banco mostra antes de confirmar. Se o nome, o documento ou o valor forem outros, não pague."
    >
      <Facts
        of={{
          Nome: payee.name,
          'CPF ou CNPJ': payee.document,
          Instituição: payee.institution,
          'Titular no cadastro do ValeBank': payee.registeredName !== payee.name && payee.registeredName,
        }}
      />
      <Text color="fg.muted" textStyle="sm">
        A identidade deste titular foi conferida com documentos antes de ele poder receber por PIX aqui.
        Depois de pagar,{' '}
        <TextLink to="/verificar" variant="underline">
          verifique um comprovante do ValeBank
        </TextLink>
        , ou{' '}
        <TextLink to="/atendimento" variant="underline">
          avise o atendimento
        </TextLink>{' '}
        se algo parece errado.
      </Text>
    </SectionCard>
  );
}
