import { Box, Button, chakra, Flex, Progress, Stack, Text } from '@chakra-ui/react';
import { FileText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFocusBack } from '../ui/focus-back.ts';
import { sizeText } from './document-file.ts';
import { FileInput } from './file-drop.tsx';

type ChosenFileProps = {
  file: File;
  title: string;
  pending: boolean;
  onChange: (file: File) => void;
};

export function ChosenFile({ file, title, pending, onChange }: ChosenFileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Stack gap="3">
      <Flex gap="3" align="center" padding="3" borderRadius="card" bg="bg.subtle">
        <Thumbnail file={file} />
        <Stack gap="0" minWidth="0" flex="1">
          <Text fontWeight="600" truncate title={file.name}>
            {file.name}
          </Text>
          <Text color="fg.muted" textStyle="sm" className="num">
            {sizeText(file.size)}
          </Text>
        </Stack>
      </Flex>
      {!pending && (
        <Box>
          <FileInput ref={input} title={title} onFile={onChange} />
          <Button
            variant="outline"
            aria-label={`Trocar arquivo de ${title}`}
            onClick={() => input.current?.click()}
          >
            Trocar arquivo
          </Button>
        </Box>
      )}
    </Stack>
  );
}

type SendButtonProps = { title: string; pending: boolean; percent: number; onSend: () => void };

export function SendButton({ title, pending, percent, onSend }: SendButtonProps) {
  const button = useFocusBack(pending);
  return (
    <Stack gap="3" align="start">
      {pending && (
        <Stack gap="3" width="full">
          <Progress.Root value={percent} size="sm">
            <Progress.Track aria-label={`Envio de ${title}`}>
              <Progress.Range />
            </Progress.Track>
          </Progress.Root>
          <Text color="fg.muted" textStyle="sm" className="num" role="status">
            {percent < 100 ? `${percent}% enviado` : 'Conferindo o arquivo…'}
          </Text>
        </Stack>
      )}
      <Button
        ref={button}
        aria-label={`Enviar ${title}`}
        loading={pending}
        loadingText="Enviando…"
        onClick={onSend}
      >
        Enviar
      </Button>
    </Stack>
  );
}

function Thumbnail({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null);

  useEffect(() => {
    if (!file.type.startsWith('image/')) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  return (
    <Flex
      boxSize="14"
      flexShrink={0}
      align="center"
      justify="center"
      overflow="hidden"
      borderRadius="control"
      bg="bg.panel"
      color="fg.muted"
    >
      {url === null ? (
        <FileText size={24} aria-hidden />
      ) : (
        <chakra.img src={url} alt="" boxSize="100%" objectFit="cover" />
      )}
    </Flex>
  );
}
