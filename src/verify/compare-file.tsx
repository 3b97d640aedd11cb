import { Alert, Button, Card, Heading, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { FileSearch } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { isOriginal } from '#domain/document/compare';
import { sha256OfFile } from './file-hash.ts';

type Outcome = { fileName: string; result: 'original' | 'different' | 'unread' };

const TEXTS = {
  original: {
    status: 'success',
    title: 'Este arquivo é o original',
    text: 'é igual, byte por byte, ao documento que o banco fez.',
  },
  different: {
    status: 'error',
    title: 'Este arquivo NÃO é o original',
    text: 'é diferente do documento que o banco fez. Não confie nele: peça o original a quem o enviou, ou confira aqui os dados acima.',
  },
  unread: {
    status: 'warning',
    title: 'Não foi possível ler o arquivo',
    text: 'não pôde ser aberto neste navegador. Tente de novo ou escolha outro arquivo.',
  },
} as const;

/** Compares a file with the document by its hash, taken in the browser: the file is sent nowhere. */
export function CompareFile({ sha256 }: { sha256: string }) {
  const heading = useId();
  const input = useRef<HTMLInputElement | null>(null);
  const [over, setOver] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  async function compare(file: File | undefined) {
    if (!file) return;
    setOutcome(null);
    const result = await sha256OfFile(file).then(
      (hash) => (isOriginal(hash, sha256) ? 'original' : 'different'),
      () => 'unread' as const,
    );
    setOutcome({ fileName: file.name, result });
  }

  function onDrag(event: DragEvent) {
    event.preventDefault();
    setOver(event.type === 'dragover');
    if (event.type === 'drop') void compare(event.dataTransfer.files[0]);
  }

  return (
    <Card.Root
      as="section"
      aria-labelledby={heading}
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={onDrag}
    >
      <Card.Body gap="4" padding={{ base: '4', md: '6' }}>
        <Heading as="h2" id={heading} size="lg" fontWeight="600">
          Compare o seu arquivo
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
          <Text maxWidth="48ch">
            Solte aqui o PDF que você recebeu. Ele é comparado neste aparelho e não é enviado a ninguém.
          </Text>
          <VisuallyHidden asChild>
            <input
              ref={input}
              type="file"
              accept="application/pdf,.pdf"
              aria-label="Arquivo a comparar"
              tabIndex={-1}
              onChange={(event) => {
                void compare(event.target.files?.[0]);
                event.target.value = '';
              }}
            />
          </VisuallyHidden>
          <Button variant="outline" onClick={() => input.current?.click()}>
            Escolher arquivo
          </Button>
        </Stack>
        <div role="status">{outcome && <OutcomeAlert {...outcome} />}</div>
      </Card.Body>
    </Card.Root>
  );
}

function OutcomeAlert({ fileName, result }: Outcome) {
  const { status, title, text } = TEXTS[result];
  return (
    <Alert.Root status={status} alignItems="flex-start">
      <Alert.Indicator />
      <Alert.Content gap="1">
        <Alert.Title>{title}</Alert.Title>
        <Alert.Description overflowWrap="anywhere">
          {fileName} {text}
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
