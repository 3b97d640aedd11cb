import { Button, Flex, Text } from '@chakra-ui/react';
import { Snowflake } from 'lucide-react';
import { useState } from 'react';
import { useUnfreeze } from '../shared-security/use-unfreeze.ts';
import { trpc } from '../trpc.ts';
import { formatMoment } from '../ui/date.ts';
import { TextLink } from '../ui/links.tsx';
import { part } from '../ui/part.tsx';
import { SectionCard } from '../ui/section-card.tsx';

const FreezeDialog = part('FreezeDialog', () => import('../shared-security/freeze-dialog.tsx'));

export function FreezeCard() {
  const frozenAt = trpc.auth.me.useQuery().data?.frozenAt ?? null;
  return frozenAt === null ? <Freeze /> : <Unfreeze since={frozenAt} />;
}

function Freeze() {
  const [asking, setAsking] = useState(false);
  return (
    <SectionCard
      title="Congelar a conta"
      description="Perdeu o celular, ou desconfia de alguém? Congele: nada sai da conta e todos os acessos são encerrados. Também pelo link dos nossos e-mails."
    >
      <Flex>
        <Button
          variant="outline"
          colorPalette="negative"
          onClick={() => setAsking(true)}
          aria-haspopup="dialog"
        >
          <Snowflake size={18} aria-hidden />
          Congelar minha conta
        </Button>
      </Flex>
      {asking && <FreezeDialog onClose={() => setAsking(false)} />}
    </SectionCard>
  );
}

function Unfreeze({ since }: { since: string }) {
  const unfreeze = useUnfreeze();
  const needsEmail = trpc.auth.contacts.list.useQuery().data?.email.isConfirmed === false;
  return (
    <SectionCard
      title="Conta congelada"
      description={`Desde ${formatMoment(since)}. Nada sai dela; o que chegar continua entrando.`}
    >
      {needsEmail && (
        <Text>
          Antes, confirme de novo o seu e-mail em{' '}
          <TextLink to="/client/profile" variant="underline">
            Meu Perfil
          </TextLink>
          .
        </Text>
      )}
      <Flex>
        <Button loading={unfreeze.isPending} loadingText="Descongelando…" onClick={() => unfreeze.mutate()}>
          Descongelar a conta
        </Button>
      </Flex>
    </SectionCard>
  );
}
