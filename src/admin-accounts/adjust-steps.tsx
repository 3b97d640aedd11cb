import { Button, chakra, Stack } from '@chakra-ui/react';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { formatBrl, parseDecimal } from '#domain/money';
import { MoveConfirm } from '../shared-movement/move-confirm.tsx';
import type { FillProps } from '../shared-movement/move-flow.tsx';
import type { Confirming } from '../shared-movement/use-move.ts';
import type { RouterOutputs } from '../trpc.ts';
import { DialogAct, DialogButtons } from '../ui/dialog-frame.tsx';
import { Facts } from '../ui/fact.tsx';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
import { StepHeading } from '../ui/step-heading.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { type Account, holderName } from './account-columns.tsx';
import {
  type AdjustDraft,
  adjustDraftSchema,
  balanceAfter,
  shortfall,
  signedAmount,
} from './adjust-draft.ts';

export type Entry = RouterOutputs['admin']['accounts']['adjust'];

const STEPS = { steps: ['Dados', 'Conferir', 'Feito'], label: 'Passos do ajuste' } as const;

const SIDES = [
  { value: 'credit', label: 'Crédito (entra)' },
  { value: 'debit', label: 'Débito (sai)' },
] as const;

type FillStepProps = FillProps<AdjustDraft, null> & { account: Account; onClose: () => void };

export function FillStep({ draft, account, takesFocus, onReview, onClose }: FillStepProps) {
  const form = useZodForm(adjustDraftSchema, draft);
  function review(values: AdjustDraft) {
    const message = shortfall(values, account.balance);
    if (message !== null) return form.setError('amount', { message }, { shouldFocus: true });
    return onReview(values, null);
  }
  return (
    <Form form={form} onSubmit={review}>
      <Stack gap="5">
        <StepHeading {...STEPS} step={0} title={`Conta ${account.accountNumber}`} takesFocus={takesFocus} />
        <Facts of={{ Titular: holderName(account), 'Saldo atual': <Money decimal={account.balance} /> }} />
        <RadioChips name="side" label="O ajuste é um" options={SIDES} />
        <FormField name="amount" label="Valor">
          <MoneyInput />
        </FormField>
        <FormField name="reason" label="Motivo" hint="O titular lê no extrato; fica na auditoria.">
          <TextInput maxLength={MAX_DESCRIPTION_LENGTH} autoComplete="off" />
        </FormField>
        <DialogAct onCancel={onClose}>Conferir</DialogAct>
      </Stack>
    </Form>
  );
}

type CheckStepProps = { draft: AdjustDraft; account: Account; move: Confirming };

export function CheckStep({ draft, account, move }: CheckStepProps) {
  const amount = formatBrl(parseDecimal(String(draft.amount)) ?? 0);
  return (
    <Stack gap="5">
      <StepHeading {...STEPS} step={1} title="Confira o ajuste" takesFocus />
      <Money decimal={signedAmount(draft)} signed size="hero" exposed />
      <Facts
        of={{
          Lançamento: draft.side === 'credit' ? 'Crédito, entra na conta' : 'Débito, sai da conta',
          Conta: account.accountNumber,
          Titular: holderName(account),
          Motivo: draft.reason,
          'Saldo atual': <Money decimal={account.balance} />,
          'Saldo depois': <Money decimal={balanceAfter(draft, account.balance)} />,
        }}
      />
      <MoveConfirm
        move={move}
        act={`Lançar ${draft.side === 'credit' ? 'crédito' : 'débito'} de ${amount}`}
        sending="Lançando…"
        align="end"
        leave={
          <LinkButton to="/admin/ledger" search={{ busca: account.accountNumber }} variant="outline">
            Fechar e ver o livro-razão
          </LinkButton>
        }
        refused="O ajuste não foi lançado"
        unknown="Não sabemos se o ajuste foi lançado"
        again="o valor é lançado uma vez só"
      />
    </Stack>
  );
}

type DoneProps = { entry: Entry; account: Account; onClose: () => void };

export function DoneStep({ entry, account, onClose }: DoneProps) {
  return (
    <Stack gap="5">
      <StepHeading {...STEPS} step={2} title="Ajuste lançado" takesFocus />
      <Money decimal={entry.isDebit ? `-${entry.amount}` : entry.amount} signed size="hero" exposed />
      <Facts
        of={{
          Conta: account.accountNumber,
          Titular: holderName(account),
          Motivo: entry.description,
          'Novo saldo': <Money decimal={entry.balanceAfter} />,
          Identificador: (
            <chakra.code fontFamily="mono" textStyle="sm" wordBreak="break-all">
              {entry.transactionId}
            </chakra.code>
          ),
        }}
      />
      <DialogButtons>
        <Button onClick={onClose}>Fechar</Button>
      </DialogButtons>
    </Stack>
  );
}
