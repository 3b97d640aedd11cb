import { Button, Flex } from '@chakra-ui/react';
import { Download, Share2, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { documentCode } from '#domain/document/code';
import { fetchFile } from '../fetch.ts';
import { LinkButton } from '../ui/links.tsx';
import { saveFile } from '../ui/save-file.ts';
import { NO_ANSWER } from '../ui/server-error.ts';
import { toast, toastError } from '../ui/toast.ts';

/** `fill`: full-width buttons. */
export function ReceiptActions({ transactionId, fill }: { transactionId: string; fill?: boolean }) {
  const code = documentCode(transactionId);
  const [busy, setBusy] = useState<'save' | 'share' | null>(null);

  const grow = fill ? 1 : undefined;

  async function withReceipt(kind: 'save' | 'share', use: (file: File) => Promise<void> | void) {
    setBusy(kind);
    try {
      const blob = await fetchFile(['/api/transfers', transactionId, 'receipt']);
      const name = `comprovante-${code.toLowerCase()}.pdf`;
      if (blob) await use(new File([blob], name, { type: 'application/pdf' }));
    } catch (error) {
      toastError('Não foi possível abrir o comprovante', error, NO_ANSWER);
    } finally {
      setBusy(null);
    }
  }

  return (
    <Flex gap="3" wrap="wrap" direction={{ base: 'column', md: 'row' }}>
      <Button
        variant="outline"
        flexGrow={grow}
        loading={busy === 'save'}
        disabled={busy !== null}
        onClick={() => withReceipt('save', saveFile)}
      >
        <Download aria-hidden />
        Baixar PDF
      </Button>
      <Button
        variant="outline"
        flexGrow={grow}
        loading={busy === 'share'}
        disabled={busy !== null}
        onClick={() => withReceipt('share', shareFile)}
      >
        <Share2 aria-hidden />
        Compartilhar
      </Button>
      <LinkButton to="/verificar/$code" params={{ code }} variant="ghost" flexGrow={grow}>
        <ShieldCheck aria-hidden />
        Página de verificação
      </LinkButton>
    </Flex>
  );
}

/** Shares the file with another application or, without support, saves it. */
async function shareFile(file: File): Promise<void> {
  if (!navigator.canShare?.({ files: [file] })) {
    saveFile(file);
    toast({
      title: 'Comprovante baixado',
      description: 'Este navegador não compartilha arquivos: anexe o PDF à sua mensagem.',
      tone: 'info',
    });
    return;
  }
  try {
    await navigator.share({ files: [file], title: 'Comprovante' });
  } catch (error) {
    // The user cancelled sharing.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    saveFile(file);
    toast({ title: 'Comprovante baixado', description: 'Anexe o PDF à sua mensagem.', tone: 'info' });
  }
}
