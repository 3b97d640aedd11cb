import { Button, Flex } from '@chakra-ui/react';
import { useUnfreeze } from '../shared-security/use-unfreeze.ts';
import { Notice } from '../ui/notice.tsx';

export function FrozenNotice() {
  const unfreeze = useUnfreeze();
  return (
    <Notice
      role="status"
      status="warning"
      borderRadius="0"
      paddingInline={{ base: '4', md: '6' }}
      title="Sua conta está congelada"
    >
      <Flex align="center" columnGap="4" rowGap="2" wrap="wrap">
        Nada sai dela; o que chegar continua entrando.
        <Button
          size="sm"
          minHeight="11"
          variant="outline"
          loading={unfreeze.isPending}
          loadingText="Descongelando…"
          onClick={() => unfreeze.mutate()}
        >
          Descongelar
        </Button>
      </Flex>
    </Notice>
  );
}
