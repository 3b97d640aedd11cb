import { Button, Stack, Text } from '@chakra-ui/react';
import { useWatch } from 'react-hook-form';
import { formatBrl, parseDecimal } from '#domain/money';
import { checkingOf } from '../shared-movement/checking.ts';
import { MoveConfirm } from '../shared-movement/move-confirm.tsx';
import { type FillProps, MoveFlow } from '../shared-movement/move-flow.tsx';
import type { Confirmed, Confirming } from '../shared-movement/use-move.ts';
import { accountsOnly, trpc, trpcClient } from '../trpc.ts';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { Facts } from '../ui/fact.tsx';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
import { StepHeading } from '../ui/step-heading.tsx';
import type { MoveDraft } from './form-schema.ts';
import { OrderReceipt } from './order-receipt.tsx';
import { SENT, toastTransfer, useOrderMove } from './use-order-move.ts';

const EMPTY: MoveDraft = { direction: 'in', amount: '' };
const STEPS = 'Passos da movimentação';
const DIRECTIONS = [
  { value: 'in', label: 'Para a conta externa' },
  { value: 'out', label: 'Para a conta corrente' },
] as const;
const PLACES = {
  in: { from: 'Conta corrente', to: 'Conta externa' },
  out: { from: 'Conta externa', to: 'Conta corrente' },
} as const;

const moveRules = async () => (await import('./form-schema.ts')).moveDraftSchema;

type Balances = Record<MoveDraft['direction'], string | null>;

/** Balances are decimal text, null until known; `ask` refetches one of them. */
function useBalances(): { balances: Balances; ask: (of: MoveDraft['direction']) => Promise<string | null> } {
  const accounts = trpc.account.list.useQuery(undefined, accountsOnly);
  const external = trpc.pix.balance.useQuery();
  return {
    balances: { in: checkingOf(accounts.data)?.balance ?? null, out: external.data?.balance ?? null },
    ask: async (of) => {
      const now = of === 'in' ? checkingOf((await accounts.refetch()).data) : (await external.refetch()).data;
      return now?.balance ?? null;
    },
  };
}

export function MoveDialog({ onClose }: { onClose: () => void }) {
  const move = useOrderMove({
    draft: EMPTY,
    send: ({ draft, idempotencyKey }: Confirmed<MoveDraft, null>) =>
      trpcClient.pix.move.mutate({ ...draft, idempotencyKey }),
    onDone: ({ status }) => toastTransfer(status, SENT),
  });
  const { balances, ask } = useBalances();
  return (
    <DialogFrame title="Mover dinheiro" onClose={onClose} locked={move.isLocked}>
      <MoveFlow
        move={move}
        inDialog
        fill={(step) => <MoveFill {...step} balances={balances} ask={ask} />}
        check={({ draft }) => <MoveCheck draft={draft} balances={balances} move={move} />}
        receipt={({ draft, receipt }) => (
          <OrderReceipt
            transfer={receipt}
            label={STEPS}
            title="Comprovante da movimentação"
            places={PLACES[draft.direction]}
            again="Concluir"
            onAgain={onClose}
          />
        )}
      />
    </DialogFrame>
  );
}

type MoveFillProps = FillProps<MoveDraft, null> & {
  balances: Balances;
  ask: ReturnType<typeof useBalances>['ask'];
};

function MoveFill({ draft, takesFocus, balances, ask, onReview }: MoveFillProps) {
  const form = useZodForm(moveRules, draft);
  const direction = useWatch({ control: form.control, name: 'direction' });
  const available = balances[direction];

  return (
    <Stack gap="5">
      <StepHeading label={STEPS} step={0} title="De onde e quanto" takesFocus={takesFocus} />
      <Form
        form={form}
        label="Mover dinheiro"
        onSubmit={async ({ direction: chosen, amount }) => {
          const isOver = (own: string | null) =>
            own !== null && (parseDecimal(String(amount)) ?? 0) > (parseDecimal(own) ?? 0);
          // Money may have arrived since the balance was fetched.
          if (isOver(balances[chosen]) && isOver(await ask(chosen)))
            return form.setError('amount', { message: 'Saldo insuficiente' }, { shouldFocus: true });
          await onReview({ direction: chosen, amount: String(amount) }, null);
        }}
      >
        <Stack gap="5">
          <RadioChips name="direction" label="Mover" options={DIRECTIONS} />
          <FormField
            name="amount"
            label="Valor"
            hint={
              available !== null && (
                <>
                  Disponível na {PLACES[direction].from.toLowerCase()} <Money decimal={available} />
                </>
              )
            }
          >
            <MoneyInput />
          </FormField>
          <Text color="fg.muted" textStyle="sm">
            A conta corrente paga boletos, parcelas e investimentos; a externa faz e recebe PIX. Sem tarifa.
          </Text>
          <Button
            type="submit"
            loading={form.formState.isSubmitting}
            loadingText="Conferindo…"
            alignSelf={{ md: 'start' }}
          >
            Continuar
          </Button>
        </Stack>
      </Form>
    </Stack>
  );
}

function MoveCheck({ draft, balances, move }: { draft: MoveDraft; balances: Balances; move: Confirming }) {
  const { from, to } = PLACES[draft.direction];
  const amountCents = parseDecimal(draft.amount) ?? 0;
  const available = balances[draft.direction];
  return (
    <Stack gap="5">
      <StepHeading label={STEPS} step={1} title="Confira antes de mover" takesFocus />
      <Money cents={amountCents} size="hero" exposed />
      <Facts
        of={{
          'Sai da': from,
          'Entra na': to,
          Quando: 'Agora',
          [`Saldo da ${from.toLowerCase()} depois`]: available !== null && (
            <Money cents={(parseDecimal(available) ?? 0) - amountCents} />
          ),
        }}
      />
      <MoveConfirm
        move={move}
        act={`Mover ${formatBrl(amountCents)} para a ${to.toLowerCase()}`}
        leave={
          <LinkButton
            variant="outline"
            to="/client/statement"
            search={{ conta: draft.direction === 'in' ? 'corrente' : 'externa' }}
          >
            Fechar e ver o extrato
          </LinkButton>
        }
        refused="O dinheiro não foi movido"
        unknown="Não sabemos se o dinheiro foi movido"
      >
        Se preferir, confira antes no extrato da {from.toLowerCase()}.
      </MoveConfirm>
    </Stack>
  );
}
