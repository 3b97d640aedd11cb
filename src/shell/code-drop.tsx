import { Box, Flex } from '@chakra-ui/react';
import { ImageUp } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { usePayCode } from '../shared-codes/use-pay-code.ts';
import { part } from '../ui/part.tsx';
import { toast } from '../ui/toast.ts';

const ReadingDialog = part('ReadingDialog', () => import('../shared-codes/reading-dialog.tsx'));

/** Reads the code in a picture that is dropped or pasted on any screen, or in text pasted beside a field. `today`: the bank's date. */
export function CodeDrop({ today }: { today: string }) {
  const [file, setFile] = useState<File | null>(null);
  const pay = usePayCode();
  const isOver = useCodesAnywhere({ onFile: setFile, onText });

  /** Text that is no code at all was not meant for the bank. */
  async function onText(text: string) {
    const { readPayables } = await import('#domain/payable');
    const { payables, fault } = readPayables([text], today, location.origin);
    const [found] = payables;
    if (found) pay(found);
    else if (fault) toast({ title: 'Código não lido', description: fault, tone: 'error' });
  }

  return (
    <>
      {isOver && <DropHint />}
      {file && <ReadingDialog file={file} today={today} onClose={() => setFile(null)} />}
    </>
  );
}

const DropHint = () => (
  <Flex
    aria-hidden
    position="fixed"
    inset="3"
    zIndex="toast"
    align="center"
    justify="center"
    pointerEvents="none"
    border="3px dashed"
    borderColor="accent.solid"
    borderRadius="card"
    bg="bg.panel/80"
  >
    <Flex align="center" gap="3" bg="bg.panel" padding="4" borderRadius="card" fontWeight="600">
      <ImageUp size={22} aria-hidden />
      <Box>Solte para ler o código</Box>
    </Flex>
  </Flex>
);

/** An open dialog keeps what falls on it; the palette gives way (`data-takes-codes`). */
const isCovered = (): boolean =>
  document.querySelector('[aria-modal="true"]:not([data-takes-codes])') !== null;

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;

const sayOffline = () =>
  toast({
    title: 'O leitor não carregou',
    description: 'Verifique a sua conexão e cole de novo.',
    tone: 'error',
  });

type Taken = { onFile: (file: File) => void; onText: (text: string) => Promise<void> };

/** What a part of the screen takes itself (a field of files, a place to drop documents) is left to it. */
function useCodesAnywhere({ onFile, onText }: Taken): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFile);
  const takeText = useEffectEvent(onText);

  useEffect(() => {
    const hasFiles = (event: DragEvent) =>
      !event.defaultPrevented && !isCovered() && event.dataTransfer?.types.includes('Files') === true;

    function onDragOver(event: DragEvent) {
      const isOurs = hasFiles(event);
      if (isOurs) event.preventDefault();
      setOver(isOurs);
    }
    function onDragLeave({ relatedTarget }: DragEvent) {
      if (relatedTarget === null) setOver(false);
    }
    function onDrop(event: DragEvent) {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) take(file);
    }
    function onPaste(event: ClipboardEvent) {
      const [file] = event.clipboardData?.files ?? [];
      const text = event.clipboardData?.getData('text') ?? '';
      // A spreadsheet copies its cells as text and as a picture: a field takes the text.
      const isForField = isField(event.target) && (text !== '' || !file);
      if (isForField || event.defaultPrevented || isCovered()) return;
      event.preventDefault();
      if (file) take(file);
      else if (text !== '') takeText(text).catch(sayOffline);
    }

    const stop = new AbortController();
    const { signal } = stop;
    addEventListener('dragover', onDragOver, { signal });
    addEventListener('dragleave', onDragLeave, { signal });
    addEventListener('drop', onDrop, { signal });
    addEventListener('paste', onPaste, { signal });
    return () => stop.abort();
  }, []);
  return isOver;
}
