import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { useRef } from 'react';
import { formatBrl } from '#domain/money';
import { ChargeFrame } from '../ui/charge-frame.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { QrCanvas } from '../ui/qr-canvas.tsx';
import { saveFile } from '../ui/save-file.ts';
import { ShareActions } from '../ui/share-actions.tsx';
import { type Charge, receiveLink } from './charge.ts';

export function ChargeCard({ charge }: { charge: Charge }) {
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const link = receiveLink(window.location.origin, charge);

  return (
    <ChargeFrame code={link} amountCents={charge.amountCents} description={charge.description}>
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
    </ChargeFrame>
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
