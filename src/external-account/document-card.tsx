import { Box, Button, chakra, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useRef, useState } from 'react';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast.ts';
import { ChosenFile } from './chosen-file.tsx';
import { type Complaint, complaintAbout, sendDocument, uploadFailure } from './document-file.ts';
import { FileDrop } from './file-drop.tsx';
import { DocumentBadge } from './review-badge.tsx';
import type { RequestedDocument } from './use-external-account.ts';

type DocumentCardProps = { document: RequestedDocument; onSent: () => void };

export function DocumentCard({ document, onSent }: DocumentCardProps) {
  const { title, description, status, onboardingUrl } = document;
  const isWanted = status === 'NOT_SENT' || status === 'REJECTED';
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <chakra.li
      borderTop="1px solid"
      borderColor="border.muted"
      paddingBlock="5"
      _first={{ borderTopWidth: '0' }}
      _last={{ paddingBottom: '0' }}
    >
      <Stack gap="3">
        <Flex gap="2" wrap="wrap" justify="space-between" align="center">
          <Heading
            as="h3"
            size="md"
            fontWeight="600"
            ref={heading}
            tabIndex={-1}
            _focusVisible={{ outline: 'none' }}
          >
            {title}
          </Heading>
          <DocumentBadge status={status} />
        </Flex>
        {description && <Text color="fg.muted">{description}</Text>}
        {isWanted && onboardingUrl !== null && <OnboardingLink url={onboardingUrl} title={title} />}
        {isWanted && onboardingUrl === null && (
          <Upload
            document={document}
            onSent={() => {
              // The pressed button is gone.
              heading.current?.focus();
              onSent();
            }}
          />
        )}
      </Stack>
    </chakra.li>
  );
}

/** For documents that the provider collects on a page of its own. */
function OnboardingLink({ url, title }: { url: string; title: string }) {
  return (
    <Stack gap="2" align="start">
      <Text>O Asaas recebe este documento numa página própria, com a câmera do celular.</Text>
      <Button asChild variant="outline">
        <a href={url} target="_blank" rel="noreferrer" aria-label={`Enviar ${title} no Asaas, em nova aba`}>
          Enviar no Asaas
          <ExternalLink size={16} aria-hidden />
        </a>
      </Button>
    </Stack>
  );
}

function Upload({ document: { id, title }, onSent }: DocumentCardProps) {
  const [file, setFile] = useState<File | null>(null);
  const [percent, setPercent] = useState(0);
  const [complaint, setComplaint] = useState<Complaint | null>(null);
  const upload = useMutation({
    mutationFn: (chosen: File) => sendDocument(id, chosen, setPercent),
    onSuccess: () => {
      toast({ title: 'Documento enviado', description: title });
      setFile(null);
      onSent();
    },
    onError: (error) => complain(uploadFailure(error)),
  });

  function complain(about: Complaint) {
    setComplaint(about);
    toast({ ...about, tone: 'error' });
  }
  function choose(chosen: File) {
    const wrong = complaintAbout(chosen);
    setComplaint(null);
    if (wrong) complain(wrong);
    else setFile(chosen);
  }

  return (
    <Stack gap="3">
      {file === null ? (
        <FileDrop title={title} onFile={choose} />
      ) : (
        <ChosenFile
          file={file}
          title={title}
          pending={upload.isPending}
          percent={percent}
          onSend={() => {
            setComplaint(null);
            setPercent(0);
            upload.mutate(file);
          }}
          onChange={choose}
        />
      )}
      <Box role="alert" _empty={{ display: 'none' }}>
        {complaint !== null && (
          <Notice status="error" title={complaint.title}>
            {complaint.description}
          </Notice>
        )}
      </Box>
    </Stack>
  );
}
