import { Text } from '@chakra-ui/react';
import { useEffect } from 'react';
import { incomeShare } from '#domain/credit/income-share';
import { MAX_RATING_POINTS } from '#domain/credit/rating';
import { formatPhone } from '#domain/phone-format';
import { formatDocument } from '#domain/tax-id';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { Facts } from '../ui/fact.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { IncomeShareBar } from '../ui/income-share-bar.tsx';
import { TextLink } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { toastError } from '../ui/toast.ts';
import { Panel } from './panel.tsx';
import type { Proposal } from './use-proposals.ts';

type Client = RouterOutputs['admin']['users']['get'];

const FAILURE = 'Não foi possível carregar os dados do cliente';

export function ClientFacts({ proposal }: { proposal: Proposal }) {
  // The decision depends on current income and rating.
  const query = trpc.admin.users.get.useQuery({ id: proposal.userId }, { refetchOnMount: 'always' });
  useEffect(() => {
    if (query.error) toastError('Erro', query.error, FAILURE);
  }, [query.error]);
  return (
    <Panel title="Cliente">
      <Fetched
        query={query}
        failure={FAILURE}
        skeleton={<RowsSkeleton rows={6} label="Carregando informações do cliente..." />}
      >
        {(client) => <ClientData client={client} proposal={proposal} />}
      </Fetched>
    </Panel>
  );
}

function Income({ decimal }: { decimal: string | null }) {
  return decimal === null ? 'Não informada' : <Money decimal={decimal} exposed />;
}

function ClientData({ client, proposal }: { client: Client; proposal: Proposal }) {
  const { id, fullName, cpf, cnpj, email, phone, occupation, monthlyIncome, ratingVb } = client;
  const counted = proposal.explanation.monthlyIncome;
  // The same income as the analysis: its text names this share.
  const share = incomeShare(proposal.monthlyPayment, counted ?? '');
  const income = cnpj === null ? 'Renda mensal' : 'Faturamento mensal';
  return (
    <>
      <Facts
        of={{
          Nome: fullName,
          [cnpj === null ? 'CPF' : 'CNPJ']: formatDocument(cpf ?? cnpj ?? ''),
          'E-mail': email,
          Telefone: phone ? formatPhone(phone) : 'Não informado',
          Profissão: occupation,
          Rating: ratingVb === null ? 'Ainda sem rating' : `${ratingVb} de ${MAX_RATING_POINTS}`,
          [income]: <Income decimal={monthlyIncome} />,
          ...(counted !== monthlyIncome && { 'Na análise contou': <Income decimal={counted} /> }),
        }}
      />
      {share === null ? (
        <Text color="fg.muted" textStyle="sm">
          Sem a renda, o comprometimento não pode ser calculado.
        </Text>
      ) : (
        <>
          <Text fontWeight="600" textStyle="sm">
            Comprometimento de renda
          </Text>
          <IncomeShareBar
            share={share}
            of={cnpj === null ? 'da renda' : 'do faturamento'}
            label="Comprometimento de renda"
          />
        </>
      )}
      <TextLink
        to="/admin/clients/$id/history"
        params={{ id }}
        variant="underline"
        colorPalette="brand"
        alignSelf="start"
        minHeight="6"
      >
        Ver histórico de contatos
      </TextLink>
    </>
  );
}
