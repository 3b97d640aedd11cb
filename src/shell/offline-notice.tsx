import { chakra, Flex, Icon, Spinner, Text } from '@chakra-ui/react';
import { RotateCw, WifiOff } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../trpc.ts';
import { pingServer, useConnectionLost } from '../ui/connection.ts';

/** Shown while the server is unreachable; failed queries are refetched when it returns. */
export function OfflineNotice() {
  const lost = useConnectionLost();
  const [trying, setTrying] = useState(false);

  async function retry() {
    if (trying) return;
    setTrying(true);
    if (await pingServer())
      await queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null });
    setTrying(false);
  }

  return (
    <chakra.div role="status" position="sticky" top="16" zIndex="docked">
      {lost && (
        <chakra.div
          data-notice=""
          display="flex"
          alignItems="center"
          justifyContent="center"
          flexWrap="wrap"
          columnGap="3"
          paddingInline="4"
          paddingBlock="1"
          colorPalette="caution"
          bg="colorPalette.subtle"
          color="fg"
          textStyle="sm"
        >
          <Flex align="center" gap="3">
            <Icon as={WifiOff} boxSize="4.5" flexShrink={0} aria-hidden />
            <Text>Sem conexão com o ValeBank. O que está na tela pode ser antigo.</Text>
          </Flex>
          <chakra.button
            type="button"
            display="inline-flex"
            alignItems="center"
            gap="2"
            minHeight="11"
            paddingInline="2"
            borderRadius="control"
            fontWeight="600"
            textDecoration="underline"
            textUnderlineOffset="3px"
            cursor="pointer"
            aria-busy={trying}
            onClick={retry}
          >
            {trying ? <Spinner size="sm" /> : <RotateCw size={16} aria-hidden />}
            Tentar de novo
          </chakra.button>
        </chakra.div>
      )}
    </chakra.div>
  );
}
