import { Button, Flex, Stack } from '@chakra-ui/react';
import { HeldNote, Party, ReceiptFile } from '../shared-movement/receipt-parts.tsx';
import type { RouterOutputs } from '../trpc.ts';
import { CopyCode } from '../ui/copy-button.tsx';
import { formatMoment, formatTime } from '../ui/date.ts';
import { Facts } from '../ui/fact.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { MoveMark } from '../ui/move-mark.tsx';
import { type MoveStatus, shownStatus } from '../ui/move-status.ts';
import { StepHeading } from '../ui/step-heading.tsx';

export type Transfer = RouterOutputs['account']['transfer'];

const TITLES: Partial<Record<MoveStatus, string>> = {
  held: 'Transferência reservada',
  review: 'Transferência em análise',
};

export function ReceiptStep({ transfer, onAgain }: { transfer: Transfer; onAgain: () => void }) {
  const isHeld = transfer.status === 'held';
  const status = shownStatus(transfer);
  return (
    <Stack gap="6">
      <StepHeading
        label="Passos da transferência"
        step={2}
        title={TITLES[status] ?? 'Comprovante de transferência'}
        takesFocus
      />
      <MoveMark of="transfer" status={status} amount={transfer.amount} />
      {isHeld && <HeldNote {...transfer} />}
      <Facts
        of={{
          Para: <Party {...transfer.to} />,
          De: <Party {...transfer.from} />,
          Descrição: transfer.description,
          Quando: formatMoment(transfer.createdAt),
          'Saldo depois': <Money decimal={transfer.balanceAfter} />,
          'Sai às': status === 'held' && transfer.releaseAt && formatTime(transfer.releaseAt),
          'Código de autenticação': !isHeld && (
            <CopyCode code={transfer.authCode} label="Copiar código de autenticação" />
          ),
        }}
      />
      {transfer.status === 'done' && <ReceiptFile transactionId={transfer.id} />}
      <Flex gap="3" direction={{ base: 'column', md: 'row' }}>
        <Button onClick={onAgain}>Fazer outra transferência</Button>
        <LinkButton to="/client/dashboard" variant="outline">
          Voltar ao início
        </LinkButton>
      </Flex>
    </Stack>
  );
}
