import { Box, Button, CloseButton, Dialog, Portal, Stack } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { Repeat2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { TRANSACTION_LABELS } from '#domain/ledger/words';
import { CopyCode } from '../ui/copy-button.tsx';
import { formatMoment } from '../ui/date.ts';
import { EntryReceipt } from '../ui/entry-receipt.tsx';
import { Facts } from '../ui/fact.tsx';
import { Money } from '../ui/money.tsx';
import type { Entry } from './days.ts';
import type { Account } from './filters.tsx';

type EntryDialogProps = { entry: Entry; accounts: Account[]; onClose: () => void };

export function EntryDialog({ entry, accounts, onClose }: EntryDialogProps) {
  // Focus starts at the top, for reading order: the first button is far down.
  const content = useRef<HTMLDivElement>(null);
  const own = accounts.find(({ id }) => id === entry.accountId);
  const { counterparty } = entry;
  const repeatTo = entry.type === 'transfer' && entry.isDebit ? counterparty?.accountNumber : null;
  return (
    <Dialog.Root
      open
      placement="center"
      initialFocusEl={() => content.current}
      onOpenChange={({ open }) => !open && onClose()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner padding="4">
          <Dialog.Content ref={content}>
            <Dialog.Header paddingEnd="14">
              <Dialog.Title>{TRANSACTION_LABELS[entry.type]}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <Stack gap="4">
                <Money
                  decimal={entry.isDebit ? `-${entry.amount}` : entry.amount}
                  signed
                  size="hero"
                  color={entry.isDebit ? 'fg' : 'brand.fg'}
                />
                <Facts
                  of={{
                    Descrição: entry.description,
                    [entry.isDebit ? 'Para' : 'De']: counterparty && (
                      <>
                        {counterparty.name}
                        {counterparty.document && <Detail>{counterparty.document}</Detail>}
                        {counterparty.accountNumber && <Detail>Conta {counterparty.accountNumber}</Detail>}
                      </>
                    ),
                    Quando: formatMoment(entry.createdAt),
                    Movimento: entry.isDebit ? 'Saída' : 'Entrada',
                    'Sua conta': own?.accountNumber,
                    'Saldo depois': <Money decimal={entry.balanceAfter} />,
                    Identificador: (
                      <CopyCode code={entry.transactionId} label="Copiar identificador" textStyle="sm" />
                    ),
                  }}
                />
                <Stack as="section" aria-label="Comprovante">
                  <EntryReceipt entry={entry} fill />
                </Stack>
              </Stack>
            </Dialog.Body>
            {repeatTo && (
              <Dialog.Footer>
                <Button asChild>
                  <Link
                    to="/client/transfers"
                    search={{
                      conta: repeatTo,
                      valor: entry.amount,
                      descricao: entry.description,
                    }}
                  >
                    <Repeat2 size={18} aria-hidden />
                    Repetir
                  </Link>
                </Button>
              </Dialog.Footer>
            )}
            <Dialog.CloseTrigger asChild top="3" insetEnd="3">
              <CloseButton aria-label="Fechar" size="lg" />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function Detail({ children }: { children: ReactNode }) {
  return (
    <Box as="span" display="block" color="fg.muted" textStyle="sm" fontWeight="400" className="num">
      {children}
    </Box>
  );
}
