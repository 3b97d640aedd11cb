import { Badge, Box, Flex, Skeleton, Text } from '@chakra-ui/react';
import { KeyRound } from 'lucide-react';
import { ErrorState } from '../ui/error-state.tsx';
import { Facts } from '../ui/fact.tsx';
import { KEY_TYPE_LABELS } from '../ui/key-words.ts';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { Loading } from '../ui/skeletons.tsx';
import { codeFacts } from './code-facts.tsx';
import type { PixTarget } from './use-pix-target.ts';

type TargetNoteProps = {
  target: PixTarget;
  isFaultShown: boolean;
};

export function TargetNote({ target: { isCode, fault, key, decoded }, isFaultShown }: TargetNoteProps) {
  return (
    // Takes no room while empty.
    <Box role="status" _empty={{ position: 'absolute' }}>
      {!isCode && key !== null && (
        <Badge colorPalette="brand">
          <KeyRound aria-hidden size={14} />
          Chave {KEY_TYPE_LABELS[key.type]}
        </Badge>
      )}
      {fault !== null && !isFaultShown && <Notice status="error" title={fault} />}
      {decoded?.isFetching && !decoded.data && (
        <Loading label="Lendo o código…">
          <Skeleton height="32" borderRadius="card" />
        </Loading>
      )}
      {decoded?.error && !decoded.isFetching && (
        <ErrorState
          title="Não foi possível ler o código"
          error={decoded.error}
          onRetry={() => void decoded.refetch()}
        />
      )}
      {decoded?.data && (
        <Box bg="bg.subtle" borderRadius="card" paddingInline="4" paddingBottom="1" paddingTop="3">
          <Flex justify="space-between" gap="3" wrap="wrap" paddingBottom="2">
            <Text fontWeight="600">Este código paga</Text>
            {decoded.data.amount !== null && <Money decimal={decoded.data.amount} fontWeight="700" exposed />}
          </Flex>
          <Facts of={codeFacts(decoded.data)} />
        </Box>
      )}
    </Box>
  );
}
