import { Box, Flex, Text } from '@chakra-ui/react';
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { TRANSACTION_LABELS, type TransactionType } from '#domain/ledger/words';
import { EntryMoney } from './entry-money.tsx';

type MovementProps = {
  entry: {
    type: TransactionType;
    description: string;
    /** Decimal text, always positive; `isDebit`: the money left the account. */
    amount: string;
    isDebit: boolean;
    counterparty: { name: string } | null;
  };
  when: ReactNode;
};

export function Movement({ entry, when }: MovementProps) {
  const DirectionIcon = entry.isDebit ? ArrowUpRight : ArrowDownLeft;
  const facts = [TRANSACTION_LABELS[entry.type], entry.counterparty?.name].filter(Boolean).join(' · ');
  return (
    <>
      <Flex
        layerStyle="disc"
        boxSize="10"
        bg={entry.isDebit ? 'bg.subtle' : 'brand.subtle'}
        color={entry.isDebit ? 'fg.muted' : 'brand.fg'}
      >
        <DirectionIcon size={20} role="img" aria-label={entry.isDebit ? 'Saída' : 'Entrada'} />
      </Flex>
      <Box flex="1" minWidth="0">
        <Text
          fontWeight="600"
          lineClamp={{ base: 2, md: 1 }}
          overflowWrap="anywhere"
          title={entry.description}
        >
          {entry.description}
        </Text>
        <Text color="fg.muted" textStyle="sm" truncate title={facts}>
          {facts}
        </Text>
      </Box>
      {/* Room for tens of thousands, so that hiding amounts does not shift the text beside them. */}
      <Box textAlign="end" flexShrink={0} minWidth="7rem">
        <EntryMoney entry={entry} fontWeight="600" />
        <Text color="fg.muted" textStyle="sm" className="num">
          {when}
        </Text>
      </Box>
    </>
  );
}
