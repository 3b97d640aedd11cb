import { Button, chakra, Flex, Stack } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { CodeFact, Party, ReceiptFile } from '../shared-movement/receipt-parts.tsx';
import type { RouterOutputs } from '../trpc.ts';
import { formatMoment } from '../ui/date.ts';
import { Fact } from '../ui/fact.tsx';
import { Money } from '../ui/money.tsx';
import { MoveMark } from '../ui/move-mark.tsx';
import { StepHeading } from '../ui/step-heading.tsx';

export type Transfer = RouterOutputs['account']['transfer'];

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
        <CodeFact
          name="Código de autenticação"
          text={transfer.authCode}
          copy="Copiar código de autenticação"
        />
      </chakra.dl>
      {transfer.status === 'done' && <ReceiptFile transactionId={transfer.id} />}
      <Flex gap="3" direction={{ base: 'column', md: 'row' }}>
        <Button onClick={onAgain}>Fazer outra transferência</Button>
        <Button asChild variant="outline">
          <Link to="/client/dashboard">Voltar ao início</Link>
        </Button>
      </Flex>
    </Stack>
  );
}
