import { Alert, Button, Card, Flex, Skeleton, Spinner, Text } from '@chakra-ui/react';
import { formatMoment } from '../ui/date.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading } from '../ui/skeletons.tsx';
import { useReports } from './use-reconciliation.ts';
import { differencesText, VerdictBadge } from './verdict.tsx';

type LastReconciliationProps = { running: boolean; onOpen: () => void };

export function LastReconciliation({ running, onOpen }: LastReconciliationProps) {
  const query = useReports();
  const last = query.data?.pages[0]?.reconciliations[0];
  if (query.isError && !query.isFetching && !query.data)
    return (
      <ErrorState
        title="Não foi possível carregar a última conciliação"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  if (!query.data)
    return (
      <Loading label="Carregando a última conciliação…">
        <Skeleton height="16" borderRadius="card" />
      </Loading>
    );
  const reports = (
    <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={onOpen}>
      {running ? 'Acompanhar' : 'Ver relatórios'}
    </Button>
  );
  if (last && !last.ok && !running)
    return (
      <Alert.Root status="error" alignItems="center" flexWrap="wrap">
        <Alert.Indicator />
        <Alert.Content>
          <Alert.Title>
            A última conciliação achou {differencesText(last.differenceCount).toLowerCase()}
          </Alert.Title>
          <Alert.Description className="num">
            {formatMoment(last.createdAt)}, {last.byName ?? 'rotina diária'}
          </Alert.Description>
        </Alert.Content>
        {reports}
      </Alert.Root>
    );
  return (
    <Card.Root as="section" aria-label="Última conciliação">
      <Card.Body paddingBlock="3" paddingInline={{ base: '4', md: '6' }}>
        <Flex gap="3" wrap="wrap" align="center" justify="space-between">
          <Flex columnGap="3" rowGap="1" wrap="wrap" align="center">
            <Text fontWeight="600">{running ? 'Conciliando…' : 'Última conciliação'}</Text>
            {running && <Spinner size="sm" aria-hidden />}
            {!running && last && <VerdictBadge run={last} />}
            {!running && (
              <Text color="fg.muted" className="num">
                {last
                  ? `${formatMoment(last.createdAt)}, ${last.byName ?? 'rotina diária'}`
                  : 'Nenhuma ainda'}
              </Text>
            )}
          </Flex>
          {reports}
        </Flex>
      </Card.Body>
    </Card.Root>
  );
}
