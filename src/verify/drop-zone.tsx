import { Button, Card, Heading, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { FileSearch } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';

type DropZoneProps = {
  title: string;
  text: string;
  onFile: (file: File) => void;
  children: ReactNode;
};

export function DropZone({ title, text, onFile, children }: DropZoneProps) {
  const heading = useId();
  const input = useRef<HTMLInputElement | null>(null);
  const [over, setOver] = useState(false);
  const take = (file: File | undefined) => file && onFile(file);

  function onDrag(event: DragEvent) {
    event.preventDefault();
    setOver(event.type === 'dragover');
    if (event.type === 'drop') take(event.dataTransfer.files[0]);
  }

  return (
    <Card.Root
      as="section"
      aria-labelledby={heading}
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={onDrag}
    >
      <Card.Body gap="4">
        <Heading as="h2" id={heading} size="lg" fontWeight="600">
          {title}
        </Heading>
        <Stack
          align="center"
          textAlign="center"
          gap="3"
          padding={{ base: '5', md: '8' }}
          border="2px dashed"
          borderColor={over ? 'accent.solid' : 'border.emphasized'}
          bg={over ? 'accent.subtle' : undefined}
          borderRadius="card"
        >
          <FileSearch aria-hidden size={32} />
          <Text maxWidth="48ch">{text}</Text>
          <VisuallyHidden asChild>
            <input
              ref={input}
              type="file"
              accept="application/pdf,.pdf"
              aria-label="Arquivo a comparar"
              tabIndex={-1}
              onChange={(event) => {
                take(event.target.files?.[0]);
                event.target.value = '';
              }}
            />
          </VisuallyHidden>
          <Button variant="outline" onClick={() => input.current?.click()}>
            Escolher arquivo
          </Button>
        </Stack>
        <div role="status">{children}</div>
      </Card.Body>
    </Card.Root>
  );
}
