import { Button, Stack, Text } from '@chakra-ui/react';
import { FileUp } from 'lucide-react';
import { type DragEvent, type RefObject, useRef, useState } from 'react';
import { ACCEPT } from './document-file.ts';

type FileDropProps = {
  /** The document's name for screen readers: "RG". */
  title: string;
  onFile: (file: File) => void;
};

export function FileDrop({ title, onFile }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  function onDrag(event: DragEvent) {
    event.preventDefault();
    setOver(event.type === 'dragover');
    const file = event.type === 'drop' ? event.dataTransfer.files[0] : undefined;
    if (file) onFile(file);
  }

  return (
    <Stack
      align="center"
      textAlign="center"
      gap="2"
      padding="4"
      border="2px dashed"
      borderColor={over ? 'accent.solid' : 'border.emphasized'}
      bg={over ? 'accent.subtle' : undefined}
      borderRadius="card"
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={onDrag}
    >
      <FileInput ref={input} title={title} onFile={onFile} />
      <Button
        variant="outline"
        aria-label={`Escolher arquivo de ${title}`}
        onClick={() => input.current?.click()}
      >
        <FileUp size={18} aria-hidden />
        Escolher arquivo
      </Button>
      <Text color="fg.muted" textStyle="sm">
        ou arraste até aqui · PNG, JPEG ou PDF, até 10 MB
      </Text>
    </Stack>
  );
}

/** A hidden input, which a button clicks. */
export function FileInput({
  ref,
  title,
  onFile,
}: FileDropProps & { ref: RefObject<HTMLInputElement | null> }) {
  return (
    <input
      ref={ref}
      type="file"
      accept={ACCEPT}
      aria-label={`Arquivo de ${title}`}
      hidden
      onChange={({ target }) => {
        const file = target.files?.[0];
        // Lets the same file be chosen again.
        target.value = '';
        if (file) onFile(file);
      }}
    />
  );
}
