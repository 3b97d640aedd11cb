import { Box, Card, Flex, Stack, Text } from '@chakra-ui/react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { CodesReading, Payable } from '#domain/payable';
import { CodeChoices, manyFound } from '../shared-codes/code-choices.tsx';
import { faultIn } from '../shared-codes/payable-words.ts';
import { PictureButton } from '../shared-codes/picture-button.tsx';
import { usePayCode } from '../shared-codes/use-pay-code.ts';
import { trpc } from '../trpc.ts';
import { RetryButton } from '../ui/error-state.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page.tsx';
import { part } from '../ui/part.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { CameraView } from './camera-view.tsx';
import { endWithPayment, isOwnDocument } from './own-document.ts';
import { type CameraState, useCamera } from './use-camera.ts';
import { useScan } from './use-scan.ts';

const ReadingDialog = part('ReadingDialog', () => import('../shared-codes/reading-dialog.tsx'));

/** Always a document of its own, since only its headers allow the camera: arriving within another one loads it. */
export function ReadCodePage() {
  const router = useRouter();
  const [isHere] = useState(isOwnDocument);
  const today = trpc.auth.me.useQuery().data?.today;
  useEffect(() => {
    if (isHere) endWithPayment(router);
    else location.reload();
  }, [isHere, router]);
  return (
    <>
      <PageHeader
        title="Ler código"
        subtitle="PIX ou boleto. A leitura acontece neste aparelho: nenhuma imagem é enviada."
      />
      {isHere && today !== undefined ? <Reading today={today} /> : <RowsSkeleton rows={4} />}
    </>
  );
}

function Reading({ today }: { today: string }) {
  const video = useRef<HTMLVideoElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [choices, setChoices] = useState<Payable[]>([]);
  const [note, setNote] = useState<string | null>(null);
  const [isReaderLost, setReaderLost] = useState(false);
  const camera = useCamera(video, file === null && choices.length === 0 && !isReaderLost);
  const pay = usePayCode();

  function take(found: CodesReading) {
    const [only, ...others] = found.payables;
    if (only && others.length === 0) pay(only);
    else if (only) setChoices(found.payables);
    else setNote((last) => faultIn(found) ?? last);
  }

  useScan({
    video,
    isOn: camera.state === 'live',
    today,
    onRead: take,
    onFailure: () => setReaderLost(true),
  });
  const fault = isReaderLost ? NO_READER : FAULTS[camera.state];
  const hasNone = camera.state === 'none';

  return (
    <Stack gap="4" maxWidth="40rem">
      <Card.Root order={hasNone ? 1 : 0}>
        <Card.Body gap="4">
          <CameraView video={video} camera={camera} isShown={!fault && choices.length === 0} />
          <Box role="status" _empty={{ display: 'none' }}>
            {choices.length > 0 && manyFound(choices.length)}
            {choices.length === 0 && !fault && (note ?? AIM)}
            {fault && (
              <Notice status={hasNone ? 'info' : 'warning'} title={fault.title}>
                {fault.text}
                {!hasNone && (
                  <RetryButton onRetry={() => (isReaderLost ? setReaderLost(false) : camera.retry())} />
                )}
              </Notice>
            )}
          </Box>
          {choices.length > 0 && <CodeChoices payables={choices} onChoose={pay} />}
        </Card.Body>
      </Card.Root>
      <PictureCard isFirst={fault !== undefined} onFile={setFile} />
      {file && <ReadingDialog file={file} today={today} onClose={() => setFile(null)} />}
    </Stack>
  );
}

const AIM = 'Aponte a câmera para o QR Code, ou para o código de barras inteiro de um boleto.';
const NO_READER = {
  title: 'O leitor não carregou',
  text: 'Verifique a sua conexão e tente de novo.',
};
const FAULTS: Partial<Record<CameraState, { title: string; text: string }>> = {
  denied: {
    title: 'A câmera não está permitida',
    text: 'Permita a câmera nas configurações do navegador para este site e tente de novo, ou use uma imagem do código.',
  },
  busy: {
    title: 'A câmera não abriu',
    text: 'Outro programa pode estar com ela. Feche-o e tente de novo, ou use uma imagem do código.',
  },
  none: {
    title: 'Nenhuma câmera neste aparelho',
    text: 'Com uma, o código é lido na hora.',
  },
};

type PictureCardProps = { isFirst: boolean; onFile: (file: File) => void };

function PictureCard({ isFirst, onFile }: PictureCardProps) {
  return (
    <Card.Root>
      <Card.Body gap="4">
        <Text>Foto, captura de tela ou PDF com o código: escolha, arraste até aqui ou cole com Ctrl+V.</Text>
        <Flex gap="3" wrap="wrap">
          <PictureButton
            label="Escolher imagem ou PDF"
            variant={isFirst ? 'solid' : 'outline'}
            onFile={onFile}
          />
          <LinkButton to="/client/pix" search={{ aba: 'transferir' }} reloadDocument variant="outline">
            Digitar PIX
          </LinkButton>
          <LinkButton to="/client/transfers" search={{ aba: 'boleto' }} reloadDocument variant="outline">
            Digitar boleto
          </LinkButton>
        </Flex>
      </Card.Body>
    </Card.Root>
  );
}
