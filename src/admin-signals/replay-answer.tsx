import { Box, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { Check, X } from 'lucide-react';
import { inWords, SIGNAL_OUTCOME_LABELS, SIGNAL_OUTCOMES } from '#domain/protection/signals';
import type { PaymentKind } from '#domain/protection/words';
import { ClientLink } from '../ui/client-link.tsx';
import { formatMoment } from '../ui/date.ts';
import { FigureTable } from '../ui/figure-table.tsx';
import { ListRow } from '../ui/list-row.tsx';
import { LookBadge } from '../ui/look-badge.tsx';
import { Money } from '../ui/money.tsx';
import { type Replay, replayInWords } from './replay-words.ts';

/** `isOld`: other values have been typed since. */
export function ReplayAnswer({ replay, isOld }: { replay: Replay; isOld: boolean }) {
  const { payments, before, after, examples } = replay;
  return (
    <Stack gap="5" opacity={isOld ? 0.75 : 1}>
      <Stack gap="1">
        {isOld && (
          <Text color="fg.warning" fontWeight="600">
            Os valores mudaram depois desta simulação.
          </Text>
        )}
        <Text fontWeight="600" textStyle="lg">
          {replayInWords(replay)}
        </Text>
      </Stack>
      {payments > 0 && (
        <Box maxWidth="36rem">
          <FigureTable
            caption="O que acontece com os pagamentos"
            titles={['Desfecho', 'Antes', 'Com estas regras']}
            rows={SIGNAL_OUTCOMES.map((outcome) => ({
              key: outcome,
              cells: [
                SIGNAL_OUTCOME_LABELS[outcome],
                before[outcome].toLocaleString('pt-BR'),
                after[outcome].toLocaleString('pt-BR'),
              ],
            }))}
          />
        </Box>
      )}
      {examples.length > 0 && <Examples of={replay} />}
    </Stack>
  );
}

const Examples = ({ of: { examples, stopped } }: { of: Replay }) => (
  <Box>
    <Heading as="h3" size="sm" fontWeight="600" marginBottom="2">
      {examples.length < stopped
        ? `Os ${examples.length} mais recentes que ela teria retido ou recusado`
        : 'Os que ela teria retido ou recusado'}
    </Heading>
    <Box as="ul" listStyleType="none">
      {examples.map((example) => (
        <Example key={example.id} {...example} />
      ))}
    </Box>
  </Box>
);

const KIND_NAMES: Record<PaymentKind, string> = {
  pix_person: 'PIX para pessoa',
  pix_company: 'PIX para empresa',
  transfer: 'Transferência',
  boleto: 'Boleto',
};

const Example = (example: Replay['examples'][number]) => {
  const { userId, clientName, kind, amount, createdAt, reasons, outcome, score, isFine } = example;
  return (
    <ListRow
      action={
        <Flex gap="3" align="center" wrap="wrap">
          {isFine ? (
            <LookBadge label="Legítimo" palette="positive" icon={Check} />
          ) : (
            <LookBadge label="Não feito ou contestado" palette="negative" icon={X} />
          )}
          <Money decimal={amount} fontWeight="600" />
        </Flex>
      }
    >
      <Text>
        <ClientLink userId={userId} clientName={clientName} /> · {KIND_NAMES[kind]}
      </Text>
      <Text color="fg.muted" textStyle="sm" className="num">
        {formatMoment(createdAt)} · {SIGNAL_OUTCOME_LABELS[outcome]}, com {score}{' '}
        {score === 1 ? 'ponto' : 'pontos'}
      </Text>
      <Text color="fg.muted" textStyle="sm">
        {inWords(reasons)}
      </Text>
    </ListRow>
  );
};
