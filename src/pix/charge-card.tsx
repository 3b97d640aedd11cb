import { Card, chakra, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { formatBrl, parseDecimal } from '#domain/money';
import type { RouterOutputs } from '../trpc.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Money } from '../ui/money.tsx';
import { saveFile } from '../ui/save-file.ts';
import { ShareActions } from '../ui/share-actions.tsx';
import { ChargePayments } from './charge-payments.tsx';

export type Charge = RouterOutputs['pix']['qrcode'] & { amount: string; description: string };

const SIDE_PX = 300;

export function ChargeCard({ charge, isShown }: { charge: Charge; isShown: boolean }) {
  const heading = useRef<HTMLHeadingElement | null>(null);
  const { id, image, payload, amount, description } = charge;
  const amountCents = parseDecimal(amount) ?? 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new code takes the focus, also when this card is there already
  useEffect(() => {
    heading.current?.focus();
  }, [payload]);

  return (
    <Card.Root as="section" aria-label="QR Code para receber">
      <Card.Body gap="5" padding={{ base: '3', md: '6' }} alignItems="center">
        <Stack gap="1" align="center" textAlign="center">
          <Heading as="h3" size="lg" ref={heading} tabIndex={-1} _focusVisible={{ outline: 'none' }}>
            QR Code para receber
          </Heading>
          <Money cents={amountCents} size="hero" exposed />
          <Text color="fg.muted" overflowWrap="anywhere">
            {description}
          </Text>
        </Stack>
        <chakra.img
          src={`data:image/png;base64,${image}`}
          alt={`QR Code PIX de ${formatBrl(amountCents)}`}
          width={SIDE_PX}
          height={SIDE_PX}
          maxWidth="100%"
          borderRadius="control"
          bg="white"
          css={{ imageRendering: 'pixelated', height: 'auto', aspectRatio: '1' }}
        />
        <ChargePayments id={id} isShown={isShown} />
        <Stack gap="1" width="100%">
          <Flex align="center" justify="space-between" gap="2">
            <Text color="fg.muted" textStyle="sm">
              PIX copia e cola
            </Text>
            <CopyButton text={payload} label="Copiar PIX copia e cola" />
          </Flex>
          <chakra.code
            display="block"
            padding="3"
            borderRadius="control"
            bg="bg.subtle"
            fontFamily="mono"
            textStyle="sm"
            wordBreak="break-all"
            data-payload=""
          >
            {payload}
          </chakra.code>
        </Stack>
        <ShareActions
          data={{
            title: 'Cobrança PIX',
            text: `PIX de ${formatBrl(amountCents)} · ${description}\n\n${payload}`,
          }}
          hint="Copie o código e envie."
          onDownload={() => download(image)}
        />
      </Card.Body>
    </Card.Root>
  );
}

function download(image: string): void {
  const bytes = Uint8Array.from(atob(image), (character) => character.charCodeAt(0));
  saveFile(new File([bytes], 'pix.png', { type: 'image/png' }));
}
