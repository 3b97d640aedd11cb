import { Box, Button, CloseButton, chakra, Dialog, Flex, Portal, Stack } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { Repeat2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { TRANSACTION_LABELS } from '#domain/ledger/words';
import { CopyButton } from '../ui/copy-button.tsx';
import { formatMoment } from '../ui/date.ts';
import { EntryReceipt } from '../ui/entry-receipt.tsx';
import { Fact } from '../ui/fact.tsx';
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
                <chakra.dl margin="0">
                  <Fact name="Descrição">{entry.description}</Fact>
                  {counterparty && (
                    <Fact name={entry.isDebit ? 'Para' : 'De'}>
                      {counterparty.name}
                      {counterparty.document && <Detail>{counterparty.document}</Detail>}
                      {counterparty.accountNumber && <Detail>Conta {counterparty.accountNumber}</Detail>}
                    </Fact>
                  )}
                  <Fact name="Quando">
                    <span className="num">{formatMoment(entry.createdAt)}</span>
                  </Fact>
                  <Fact name="Movimento">{entry.isDebit ? 'Saída' : 'Entrada'}</Fact>
                  {own && (
                    <Fact name="Sua conta">
                      <span className="num">{own.accountNumber}</span>
                    </Fact>
                  )}
                  <Fact name="Saldo depois">
                    <Money decimal={entry.balanceAfter} />
                  </Fact>
                  <Fact name="Identificador">
                    <Flex align="center" justify="flex-end" gap="1">
                      <chakra.code fontFamily="mono" textStyle="sm" wordBreak="break-all">
                        {entry.transactionId}
                      </chakra.code>
                      <CopyButton text={entry.transactionId} label="Copiar identificador" />
                    </Flex>
                  </Fact>
                </chakra.dl>
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
