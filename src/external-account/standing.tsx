import { Card, chakra, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { Check, FileUp, type LucideIcon, Search, X } from 'lucide-react';
import { EXTERNAL_ACCOUNT } from '#domain/limits';
import { LinkButton } from '../ui/links.tsx';
import { Countdown } from './countdown.tsx';
import type { ExternalAccount } from './use-external-account.ts';

type Look = { palette: string; icon: LucideIcon; title: string; text: string };

const LOOKS: Record<ExternalAccount['status'], Look> = {
  pending: {
    palette: 'caution',
    icon: FileUp,
    title: 'Falta enviar seus documentos',
    text: 'Envie os documentos abaixo. Com todos recebidos, a análise começa na hora e leva até 48 horas.',
  },
  awaiting_approval: {
    palette: 'notice',
    icon: Search,
    title: 'Seus documentos estão em análise',
    text: 'Nada mais a fazer: avisamos por e-mail e no sino assim que houver resposta.',
  },
  approved: {
    palette: 'positive',
    icon: Check,
    title: 'Conta aprovada',
    text: 'Seu PIX está liberado. Crie uma chave para receber, ou mova dinheiro da conta corrente para pagar.',
  },
  rejected: {
    palette: 'negative',
    icon: X,
    title: 'Sua conta não foi aprovada',
    text: 'Veja o motivo, corrija o que for preciso e envie de novo o documento recusado.',
  },
};

export function Standing({ account, today }: { account: ExternalAccount; today: string }) {
  const { palette, icon: StandingIcon, title, text } = LOOKS[account.status];
  const isWaiting = account.status === 'pending' || account.status === 'awaiting_approval';
  return (
    <Card.Root as="section" aria-labelledby="situacao">
      <Card.Body padding={{ base: '5', md: '8' }}>
        <Flex gap={{ base: '5', md: '8' }} direction={{ base: 'column', md: 'row' }} align={{ md: 'center' }}>
          <Flex
            layerStyle="disc"
            boxSize="14"
            colorPalette={palette}
            bg="colorPalette.subtle"
            color="colorPalette.fg"
            aria-hidden
          >
            <StandingIcon size={28} />
          </Flex>
          <Stack gap="1.5" flex="1" minWidth="0">
            <div role="status">
              <Heading as="h2" id="situacao" size="xl" fontWeight="700">
                {title}
              </Heading>
            </div>
            <Text color="fg.muted" maxWidth="60ch">
              {text}
            </Text>
            {account.rejectReasons.length > 0 && (
              <chakra.ul paddingInlineStart="5" listStyleType="disc" aria-label="Motivos da recusa">
                {account.rejectReasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </chakra.ul>
            )}
            {account.status === 'approved' && <NextSteps />}
            {account.status === 'rejected' && (
              <LinkButton to="/client/profile" variant="outline" alignSelf="start" marginTop="2">
                Conferir meus dados
              </LinkButton>
            )}
          </Stack>
          {isWaiting && (
            <Stack
              gap="1"
              flexShrink={0}
              paddingInlineStart={{ md: '8' }}
              borderInlineStartWidth={{ md: '1px' }}
            >
              {account.status === 'pending' ? (
                <>
                  <Text color="fg.muted" textStyle="sm">
                    Prazo para os documentos
                  </Text>
                  <Countdown until={account.documentsDueAt} today={today} />
                </>
              ) : (
                <Answer />
              )}
            </Stack>
          )}
        </Flex>
      </Card.Body>
    </Card.Root>
  );
}

function Answer() {
  return (
    <>
      <Text color="fg.muted" textStyle="sm">
        Resposta em até
      </Text>
      <Text fontFamily="heading" fontWeight="700" textStyle="2xl" className="num">
        {EXTERNAL_ACCOUNT.documentHours} horas
      </Text>
      <Text color="fg.muted" textStyle="sm">
        depois do último documento
      </Text>
    </>
  );
}

function NextSteps() {
  return (
    <Flex gap="3" wrap="wrap" marginTop="3">
      <LinkButton to="/client/pix">Ir para o PIX</LinkButton>
      <LinkButton to="/client/pix" search={{ ver: 'mover' }} variant="outline">
        Mover dinheiro
      </LinkButton>
    </Flex>
  );
}
