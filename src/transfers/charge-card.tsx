import { Card, chakra, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { formatBrl } from '#domain/money';
import { CopyButton } from '../ui/copy-button.tsx';
import { Money } from '../ui/money.tsx';
import { saveFile } from '../ui/save-file.ts';
import { ShareActions } from '../ui/share-actions.tsx';
import { type Charge, receiveLink } from './charge.ts';
import { QrCanvas } from './qr-canvas.tsx';

export function ChargeCard({ charge }: { charge: Charge }) {
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const heading = useRef<HTMLHeadingElement | null>(null);
  const link = receiveLink(window.location.origin, charge);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new code takes the focus, also when this card is there already
  useEffect(() => {
    heading.current?.focus();
  }, [link]);

  return (
    <Card.Root>
      <Card.Body gap="5" padding={{ base: '3', md: '6' }} alignItems="center">
        <Stack gap="1" align="center" textAlign="center">
          <Heading as="h3" size="lg" ref={heading} tabIndex={-1} _focusVisible={{ outline: 'none' }}>
            QR Code para receber
          </Heading>
          <Money cents={charge.amountCents} size="hero" exposed />
          <Text color="fg.muted" overflowWrap="anywhere">
            {charge.description}
          </Text>
        </Stack>
        <QrCanvas
          text={link}
          label={`QR Code para pagar ${formatBrl(charge.amountCents)} na conta ${charge.accountNumber}`}
          canvas={canvas}
        />
        <Text color="fg.muted" textStyle="sm" textAlign="center" maxWidth="36ch">
          Quem paga aponta a câmera do celular e entra na própria conta ValeBank. O valor já vem preenchido.
        </Text>
        <Stack as="dl" gap="1" width="100%" margin="0">
          <Copyable name="Conta" text={charge.accountNumber} label="Copiar número da conta" />
          <Copyable name="Link" text={link} label="Copiar link" />
        </Stack>
        <ShareActions
          data={{
            title: 'Cobrança ValeBank',
            text: `${formatBrl(charge.amountCents)} · ${charge.description}`,
            url: link,
          }}
          hint="Copie o link e envie."
          onDownload={() => download(canvas.current, charge)}
        />
      </Card.Body>
    </Card.Root>
  );
}

function Copyable({ name, text, label }: { name: string; text: string; label: string }) {
  return (
    <Flex align="center" gap="2" minHeight="11">
      <Text as="dt" color="fg.muted" flexShrink={0}>
        {name}
      </Text>
      <chakra.dd flex="1" minWidth="0" display="flex" alignItems="center" gap="2">
        <chakra.span flex="1" minWidth="0" truncate fontFamily="mono" textStyle="sm" title={text}>
          {text}
        </chakra.span>
        <CopyButton text={text} label={label} />
      </chakra.dd>
    </Flex>
  );
}

function download(canvas: HTMLCanvasElement | null, charge: Charge): void {
  canvas?.toBlob((png) => {
    if (!png) return;
    saveFile(new File([png], `cobranca-${charge.accountNumber}.png`, { type: png.type }));
  });
}
