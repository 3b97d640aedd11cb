import { chakra, Stack, Text } from '@chakra-ui/react';
import { formatBrl, parseDecimal } from '#domain/money';
import { useChecking } from '../shared-movement/checking.ts';
import { CoverNote, withCover } from '../shared-movement/cover-note.tsx';
import { MoveConfirm } from '../shared-movement/move-confirm.tsx';
import type { Confirming } from '../shared-movement/use-move.ts';
import { Facts } from '../ui/fact.tsx';
import { TextLink } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { StepHeading } from '../ui/step-heading.tsx';
import type { TransferDraft } from './form-schema.ts';
import type { Payee } from './holder.ts';

type CheckStepProps = { draft: TransferDraft; holder: Payee; move: Confirming };

export function CheckStep({ draft, holder, move }: CheckStepProps) {
  const from = useChecking();
  const amountCents = parseDecimal(String(draft.amount)) ?? 0;
  const { coverCents } = holder;
  return (
    <Stack gap="6">
      <StepHeading label="Passos da transferência" step={1} title="Confira antes de enviar" takesFocus />
      <Stack gap="1">
        <Money cents={amountCents} size="hero" exposed />
        <Text textStyle="lg">
          para <chakra.strong fontWeight="600">{holder.name}</chakra.strong>
        </Text>
      </Stack>
      <Facts
        of={{
          'CPF ou CNPJ': holder.document,
          'Conta de destino': <span className="code">{holder.accountNumber}</span>,
          Instituição: 'ValeBank',
          Descrição: draft.description,
          Quando: 'Agora',
          'Sai da conta': from && <span className="code">{from.accountNumber}</span>,
          'Saldo depois': from && (
            <Money cents={(parseDecimal(from.balance) ?? 0) + coverCents - amountCents} />
          ),
        }}
      />
      <CoverNote from="checking" coverCents={coverCents} />
      <MoveConfirm
        move={move}
        act={`Enviar ${formatBrl(amountCents)} para ${holder.name}${withCover({ from: 'checking', coverCents })}`}
        refused="A transferência não foi feita"
        unknown="Não sabemos se a transferência foi feita"
      >
        Se preferir, confira antes as{' '}
        <TextLink to="/client/dashboard" variant="underline">
          transações recentes
        </TextLink>
        .
      </MoveConfirm>
    </Stack>
  );
}
