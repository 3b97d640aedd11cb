import { Stack } from '@chakra-ui/react';
import { useRef } from 'react';
import { formatBrl } from '#domain/money';
import { Copyable } from './copyable.tsx';
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

function download(canvas: HTMLCanvasElement | null): void {
  canvas?.toBlob((png) => {
    if (png) saveFile(new File([png], 'cobranca-pix.png', { type: png.type }));
  });
}
