import { Box, Button, Flex, Heading, IconButton, Skeleton, Spinner, Stack, Text } from '@chakra-ui/react';
import { RotateCw } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { formatTime } from '../ui/date.ts';
import { FigureLink } from '../ui/figure-link.tsx';
import { messageOf } from '../ui/server-error.ts';
import { Loading } from '../ui/skeletons.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { HeroLink, ON_SERRA, SHAPE_ON_SERRA } from './on-serra.tsx';

type Status = RouterOutputs['auth']['me']['user']['asaasAccountStatus'];

/** Stands beside the total balance, which does not include it. */
export function ExternalBalance({ status }: { status: Status }) {
  return status === 'approved' ? <Balance /> : <Pending status={status} />;
}

function Frame({ action, children }: { action?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Stack as="section" aria-labelledby={id} gap="1" minWidth="0" align="flex-start" css={ON_SERRA}>
      <Flex align="center" gap="2" minHeight="6">
        <Heading as="h2" id={id} size="sm" fontWeight="500" color="serra.muted">
          Saldo conta externa
        </Heading>
        {action}
      </Flex>
      {children}
    </Stack>
  );
}

function Pending({ status }: { status: Status }) {
  return (
    <Frame>
      <StatusBadge status="pending" />
      <HeroLink to="/client/asaas-account">
        {status === 'awaiting_approval' ? 'Acompanhar a análise' : 'Concluir ativação'}
      </HeroLink>
    </Frame>
  );
}

/** A query of its own: the dashboard must work when the provider does not answer. */
function Balance() {
  const balance = trpc.pix.balance.useQuery(undefined, { refetchOnMount: 'always' });
  const isOld = balance.data !== undefined && balance.error !== null && !balance.isFetching;
  return (
    <Frame
      action={
        <IconButton
          variant="ghost"
          size="sm"
          boxSize={{ base: '11', md: '9' }}
          marginBlock="-2"
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
          <Text color="serra.muted" textStyle="sm">
            {messageOf(balance.error, 'Verifique sua conexão.')}
          </Text>
          <Button
            size="sm"
            variant="outline"
            borderColor="serra.muted"
            marginTop="3"
            onClick={() => void balance.refetch()}
          >
            Tentar de novo
          </Button>
        </Box>
      )}
      {balance.data === undefined && balance.isFetching && (
        <Loading label="Consultando o saldo da conta externa…">
          <Skeleton {...SHAPE_ON_SERRA} height="9" width="32" />
        </Loading>
      )}
      {balance.data !== undefined && (
        <>
          <FigureLink
            of="Saldo conta externa"
            search={{ conta: 'externa', periodo: 'tudo' }}
            decimal={balance.data.balance}
            textStyle="2xl"
            fontFamily="heading"
            fontWeight="700"
          />
          <Text color={isOld ? 'serra.fg' : 'serra.muted'} textStyle="sm" className="num" role="status">
            {isOld
              ? `O provedor não respondeu. Valor das ${formatTime(balance.dataUpdatedAt)}`
              : `Para PIX · às ${formatTime(balance.dataUpdatedAt)}`}
          </Text>
          <HeroLink to="/client/pix">Usar o PIX</HeroLink>
        </>
      )}
    </Frame>
  );
}
