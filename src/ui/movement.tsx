import { Badge, Box, Flex, Text } from '@chakra-ui/react';
import { ArrowDownLeft, ArrowLeftRight, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { type OwnSide, ownMoveWords } from '#domain/account/movement-text';
import { MOVEMENT_KIND_LABELS, type MovementKind } from '#domain/ledger/flow';
import { TRANSACTION_LABELS, type TransactionType } from '#domain/ledger/words';
import { EntryMoney } from './entry-money.tsx';
import { Money } from './money.tsx';

type MovementProps = {
  entry: {
    type: TransactionType;
    description: string;
    /** Decimal text, always positive; `isDebit`: the money left the account. */
    amount: string;
    isDebit: boolean;
    counterparty: { name: string } | null;
    kind: MovementKind;
    accountType?: OwnSide['accountType'];
    isNeutral?: boolean;
    /** What undid it. */
    reversal?: object | null;
  };
  when: ReactNode;
};

/** Types whose kind says less than their own name. */
const NAMED_BY_TYPE: ReadonlySet<TransactionType> = new Set([
  'credit_disbursement',
  'credit_payment',
  'fee',
  'interest',
  'investment_application',
  'investment_redemption',
  'investment_yield',
  'reversal',
]);

export const movementName = ({ type, kind }: Pick<MovementProps['entry'], 'type' | 'kind'>): string =>
  NAMED_BY_TYPE.has(type) ? TRANSACTION_LABELS[type] : MOVEMENT_KIND_LABELS[kind];

export function Movement({ entry, when }: MovementProps) {
  const { type, kind, accountType, isNeutral = false, isDebit, reversal } = entry;
  const own = accountType ? ownMoveWords({ type, kind, accountType, isNeutral, isDebit }) : null;
  const facts = [movementName(entry), own ?? entry.counterparty?.name].filter(Boolean).join(' · ');
  const look = {
    fontWeight: '600',
    ...(reversal && { color: 'fg.muted', textDecoration: 'line-through' }),
  };
  const isQuiet = own !== null || isDebit || Boolean(reversal);
  return (
    <>
      <Flex
        layerStyle="disc"
        boxSize="10"
        bg={isQuiet ? 'bg.subtle' : 'brand.subtle'}
        color={isQuiet ? 'fg.muted' : 'brand.fg'}
      >
        <DirectionIcon isOwn={own !== null} isDebit={isDebit} />
      </Flex>
      <Box flex="1" minWidth="0">
        <Flex justify="space-between" gap="3">
          <Text fontWeight="600" lineClamp="2" minWidth="0" overflowWrap="anywhere" title={entry.description}>
            {entry.description}
          </Text>
          {/* Room for most amounts, so that hiding them does not shift the text beside them. */}
          <Box textAlign="end" flexShrink={0} minWidth={{ base: '6.25rem', md: '7rem' }}>
            {own === null ? (
              <EntryMoney entry={entry} {...look} />
            ) : (
              <Money decimal={entry.amount} {...look} />
            )}
          </Box>
        </Flex>
        <Flex justify="space-between" align="center" gap="3" color="fg.muted" textStyle="sm">
          <Text truncate flex="1" minWidth="0" title={facts}>
            {facts}
          </Text>
          {reversal && (
            <Badge colorPalette="caution">{kind === 'reserved' ? 'Encerrada' : 'Devolvido'}</Badge>
          )}
          <Text className="num" flexShrink={0}>
            {when}
          </Text>
        </Flex>
      </Box>
    </>
  );
}

function DirectionIcon({ isOwn, isDebit }: { isOwn: boolean; isDebit: boolean }) {
  if (isOwn) return <ArrowLeftRight size={20} role="img" aria-label="Entre suas contas" />;
  return isDebit ? (
    <ArrowUpRight size={20} role="img" aria-label="Saída" />
  ) : (
    <ArrowDownLeft size={20} role="img" aria-label="Entrada" />
  );
}
