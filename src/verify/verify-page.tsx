import { Button, Card, Flex, Input, Stack } from '@chakra-ui/react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { trpc } from '../trpc.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { FieldBox } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page.tsx';
import { httpStatusOf } from '../ui/server-error.ts';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { codeInFile } from './code-in-file.ts';
import { CompareFile } from './compare-file.tsx';
import { DropZone } from './drop-zone.tsx';
import { Genuine, NotGenuine, Undone } from './verdict.tsx';

export function VerifyPage() {
  const { code } = useParams({ strict: false });
  return (
    <Stack gap="6">
      <PageHeader
        title="Verificar documento"
        subtitle="Comprovantes e contratos do ValeBank trazem um código e um QR Code. Aqui qualquer pessoa confere se são genuínos."
      />
      {code === undefined ? <FoundByFile /> : <Result key={code} code={code} />}
      <CodeForm key={`form-${code}`} code={code ?? ''} />
    </Stack>
  );
}

/** Looks up the code found in a chosen file, then also compares the file. */
function FoundByFile() {
  const [read, setRead] = useState<{ file: File; code: string | null } | null>(null);
  if (read?.code) return <Result code={read.code} file={read.file} />;
  return (
    <DropZone
      title="Verifique um arquivo"
      text="Solte aqui o comprovante em PDF. Ele é verificado neste aparelho e não é enviado a ninguém."
      onFile={(file) => {
        // An unreadable file has no code either.
        const show = (code: string | null) => setRead({ file, code });
        codeInFile(file).then(show, () => show(null));
      }}
    >
      {read && (
        <Notice status="error" title="Este arquivo não traz um código do ValeBank">
          {read.file.name} não é um comprovante como o banco o faz. Se você lê um código nele, digite-o
          abaixo: a página mostra o que o documento original diz.
        </Notice>
      )}
    </DropZone>
  );
}

function Result({ code, file }: { code: string; file?: File }) {
  // Never from the cache: the transaction may have been reversed since.
  const query = trpc.account.verifyDocument.useQuery({ code }, { staleTime: 0 });
  if (query.data) {
    const { sha256 } = query.data;
    if (sha256 === null) return <Undone document={query.data} />;
    return (
      <>
        {/* The chosen file's result comes first. */}
        {file && <CompareFile sha256={sha256} file={file} />}
        <Genuine document={query.data} />
        {!file && <CompareFile sha256={sha256} />}
      </>
    );
  }
  if (query.isFetching) return <RowsSkeleton rows={4} label="Verificando…" />;
  const status = httpStatusOf(query.error);
  if (status === 404 || status === 400) return <NotGenuine code={code} />;
  return (
    <ErrorState
      title="Não foi possível verificar o documento"
      error={query.error}
      onRetry={() => void query.refetch()}
    />
  );
}

function CodeForm({ code }: { code: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(code);
  const [missing, setMissing] = useState(false);

  function verify(event: FormEvent) {
    event.preventDefault();
    const next = typed.trim();
    setMissing(next === '');
    if (next !== '') void navigate({ to: '/verificar/$code', params: { code: next } });
  }

  return (
    <Card.Root>
      <Card.Body>
        <form noValidate onSubmit={verify} aria-label="Verificar por código">
          <Flex gap="4" direction={{ base: 'column', md: 'row' }} align={{ md: 'flex-start' }}>
            <FieldBox
              label="Código do documento"
              hint="Como está no documento: XXXX-XXXX-XXXX-XXXX-XXXX"
              error={missing ? 'Código é obrigatório' : undefined}
            >
              <Input
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                autoCapitalize="characters"
                autoComplete="off"
                spellCheck={false}
                maxLength={64}
                fontFamily="mono"
              />
            </FieldBox>
            <Button type="submit" marginTop={{ md: '7' }}>
              Verificar
            </Button>
          </Flex>
        </form>
      </Card.Body>
    </Card.Root>
  );
}
