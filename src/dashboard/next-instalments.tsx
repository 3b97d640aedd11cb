import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import type { RouterOutputs } from '../trpc.ts';
import { formatDay } from '../ui/date.ts';
import { DaysLeft } from '../ui/days-left.tsx';
import { Fetched, type Query } from '../ui/fetched.tsx';
import { Money } from '../ui/money.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { CardLink } from './figure-cards.tsx';
import { Panel } from './panel.tsx';

type Summary = RouterOutputs['credit']['summary'];

const NEXT_COUNT = 3;

/** Instalments not yet due; `CreditAlerts` reports overdue ones. */
export function NextInstalments({ credit, today }: { credit: Query<Summary>; today: string }) {
  return (
    <Panel
      title="Próximas parcelas"
      kind="list"
      action={<CardLink to="/client/my-credits">Ver meus créditos</CardLink>}
    >
      <Fetched
        query={credit}
        failure="Não foi possível carregar as parcelas"
        skeleton={<RowsSkeleton rows={NEXT_COUNT} label="Carregando parcelas…" />}
      >
        {({ next }) =>
          next.length === 0 ? (
            <Text color="fg.muted">Nenhuma parcela a vencer. As de um crédito contratado aparecem aqui.</Text>
          ) : (
            <chakra.ul listStyleType="none">
              {next.map((instalment) => (
                <Row key={instalment.id} instalment={instalment} today={today} />
              ))}
            </chakra.ul>
          )
        }
      </Fetched>
    </Panel>
  );
}

function Row({ instalment, today }: { instalment: Summary['next'][number]; today: string }) {
  const { installmentNumber, purpose, dueDate, amount } = instalment;
  return (
    <Flex
      as="li"
      align="center"
      justify="space-between"
      gap="3"
      paddingBlock="3"
      borderTop="1px solid"
      borderColor="border.muted"
      _first={{ borderTopWidth: '0' }}
    >
      <Box minWidth="0">
        <Text fontWeight="600" lineClamp="2" overflowWrap="anywhere">
          <span className="num">{installmentNumber}ª</span> · {purpose}
        </Text>
        <Text color="fg.muted" textStyle="sm" className="num">
          Vencimento {formatDay(dueDate)}
        </Text>
      </Box>
      <Flex direction="column" align="flex-end" gap="1" flexShrink="0" minWidth="7rem">
        <Money decimal={amount} fontWeight="600" />
        <DaysLeft dueDate={dueDate} today={today} />
      </Flex>
    </Flex>
  );
}
