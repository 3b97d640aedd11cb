import { chakra, Spinner } from '@chakra-ui/react';
import { RotateCw, WifiOff } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../trpc.ts';
import { knock, useConnectionLost } from '../ui/connection.ts';

/** Says that the bank cannot be reached, as long as it cannot; what could not be fetched meanwhile is fetched again. */
export function OfflineNotice() {
  const lost = useConnectionLost();
  const [trying, setTrying] = useState(false);

  async function retry() {
    if (trying) return;
    setTrying(true);
    if (await knock())
      await queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null });
    setTrying(false);
  }

  return (
    <div role="status">
      {lost && (
        <chakra.div
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
          <WifiOff size={18} aria-hidden />
          Sem conexão com o ValeBank. O que está na tela pode ser antigo.
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
    </div>
  );
}
