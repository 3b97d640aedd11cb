import { Button, Card, Flex, Input, Stack } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { trpc } from '../trpc.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { FieldBox } from '../ui/field.tsx';
import { PageHeader } from '../ui/page.tsx';
import { httpStatusOf } from '../ui/server-error.ts';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { CompareFile } from './compare-file.tsx';
import { Genuine, NotGenuine } from './verdict.tsx';

/** Whether a document is the bank's, for anybody who holds it: by its code, and by the file itself. */
export function VerifyPage({ code }: { code?: string }) {
  return (
    <Stack gap="6">
      <PageHeader
        title="Verificar documento"
        subtitle="Comprovantes e contratos do ValeBank trazem um código e um QR Code. Aqui qualquer pessoa confere se são genuínos."
      />
      {code !== undefined && <Result key={code} code={code} />}
      <CodeForm key={`form-${code}`} code={code ?? ''} />
    </Stack>
  );
}

function Result({ code }: { code: string }) {
  // A transaction may have been reversed since it was last asked about.
  const query = trpc.account.verifyDocument.useQuery({ code }, { staleTime: 0 });
  if (query.data) {
    return (
      <>
        <Genuine document={query.data} />
        <CompareFile sha256={query.data.sha256} />
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
      <Card.Body padding={{ base: '4', md: '6' }}>
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
