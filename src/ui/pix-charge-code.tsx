import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { useRef } from 'react';
import { formatBrl } from '#domain/money';
import { CopyButton } from './copy-button.tsx';
import { QrCanvas } from './qr-canvas.tsx';
import { saveFile } from './save-file.ts';
import { ShareActions } from './share-actions.tsx';

type PixChargeCodeProps = {
  payload: string;
  totalCents: number;
  description: string;
  /** Of the public page; null on that page itself. */
  url: string | null;
};

/** A charge's code: picture, copia-e-cola, and the link to its page. */
export function PixChargeCode({ payload, totalCents, description, url }: PixChargeCodeProps) {
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const amount = formatBrl(totalCents);
  return (
    <Stack gap="4" align="center" width="100%">
      <QrCanvas text={payload} label={`QR Code PIX de ${amount}`} canvas={canvas} />
      <Copyable name="PIX copia e cola" text={payload} label="Copiar PIX copia e cola" isCode />
      {url !== null && <Copyable name="Link para quem paga" text={url} label="Copiar link da cobrança" />}
      <ShareActions
        data={{
          title: 'Cobrança PIX',
          text: `Cobrança de ${amount} · ${description}`,
          ...(url === null ? { text: `PIX de ${amount} · ${description}\n\n${payload}` } : { url }),
        }}
        hint={url === null ? 'Copie o código e envie.' : 'Copie o link e envie.'}
        onDownload={() => download(canvas.current)}
      />
    </Stack>
  );
}

type CopyableProps = { name: string; text: string; label: string; isCode?: boolean };

function Copyable({ name, text, label, isCode = false }: CopyableProps) {
  return (
    <Stack gap="1" width="100%">
      <Flex align="center" justify="space-between" gap="2">
        <Text color="fg.muted" textStyle="sm">
          {name}
        </Text>
        <CopyButton text={text} label={label} />
      </Flex>
      <chakra.code
        display="block"
        padding="3"
        borderRadius="control"
        bg="bg.subtle"
        fontFamily="mono"
        textStyle="sm"
        wordBreak="break-all"
        data-payload={isCode ? '' : undefined}
      >
        {text}
      </chakra.code>
    </Stack>
  );
}

function download(canvas: HTMLCanvasElement | null): void {
  canvas?.toBlob((png) => {
    if (png) saveFile(new File([png], 'cobranca-pix.png', { type: png.type }));
  });
}
