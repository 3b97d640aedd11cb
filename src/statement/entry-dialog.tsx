import { Stack } from '@chakra-ui/react';
import { Repeat2 } from 'lucide-react';
import { TRANSACTION_LABELS } from '#domain/ledger/words';
import { EntryReceipt } from '../shared-movement/entry-receipt.tsx';
import { CopyCode } from '../ui/copy-button.tsx';
import { formatMoment } from '../ui/date.ts';
import { DialogButtons, DialogFrame } from '../ui/dialog-frame.tsx';
import { EntryMoney } from '../ui/entry-money.tsx';
import { FactDetail, Facts } from '../ui/fact.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import type { Entry } from './days.ts';
import type { Account } from './filters.tsx';

type EntryDialogProps = { entry: Entry; accounts: Account[]; onClose: () => void };

export function EntryDialog({ entry, accounts, onClose }: EntryDialogProps) {
  const own = accounts.find(({ id }) => id === entry.accountId);
  const { counterparty } = entry;
  const repeatTo = entry.type === 'transfer' && entry.isDebit ? counterparty?.accountNumber : null;
  return (
    <DialogFrame title={TRANSACTION_LABELS[entry.type]} isLight fromTop onClose={onClose}>
      <EntryMoney entry={entry} size="hero" />
      <Facts
        of={{
          Descrição: entry.description,
          [entry.isDebit ? 'Para' : 'De']: counterparty && (
            <>
              {counterparty.name}
              {counterparty.document && <FactDetail>{counterparty.document}</FactDetail>}
              {counterparty.accountNumber && (
                <FactDetail className="code">Conta {counterparty.accountNumber}</FactDetail>
              )}
            </>
          ),
          Quando: formatMoment(entry.createdAt),
          Movimento: entry.isDebit ? 'Saída' : 'Entrada',
          'Sua conta': own && <span className="code">{own.accountNumber}</span>,
          'Saldo depois': <Money decimal={entry.balanceAfter} />,
          Identificador: <CopyCode code={entry.transactionId} label="Copiar identificador" textStyle="sm" />,
        }}
      />
      <Stack as="section" aria-label="Comprovante">
        <EntryReceipt entry={entry} fill />
      </Stack>
      {repeatTo && (
        <DialogButtons>
          <LinkButton
            to="/client/transfers"
            search={{
              conta: repeatTo,
              valor: entry.amount,
              descricao: entry.description,
            }}
          >
            <Repeat2 size={18} aria-hidden />
            Repetir
          </LinkButton>
        </DialogButtons>
      )}
    </DialogFrame>
  );
}
