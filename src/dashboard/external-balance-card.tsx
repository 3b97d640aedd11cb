import { Box, Button, Flex, IconButton, Spinner, Text } from '@chakra-ui/react';
import { RotateCw } from 'lucide-react';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { formatTime } from '../ui/date.ts';
import { Money } from '../ui/money.tsx';
import { messageOf } from '../ui/server-error.ts';
import { FigureSkeleton } from '../ui/skeletons.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { CardLink } from './figure-cards.tsx';
import { Panel } from './panel.tsx';

const TITLE = 'Saldo conta externa';

type Status = RouterOutputs['auth']['me']['user']['asaasAccountStatus'];

export function ExternalBalanceCard({ status }: { status: Status }) {
  return status === 'approved' ? <Balance /> : <Pending status={status} />;
}

function Pending({ status }: { status: Status }) {
  return (
    <Panel title={TITLE} kind="figure">
      <Box>
        <StatusBadge status="pending" />
      </Box>
      <CardLink to="/client/asaas-account">
        {status === 'awaiting_approval' ? 'Acompanhar a análise' : 'Concluir ativação'}
      </CardLink>
    </Panel>
  );
}

/** A query of its own: the dashboard must work when the provider does not answer. */
function Balance() {
  const balance = trpc.pix.balance.useQuery(undefined, { refetchOnMount: 'always' });
  const isOld = balance.data !== undefined && balance.error !== null && !balance.isFetching;
  return (
    <Panel
      title={TITLE}
      kind="figure"
      action={
        <IconButton
          variant="ghost"
          size="sm"
          boxSize={{ base: '11', md: '9' }}
          marginBlock="-1.5"
          aria-label="Atualizar saldo da conta externa"
          aria-busy={balance.isFetching}
          onClick={() => !balance.isFetching && void balance.refetch()}
        >
          {balance.isFetching ? <Spinner size="sm" /> : <RotateCw aria-hidden />}
        </IconButton>
      }
    >
      {balance.data === undefined && balance.error !== null && !balance.isFetching && (
        <Box role="alert">
          <Text fontWeight="600">Não foi possível consultar o saldo</Text>
          <Text color="fg.muted" textStyle="sm">
            {messageOf(balance.error, 'Verifique sua conexão.')}
          </Text>
          <Button size="sm" variant="outline" marginTop="3" onClick={() => void balance.refetch()}>
            Tentar de novo
          </Button>
        </Box>
      )}
      {balance.data === undefined && balance.isFetching && (
        <FigureSkeleton label="Consultando o saldo da conta externa…" />
      )}
      {balance.data !== undefined && (
        <>
          <Money decimal={balance.data.balance} textStyle="2xl" fontFamily="heading" fontWeight="700" />
          <Text color={isOld ? 'fg.error' : 'fg.muted'} textStyle="sm" className="num" role="status">
            {isOld
              ? `O provedor não respondeu. Valor das ${formatTime(balance.dataUpdatedAt)}`
              : `Para PIX · às ${formatTime(balance.dataUpdatedAt)}`}
          </Text>
          <Flex columnGap="5" wrap="wrap">
            <CardLink to="/client/pix">Usar o PIX</CardLink>
          </Flex>
        </>
      )}
    </Panel>
  );
}
