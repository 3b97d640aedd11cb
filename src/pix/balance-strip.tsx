import { Card, Flex, IconButton, Skeleton, Spinner, Stack, Text } from '@chakra-ui/react';
import { RotateCw } from 'lucide-react';
import { trpc } from '../trpc.ts';
import { formatTime } from '../ui/date.ts';
import { Fetched } from '../ui/fetched.tsx';
import { Money } from '../ui/money.tsx';
import { Loading } from '../ui/skeletons.tsx';

export function BalanceStrip() {
  const balance = trpc.pix.balance.useQuery(undefined, { refetchOnMount: 'always' });
  const isOld = balance.data !== undefined && balance.error !== null && !balance.isFetching;
  return (
    <Card.Root as="section" aria-label="Saldo conta externa" marginBottom="6">
      <Card.Body padding={{ base: '4', md: '5' }}>
        <Fetched
          query={balance}
          failure="Não foi possível consultar o saldo"
          skeleton={
            <Loading label="Consultando o saldo…">
              <Skeleton height="14" maxWidth="16rem" borderRadius="control" />
            </Loading>
          }
        >
          {(data) => (
            <Flex justify="space-between" align="center" gap="3">
              <Stack gap="0.5" minWidth="0">
                <Text color="fg.muted" textStyle="sm">
                  Saldo conta externa
                </Text>
                <Money decimal={data.balance} fontFamily="heading" fontWeight="700" textStyle="2xl" />
                <Text color={isOld ? 'fg.error' : 'fg.muted'} textStyle="sm" className="num" role="status">
                  {isOld
                    ? `O provedor não respondeu. Valor das ${formatTime(balance.dataUpdatedAt)}`
                    : `Atualizado às ${formatTime(balance.dataUpdatedAt)}`}
                </Text>
              </Stack>
              <IconButton
                variant="ghost"
                aria-label="Atualizar saldo"
                aria-busy={balance.isFetching}
                onClick={() => !balance.isFetching && void balance.refetch()}
              >
                {balance.isFetching ? <Spinner size="sm" /> : <RotateCw aria-hidden />}
              </IconButton>
            </Flex>
          )}
        </Fetched>
      </Card.Body>
    </Card.Root>
  );
}
