import { Box, Button, Card, chakra, Flex, Grid, Heading, Progress, Stack, Text } from '@chakra-ui/react';
import { ArrowRight, UserRoundPen } from 'lucide-react';
import type { ReactNode } from 'react';
import { parseDecimal } from '#domain/money';
import { missingForActivation } from '#domain/pix/activation';
import type { RouterOutputs } from '../trpc.ts';
import { ValleyArt } from '../ui/brand.tsx';
import { failureText } from '../ui/failure-text.ts';
import { useFocusBack } from '../ui/focus-back.ts';
import { LinkButton } from '../ui/links.tsx';
import { Bullets, Notice } from '../ui/notice.tsx';
import { useNow } from '../ui/use-now.ts';
import { ACTIVATION_FALLBACK, ACTIVATION_MS, type Activation } from './use-activation.ts';

const STEPS = [
  { title: 'Ativar', text: 'Abrimos a conta com os dados do seu cadastro, em cerca de 15 segundos.' },
  { title: 'Enviar documentos', text: 'RG, selfie e comprovante de endereço, pelo celular ou computador.' },
  { title: 'Aprovação', text: 'A análise leva até 48 horas. Depois disso, o PIX está liberado.' },
];

export function ActivationCover({ cover, children }: { cover: ReactNode; children: ReactNode }) {
  return (
    <Grid position="relative" minHeight={{ base: '30rem', md: 'calc(100dvh - 16.5rem)' }}>
      {/* `inert`: what is covered must not be reachable by keyboard. */}
      <Box
        position="absolute"
        inset="0"
        overflow="hidden"
        css={{ maskImage: 'linear-gradient(black calc(100% - 6rem), transparent)' }}
        inert
      >
        {children}
      </Box>
      <Flex
        position="relative"
        justify="center"
        alignItems="flex-start"
        marginInline={{ base: '-4', md: '-6' }}
        padding={{ base: '4', md: '8' }}
        bg="bg/70"
        backdropFilter="blur(5px)"
      >
        {cover}
      </Flex>
    </Grid>
  );
}

type User = RouterOutputs['auth']['me']['user'];

export function ActivationCard({ user, activation }: { user: User; activation: Activation }) {
  const monthlyIncomeCents = parseDecimal(user.monthlyIncome ?? '');
  const missing = Object.values(missingForActivation({ ...user, monthlyIncomeCents }));
  const isOpen = activation.openedAtMs !== null;
  const isBusy = activation.isPending || isOpen;
  const button = useFocusBack(activation.isPending);
  return (
    <Card.Root as="section" aria-labelledby="ativacao" width="100%" maxWidth="46rem" overflow="hidden">
      <Box
        hideBelow="md"
        position="absolute"
        top="-6"
        right="-16"
        color="border.muted"
        pointerEvents="none"
        aria-hidden
      >
        <ValleyArt width="18rem" height="12rem" plain />
      </Box>
      <Card.Body gap="6" padding={{ base: '5', md: '8' }} position="relative">
        <Stack gap="2">
          <Heading as="h2" id="ativacao" size="2xl" fontWeight="700">
            Ative sua conta ValeBank
          </Heading>
          <Text color="fg.muted" maxWidth="56ch">
            Falta um passo para usar o PIX: abrir a sua conta de pagamentos, no Asaas, parceiro que guarda e
            movimenta esse saldo. É sem custo.
          </Text>
        </Stack>
        <StepList />
        {missing.length > 0 && <MissingData labels={missing} />}
        <Box role="alert" _empty={{ display: 'none' }}>
          {activation.error !== null && !isBusy && (
            <Notice status="error" title="Erro ao ativar conta">
              {failureText(activation.error, ACTIVATION_FALLBACK)}
            </Notice>
          )}
        </Box>
        {isBusy && <Waiting openedAtMs={activation.openedAtMs} />}
        <Flex gap="3" direction={{ base: 'column', md: 'row' }}>
          <Button
            ref={button}
            onClick={activation.start}
            disabled={missing.length > 0}
            loading={isBusy}
            loadingText="Ativando…"
          >
            Ativar conta
            <ArrowRight size={18} aria-hidden />
          </Button>
          {!isBusy && (
            <LinkButton to="/client/profile" variant={missing.length > 0 ? 'solid' : 'outline'}>
              <UserRoundPen size={18} aria-hidden />
              {missing.length > 0 ? 'Completar meus dados' : 'Conferir meus dados'}
            </LinkButton>
          )}
        </Flex>
        <Text color="fg.muted" textStyle="sm">
          Enquanto isso, transferências entre contas, crédito e investimentos estão no menu.
        </Text>
      </Card.Body>
    </Card.Root>
  );
}

function StepList() {
  return (
    <chakra.ol
      display="grid"
      gridTemplateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }}
      gap={{ base: '4', md: '5' }}
      listStyleType="none"
    >
      {STEPS.map(({ title, text }, place) => (
        <Flex as="li" key={title} gap="3" direction={{ base: 'row', md: 'column' }}>
          <Flex
            layerStyle="disc"
            className="num"
            boxSize="8"
            bg={place === 0 ? 'accent.solid' : 'brand.subtle'}
            color={place === 0 ? 'accent.contrast' : 'brand.fg'}
            fontWeight="700"
            aria-hidden
          >
            {place + 1}
          </Flex>
          <Stack gap="0.5">
            <Text fontWeight="600">{title}</Text>
            <Text color="fg.muted" textStyle="sm">
              {text}
            </Text>
          </Stack>
        </Flex>
      ))}
    </chakra.ol>
  );
}

function MissingData({ labels }: { labels: string[] }) {
  return (
    <Notice
      status="warning"
      title={
        labels.length === 1
          ? 'Falta um dado no seu cadastro'
          : `Faltam ${labels.length} dados no seu cadastro`
      }
    >
      <Bullets of={labels} />
    </Notice>
  );
}

/** Progress of the activation: the account opens first, then its documents become available. */
function Waiting({ openedAtMs }: { openedAtMs: number | null }) {
  const nowMs = useNow(250);
  const waitedMs = openedAtMs === null ? 0 : Math.max(0, nowMs - openedAtMs);
  return (
    <Stack gap="2">
      <Progress.Root value={Math.min(100, (100 * waitedMs) / ACTIVATION_MS)} size="sm" colorPalette="accent">
        <Progress.Track aria-label="Ativando…">
          <Progress.Range />
        </Progress.Track>
      </Progress.Root>
      <Text role="status" color="fg.muted" textStyle="sm">
        {openedAtMs === null
          ? 'Abrindo a sua conta de pagamentos…'
          : 'Conta aberta. Preparando o pedido de documentos: fique nesta tela por alguns segundos.'}
      </Text>
    </Stack>
  );
}
