import { Box, Button, Flex, Spinner, Text } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Payable } from '#domain/payable';
import { DialogButtons, DialogFrame } from '../ui/dialog-frame.tsx';
import { Notice } from '../ui/notice.tsx';
import { CodeChoices, manyFound } from './code-choices.tsx';
import { PictureButton } from './picture-button.tsx';
import { usePayCode } from './use-pay-code.ts';
import { usePictureReading } from './use-picture-reading.ts';

type ReadingDialogProps = {
  /** The picture that opened it. */
  file: File;
  /** The bank's date, for due dates. */
  today: string;
  onClose: () => void;
};

/** Reads a picture and opens the payment of its code; asks which one, if it has several. */
export function ReadingDialog({ file: first, today, onClose }: ReadingDialogProps) {
  const [file, setFile] = useState(first);
  const reading = usePictureReading(file, today);
  const pay = usePayCode();

  function choose(payable: Payable) {
    onClose();
    pay(payable);
  }

  const only = reading.state === 'found' && reading.payables.length === 1 ? reading.payables[0] : undefined;
  const take = useEffectEvent(choose);
  useEffect(() => {
    if (only) take(only);
  }, [only]);

  return (
    <DialogFrame title="Código da imagem" onClose={onClose} isLight fromTop>
      <Box role="status">
        {reading.state === 'reading' && (
          <Flex align="center" gap="3">
            <Spinner size="sm" />
            Lendo o arquivo…
          </Flex>
        )}
        {reading.state === 'found' && reading.payables.length > 1 && manyFound(reading.payables.length)}
        {reading.state === 'failed' && <Notice status="error" title={reading.text} />}
      </Box>
      {reading.state === 'found' && reading.payables.length > 1 && (
        <CodeChoices payables={reading.payables} onChoose={choose} />
      )}
      <Text color="fg.muted" textStyle="sm">
        A leitura acontece neste aparelho: o arquivo não é enviado.
      </Text>
      {reading.state === 'failed' && (
        <DialogButtons>
          <Button variant="outline" onClick={onClose}>
            Fechar
          </Button>
          <PictureButton label="Escolher outro arquivo" onFile={setFile} />
        </DialogButtons>
      )}
    </DialogFrame>
  );
}
