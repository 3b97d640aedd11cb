import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { ACCOUNT_TYPE_LABELS } from '#domain/ledger/words';
import type { RouterOutputs } from '../trpc.ts';
import { EntryMoney } from '../ui/entry-money.tsx';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { type LedgerEntry, ownerName } from './entry-columns.tsx';

export type LedgerTransaction = RouterOutputs['admin']['ledger']['transaction'];

export function BalancedEntries({ transaction: { entries, sum } }: { transaction: LedgerTransaction }) {
  const id = useId();
  const isBalanced = Number(sum) === 0;
  return (
    <chakra.section aria-labelledby={id}>
      <Heading as="h3" id={id} size="md" fontWeight="600" marginBottom="2">
        Lançamentos
      </Heading>
      <chakra.ul listStyleType="none" margin="0" padding="0">
        {entries.map((entry) => (
          <Line key={entry.id} entry={entry} />
        ))}
      </chakra.ul>
      <Flex
        justify="space-between"
        align="center"
        gap="4"
        paddingBlock="3"
        borderTop="2px solid"
        borderColor="border.emphasized"
      >
        <Flex as="span" align="center" gap="2" fontWeight="600">
          {isBalanced && <Check size={18} aria-hidden />}
          {entries.length} {entries.length === 1 ? 'lançamento soma' : 'lançamentos somam'}
        </Flex>
        <Money decimal={sum} fontWeight="700" color={isBalanced ? 'fg' : 'negative.fg'} />
      </Flex>
      {!isBalanced && (
        <Notice
          status="error"
          title="Os lançamentos não somam zero: alguém escreveu diretamente no banco de dados. Concilie e restaure uma cópia."
        />
      )}
    </chakra.section>
  );
}

function Line({ entry }: { entry: LedgerEntry }) {
  return (
    <Box as="li" paddingBlock="2.5" borderTop="1px solid" borderColor="border.muted">
      <Flex justify="space-between" gap="4" fontWeight="600">
        <Text minWidth="0" overflowWrap="anywhere">
          {ownerName(entry)}
        </Text>
        <Box flexShrink={0}>
          <EntryMoney entry={entry} fontWeight="600" />
        </Box>
      </Flex>
      <Flex justify="space-between" columnGap="4" wrap="wrap" color="fg.muted" textStyle="sm" className="num">
        <Text>
          {ACCOUNT_TYPE_LABELS[entry.accountType]} ·{' '}
          <chakra.span className="code">{entry.accountNumber}</chakra.span>
        </Text>
        <Text marginInlineStart="auto">
          {entry.isDebit ? 'Débito' : 'Crédito'} · saldo <Money decimal={entry.balance} />
        </Text>
      </Flex>
    </Box>
  );
}
