import { chakra } from '@chakra-ui/react';
import { formatBrl, parseDecimal } from '#domain/money';
import type { RouterOutputs } from '../trpc.ts';
import { ChargeFrame } from '../ui/charge-frame.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { saveFile } from '../ui/save-file.ts';
import { ShareActions } from '../ui/share-actions.tsx';
import { ChargePayments } from './charge-payments.tsx';

export type Charge = RouterOutputs['pix']['qrcode'] & { amount: string; description: string };

const SIDE_PX = 300;

export function ChargeCard({ charge, isShown }: { charge: Charge; isShown: boolean }) {
  const { id, image, payload, amount, description } = charge;
  const amountCents = parseDecimal(amount) ?? 0;

  return (
    <ChargeFrame code={payload} amountCents={amountCents} description={description}>
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
      <Copyable name="PIX copia e cola" text={payload} label="Copiar PIX copia e cola" isCode />
      <ShareActions
        data={{
          title: 'Cobrança PIX',
          text: `PIX de ${formatBrl(amountCents)} · ${description}\n\n${payload}`,
        }}
        hint="Copie o código e envie."
        onDownload={() => download(image)}
      />
    </ChargeFrame>
  );
}

function download(image: string): void {
  const bytes = Uint8Array.from(atob(image), (character) => character.charCodeAt(0));
  saveFile(new File([bytes], 'pix.png', { type: 'image/png' }));
}
