import { Box, Heading, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast.ts';
import { ChosenFile, SendButton } from './chosen-file.tsx';
import {
  type Complaint,
  complaintAbout,
  isWhole,
  SIDE_LABELS,
  type Side,
  sendDocument,
  uploadFailure,
} from './document-file.ts';
import { FileDrop } from './file-drop.tsx';
import type { RequestedDocument } from './use-external-account.ts';

/** A document of one file has none of the two sides. */
type Part = Side | 'whole';
type Chosen = Partial<Record<Part, File>>;

type DocumentUploadProps = {
  document: RequestedDocument;
  /** Null for a document of one file. */
  sides: Side[] | null;
  onSent: () => void;
};

export function DocumentUpload({ document: { id, title }, sides, onSent }: DocumentUploadProps) {
  const [chosen, setChosen] = useState<Chosen>({});
  const [percent, setPercent] = useState(0);
  const [complaint, setComplaint] = useState<Complaint | null>(null);
  const parts: readonly Part[] = sides ?? ['whole'];
  const upload = useMutation({
    mutationFn: (files: Chosen) => sendAll(files),
    onSuccess: () => {
      toast({ title: 'Documento enviado', description: title });
      setChosen({});
      onSent();
    },
    onError: (error) => complain(uploadFailure(error)),
  });

  /** The front first; what was sent is not sent again after a failure. */
  async function sendAll(files: Chosen) {
    const all = parts.flatMap((part) => (files[part] ? [{ part, file: files[part] }] : []));
    for (const [index, { part, file }] of all.entries()) {
      const side = part === 'whole' ? undefined : part;
      const share = (done: number) => setPercent(Math.floor((index * 100 + done) / all.length));
      await sendDocument(id, { file, side }, share);
      if (index < all.length - 1) setChosen((before) => ({ ...before, [part]: undefined }));
    }
  }
  function complain(about: Complaint) {
    setComplaint(about);
    toast({ ...about, tone: 'error' });
  }
  function choose(part: Part, file: File) {
    const wrong = complaintAbout(file);
    setComplaint(null);
    if (wrong) complain(wrong);
    else setChosen((before) => ({ ...before, [part]: file }));
  }

  const nameOf = (part: Part) => (part === 'whole' ? title : `${title}, ${SIDE_LABELS[part].toLowerCase()}`);
  const isReady = sides ? isWhole(sides, chosen) || upload.isError : chosen.whole !== undefined;
  return (
    <Stack gap="3">
      <SimpleGrid columns={{ base: 1, md: parts.length }} gap="4">
        {parts.map((part) => (
          <Stack key={part} gap="2">
            {part !== 'whole' && (
              <Heading as="h4" size="sm" fontWeight="600">
                {SIDE_LABELS[part]}
              </Heading>
            )}
            {chosen[part] ? (
              <ChosenFile
                file={chosen[part]}
                title={nameOf(part)}
                pending={upload.isPending}
                onChange={(file) => choose(part, file)}
              />
            ) : (
              <FileDrop title={nameOf(part)} onFile={(file) => choose(part, file)} />
            )}
          </Stack>
        ))}
      </SimpleGrid>
      {sides && (
        <Text color="fg.muted" textStyle="sm">
          {sides.length > 1
            ? 'Um só PDF pode ter a frente e o verso: envie-o como frente.'
            : 'A frente já foi enviada. Se o verso não está no mesmo PDF, envie-o.'}
        </Text>
      )}
      {isReady && Object.values(chosen).some(Boolean) && (
        <SendButton
          title={title}
          pending={upload.isPending}
          percent={percent}
          onSend={() => {
            setComplaint(null);
            setPercent(0);
            upload.mutate(chosen);
          }}
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
