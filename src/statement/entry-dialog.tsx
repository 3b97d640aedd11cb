import { Alert, Skeleton, Stack } from '@chakra-ui/react';
import { Repeat2 } from 'lucide-react';
import { useState } from 'react';
import { OWN_ACCOUNT_NAMES, ownMove } from '#domain/account/movement-text';
import { EntryReceipt } from '../shared-movement/entry-receipt.tsx';
import { CopyCode } from '../ui/copy-button.tsx';
import { formatMoment } from '../ui/date.ts';
import { DialogButtons, DialogFrame } from '../ui/dialog-frame.tsx';
import { EntryMoney } from '../ui/entry-money.tsx';
import { FactDetail, Facts } from '../ui/fact.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { movementName } from '../ui/movement.tsx';
import { part } from '../ui/part.tsx';
import type { Entry } from './days.ts';
import type { Returns } from './pix-returns.tsx';

const PixReturns = part('PixReturns', () => import('./pix-returns.tsx'), {
  loading: <Skeleton height="11" borderRadius="control" />,
});
const GiveBackDialog = part('GiveBackDialog', () => import('./give-back-dialog.tsx'));

type EntryDialogProps = { entry: Entry; onClose: () => void };

export function EntryDialog({ entry, onClose }: EntryDialogProps) {
  const { counterparty, reversal } = entry;
  const move = ownMove(entry);
  const [givingBack, setGivingBack] = useState<Returns | null>(null);
  if (givingBack) return <GiveBackDialog returns={givingBack} onClose={onClose} />;
  const repeatTo = entry.type === 'transfer' && entry.isDebit ? counterparty?.accountNumber : null;
  return (
    <DialogFrame title={movementName(entry)} isLight fromTop onClose={onClose}>
      {move ? <Money decimal={entry.amount} size="hero" /> : <EntryMoney entry={entry} size="hero" />}
      {reversal && (
        <Alert.Root status="warning">
          <Alert.Indicator />
          <Alert.Description>
            {entry.kind === 'reserved'
              ? `A reserva terminou em ${formatMoment(reversal.createdAt)}. Se o pagamento foi feito, ele é outra movimentação.`
              : `Devolvido em ${formatMoment(reversal.createdAt)}: o valor voltou por inteiro, e esta movimentação não conta como entrada nem saída.`}
          </Alert.Description>
        </Alert.Root>
      )}
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
          Movimento: entry.kind !== 'own' && movementWords(entry, move !== null),
          'Sua conta': move ? null : OWN_ACCOUNT_NAMES[entry.accountType],
          'Da conta': move && OWN_ACCOUNT_NAMES[move.from],
          'Para a conta': move && OWN_ACCOUNT_NAMES[move.to],
          [`Saldo depois (${OWN_ACCOUNT_NAMES[entry.accountType].toLowerCase()})`]: (
            <Money decimal={entry.balanceAfter} />
          ),
          Identificador: <CopyCode code={entry.transactionId} label="Copiar identificador" textStyle="sm" />,
          'Identificador do estorno': reversal && (
            <CopyCode code={reversal.transactionId} label="Copiar identificador do estorno" textStyle="sm" />
          ),
        }}
      />
      {!reversal && entry.kind !== 'reserved' && (
        <Stack as="section" aria-label="Comprovante">
          <EntryReceipt entry={entry} fill />
        </Stack>
      )}
      {!reversal && entry.kind === 'pix' && (
        <PixReturns transactionId={entry.transactionId} onGiveBack={setGivingBack} onLeave={onClose} />
      )}
      {repeatTo && (
        <DialogButtons>
          <LinkButton
            width={{ base: 'full', md: 'auto' }}
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

function movementWords({ isDebit, isNeutral, reversal }: Entry, isOwnMove: boolean): string {
  if (isOwnMove) return 'Entre suas contas';
  if (reversal || isNeutral) return isDebit ? 'Saída que não conta no mês' : 'Entrada que não conta no mês';
  return isDebit ? 'Saída' : 'Entrada';
}
