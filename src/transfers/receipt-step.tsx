import { Box, Button, chakra, Flex, Skeleton, Stack } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { RouterOutputs } from '../trpc.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { formatMoment } from '../ui/date.ts';
import { Fact } from '../ui/fact.tsx';
import { Money } from '../ui/money.tsx';
import { MoveMark } from '../ui/move-mark.tsx';
import { StepHeading } from '../ui/step-heading.tsx';

const ReceiptActions = lazy(async () => ({
  default: (await import('../ui/receipt-actions.tsx')).ReceiptActions,
}));

export type Transfer = RouterOutputs['account']['transfer'];

/** Step 3, comprovante: what was done, and the code by which it can be told from a forged one. */
export function ReceiptStep({ transfer, onAgain }: { transfer: Transfer; onAgain: () => void }) {
  return (
    <Stack gap="6">
      <StepHeading label="Passos da transferência" step={2} title="Comprovante de transferência" takesFocus />
      <MoveMark of="transfer" status={transfer.status} amount={transfer.amount} />
      <chakra.dl margin="0">
        <Fact name="Para">
          <Party {...transfer.to} />
        </Fact>
        <Fact name="De">
          <Party {...transfer.from} />
        </Fact>
        <Fact name="Descrição">{transfer.description}</Fact>
        <Fact name="Quando">
          <span className="num">{formatMoment(transfer.createdAt)}</span>
        </Fact>
        <Fact name="Saldo depois">
          <Money decimal={transfer.balanceAfter} />
        </Fact>
        <Fact name="Código de autenticação">
          <Flex align="center" justify="flex-end" gap="1">
            <chakra.code fontFamily="mono">{transfer.authCode}</chakra.code>
            <CopyButton text={transfer.authCode} label="Copiar código de autenticação" />
          </Flex>
        </Fact>
      </chakra.dl>
      {transfer.status === 'done' && (
        <Suspense fallback={<Skeleton height="11" borderRadius="control" />}>
          <ReceiptActions transactionId={transfer.id} />
        </Suspense>
      )}
      <Flex gap="3" direction={{ base: 'column', md: 'row' }}>
        <Button onClick={onAgain}>Fazer outra transferência</Button>
        <Button asChild variant="outline">
          <Link to="/client/dashboard">Voltar ao início</Link>
        </Button>
      </Flex>
    </Stack>
  );
}

function Party({ name, document, accountNumber }: Transfer['to']) {
  return (
    <>
      {name}
      <Box as="span" display="block" color="fg.muted" textStyle="sm" fontWeight="400" className="num">
        {document} · conta {accountNumber}
      </Box>
    </>
  );
}
