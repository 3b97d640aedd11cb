import { Button, Flex, Progress, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { ExternalLink, FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFocusBack } from '../ui/focus-back.ts';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast.ts';
import { Panel } from './panel.tsx';
import { type Complaint, complaintAbout, sendPdf, uploadFailure } from './upload-pdf.ts';
import { isUndecided, type Proposal } from './use-proposals.ts';

/** `onKept` receives the storage path of the new PDF. */
type PdfPanelProps = { proposal: Proposal; onKept: (path: string) => void };

export function PdfPanel({ proposal, onKept }: PdfPanelProps) {
  const { id, creditAnalysisPdfPath } = proposal;
  const isFixed = creditAnalysisPdfPath !== null && !isUndecided(proposal);
  const input = useRef<HTMLInputElement>(null);
  const [percent, setPercent] = useState(0);
  const [complaint, setComplaint] = useState<Complaint | null>(null);
  const upload = useMutation({
    mutationFn: (pdf: File) => sendPdf(id, pdf, setPercent),
    onSuccess: (path) => {
      toast({ title: 'PDF enviado com sucesso' });
      onKept(path);
    },
    onError: (error) => complain(uploadFailure(error)),
  });
  const button = useFocusBack(upload.isPending);

  function complain(about: Complaint) {
    setComplaint(about);
    toast({ ...about, tone: 'error' });
  }
  function choose(file: File | undefined) {
    if (!file) return;
    const wrong = complaintAbout(file);
    setComplaint(null);
    setPercent(0);
    if (wrong) complain(wrong);
    else upload.mutate(file);
  }

  return (
    <Panel title="PDF da análise">
      <Text color="fg.muted">
        {creditAnalysisPdfPath === null
          ? 'Nenhum PDF enviado. Apenas PDF, até 10 MB.'
          : isFixed
            ? 'O PDF que estava na decisão. Não é mais substituído.'
            : 'Um PDF está guardado com a proposta. Outro toma o lugar dele; os anteriores ficam guardados. Apenas PDF, até 10 MB.'}
      </Text>
      <Flex gap="3" wrap="wrap">
        <input
          ref={input}
          type="file"
          accept="application/pdf,.pdf"
          hidden
          onChange={({ target }) => {
            choose(target.files?.[0]);
            // Lets the same file be chosen again.
            target.value = '';
          }}
        />
        {!isFixed && (
          <Button
            ref={button}
            variant="outline"
            loading={upload.isPending}
            loadingText="Enviando…"
            onClick={() => input.current?.click()}
          >
            <FileUp size={18} aria-hidden />
            {creditAnalysisPdfPath === null ? 'Enviar PDF' : 'Substituir PDF'}
          </Button>
        )}
        {creditAnalysisPdfPath !== null && (
          <Button asChild variant="ghost">
            <a
              href={`/api/credit/proposals/${encodeURIComponent(id)}/analysis-pdf`}
              target="_blank"
              rel="noreferrer"
              aria-label="Abrir PDF, em nova aba"
            >
              Abrir PDF
              <ExternalLink size={16} aria-hidden />
            </a>
          </Button>
        )}
      </Flex>
      {upload.isPending && (
        <>
          <Progress.Root value={percent} size="sm">
            <Progress.Track aria-label="Envio do PDF">
              <Progress.Range />
            </Progress.Track>
          </Progress.Root>
          <Text color="fg.muted" textStyle="sm" className="num">
            {percent < 100 ? `${percent}% enviado` : 'Conferindo o arquivo…'}
          </Text>
        </>
      )}
      <div role="alert">
        {complaint !== null && (
          <Notice status="error" title={complaint.title}>
            {complaint.description}
          </Notice>
        )}
      </div>
    </Panel>
  );
}
