import { Button, Card, chakra, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { Download, Share2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatBrl, parseDecimal } from '#domain/money';
import { CopyButton } from '../ui/copy-button.tsx';
import { Money } from '../ui/money.tsx';
import { saveFile } from '../ui/save-file.ts';
import { toast } from '../ui/toast.ts';
import type { Charge } from './receive-tab.tsx';

const SIDE_PX = 300;

/** A code to show or send: the picture that any bank's camera reads, and the text that it holds. */
export function ChargeCard({ charge }: { charge: Charge }) {
  const heading = useRef<HTMLHeadingElement | null>(null);
  const { image, payload, amount, description } = charge;
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
        <Actions charge={charge} />
      </Card.Body>
    </Card.Root>
  );
}

function Actions({ charge: { image, payload, amount, description } }: { charge: Charge }) {
  async function share() {
    const text = `PIX de ${formatBrl(parseDecimal(amount) ?? 0)} · ${description}\n\n${payload}`;
    try {
      await navigator.share({ title: 'Cobrança PIX', text });
    } catch (error) {
      // Closing the system's sheet is a decision, not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast({
        title: 'Não foi possível compartilhar',
        description: 'Copie o código e envie.',
        tone: 'error',
      });
    }
  }

  function download() {
    const bytes = Uint8Array.from(atob(image), (character) => character.charCodeAt(0));
    saveFile(new File([bytes], 'pix.png', { type: 'image/png' }));
  }

  return (
    <Flex gap="3" wrap="wrap" justify="center">
      <Button variant="outline" onClick={download}>
        <Download size={18} aria-hidden />
        Baixar PNG
      </Button>
      {'share' in navigator && (
        <Button variant="outline" onClick={share}>
          <Share2 size={18} aria-hidden />
          Compartilhar
        </Button>
      )}
    </Flex>
  );
}
