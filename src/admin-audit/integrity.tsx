import { Box, Button, Card, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { ShieldCheck } from 'lucide-react';
import type { RouterOutputs } from '../trpc.ts';
import { trpc } from '../trpc.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Notice } from '../ui/notice.tsx';

type Verdict = RouterOutputs['admin']['audit']['verify'];

export function Integrity() {
  const verify = trpc.admin.audit.verify.useMutation();
  const check = () => !verify.isPending && verify.mutate();
  return (
    <Card.Root as="section" aria-labelledby="integridade">
      <Card.Body>
        <Flex gap="4" wrap="wrap" align="center" justify="space-between">
          <Stack gap="1" flex="1 1 20rem">
            <Heading as="h2" id="integridade" size="lg" fontWeight="600">
              Integridade do registro
            </Heading>
            <Text color="fg.muted">
              Cada registro leva uma assinatura sobre o anterior: mudar, apagar ou incluir um deles quebra a
              corrente.
            </Text>
          </Stack>
          <Button variant="outline" onClick={check} loading={verify.isPending} loadingText="Verificando…">
            <ShieldCheck size={18} aria-hidden />
            Verificar integridade
          </Button>
        </Flex>
        {/* Rendered before it has text, so that screen readers announce the text. */}
        <div role="status">{verify.data && !verify.isPending && <Outcome verdict={verify.data} />}</div>
        {verify.error && (
          <Box marginTop="4">
            <ErrorState
              title="Não foi possível verificar a integridade"
              error={verify.error}
              onRetry={check}
            />
          </Box>
        )}
      </Card.Body>
    </Card.Root>
  );
}

const counted = (count: number) =>
  `${count.toLocaleString('pt-BR')} ${count === 1 ? 'registro' : 'registros'}`;

function Outcome({ verdict: { ok, checked, firstBrokenSeq } }: { verdict: Verdict }) {
  if (ok) {
    return (
      <Notice status="success" marginTop="4" title="O registro está íntegro">
        {counted(checked)} {checked === 1 ? 'verificado' : 'verificados'}, do primeiro ao último: nenhum foi
        alterado, apagado ou incluído.
      </Notice>
    );
  }
  return (
    <Notice
      status="error"
      marginTop="4"
      title={`A corrente quebra no registro nº ${firstBrokenSeq?.toLocaleString('pt-BR')}`}
    >
      <Text marginBottom="2">
        {checked === 0 ? 'Nenhum registro antes dele confere.' : `${counted(checked)} antes dele conferem.`}{' '}
        Desse ponto em diante o registro não prova mais nada: alguém escreveu diretamente no banco de dados,
        ou falta em APP_KEYS a chave que o assinou.
      </Text>
      <Text>
        O que fazer: pare o servidor e guarde uma cópia do banco de dados antes de qualquer outra ação; troque
        as senhas de quem acessa a máquina; e compare com a última exportação guardada fora dela, a partir da
        linha de sequência {firstBrokenSeq}.
      </Text>
    </Notice>
  );
}
