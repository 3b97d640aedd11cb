import { Button, Flex, Stack } from '@chakra-ui/react';
import { useWatch } from 'react-hook-form';
import { formatDay } from '#domain/date';
import { formatBrl, parseDecimal } from '#domain/money';
import { RETURN_REASON_LABELS, RETURN_REASONS } from '#domain/pix/returns';
import { MoveConfirm } from '../shared-movement/move-confirm.tsx';
import { type FillProps, MoveFlow } from '../shared-movement/move-flow.tsx';
import { EXTERNAL_PLACE, OrderStanding, Party, ReceiptFile } from '../shared-movement/receipt-parts.tsx';
import { type Confirmed, type Confirming, useMove } from '../shared-movement/use-move.ts';
import { useOrder } from '../shared-movement/use-order.ts';
import { type RouterOutputs, trpcClient } from '../trpc.ts';
import { CopyCode } from '../ui/copy-button.tsx';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { Facts } from '../ui/fact.tsx';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import type { MoveStatus } from '../ui/move-status.ts';
import { RadioChips } from '../ui/radio-chips.tsx';
import { StepHeading } from '../ui/step-heading.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { toast } from '../ui/toast.ts';
import type { GiveBackDraft } from './give-back-schema.ts';
import type { Returns } from './pix-returns.tsx';

const STEPS = 'Passos da devolução';
const REASONS = RETURN_REASONS.map((value) => ({ value, label: RETURN_REASON_LABELS[value] }));
const draftRules = async () => (await import('./give-back-schema.ts')).giveBackDraftSchema;

type GiveBackDialogProps = { returns: Returns; onClose: () => void };

/** Gives a received PIX back, all of what is left unless its receiver chooses less. */
export function GiveBackDialog({ returns, onClose }: GiveBackDialogProps) {
  const { original, left } = returns;
  const draft: GiveBackDraft = { amount: left ?? '', reason: 'duplicate', reasonText: '' };
  const move = useMove({
    draft,
    send: ({ draft: chosen, idempotencyKey }: Confirmed<GiveBackDraft, null>) =>
      trpcClient.pix.giveBack.mutate({ ...chosen, id: original.transactionId, idempotencyKey }),
    invalidates: 'order',
    onDone: ({ status }) => toastReturn(status),
    failure: {
      title: 'O PIX não foi devolvido',
      text: 'Não foi possível devolver. Tente de novo em instantes.',
    },
  });
  return (
    <DialogFrame title="Devolver PIX" onClose={onClose} locked={move.isLocked}>
      <MoveFlow
        move={move}
        inDialog
        fill={(step) => <GiveBackFill {...step} returns={returns} />}
        check={({ draft: chosen }) => <GiveBackCheck draft={chosen} returns={returns} move={move} />}
        receipt={({ receipt }) => <GiveBackReceipt sent={receipt} onClose={onClose} />}
      />
    </DialogFrame>
  );
}

function GiveBackFill({
  draft,
  takesFocus,
  returns: { original, left, until },
  onReview,
}: FillProps<GiveBackDraft, null> & { returns: Returns }) {
  const form = useZodForm(draftRules, draft);
  const reason = useWatch({ control: form.control, name: 'reason' });
  const leftCents = parseDecimal(left ?? '') ?? 0;
  return (
    <Stack gap="5">
      <StepHeading label={STEPS} step={0} title="Quanto e por quê" takesFocus={takesFocus} />
      <Form
        form={form}
        label="Devolver PIX"
        onSubmit={async (chosen) => {
          const amount = String(chosen.amount);
          if ((parseDecimal(amount) ?? 0) > leftCents)
            return form.setError(
              'amount',
              { message: `Restam ${formatBrl(leftCents)} a devolver` },
              { shouldFocus: true },
            );
          const reasonText = chosen.reason === 'other' ? (chosen.reasonText ?? '') : '';
          await onReview({ amount, reason: chosen.reason, reasonText }, null);
        }}
      >
        <Stack gap="5">
          <FormField
            name="amount"
            label="Valor"
            hint={
              <Flex as="span" gap="2" align="center" wrap="wrap">
                <span>
                  Restam <Money decimal={left ?? '0.00'} />
                  {until !== null && `, até ${formatDay(until)}`}
                </span>
                <Button
                  size="xs"
                  variant="outline"
                  onClick={() => form.setValue('amount', left ?? '', { shouldValidate: true })}
                >
                  Tudo
                </Button>
              </Flex>
            }
          >
            <MoneyInput />
          </FormField>
          <RadioChips name="reason" label="Motivo" options={REASONS} />
          {reason === 'other' && (
            <FormField
              name="reasonText"
              label="Qual motivo?"
              hint={`${original.name ?? 'Quem pagou'} pode vê-lo`}
            >
              <TextInput maxLength={140} />
            </FormField>
          )}
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

function GiveBackCheck({
  draft: { amount, reason, reasonText },
  returns: { original },
  move,
}: {
  draft: GiveBackDraft;
  returns: Returns;
  move: Confirming;
}) {
  const cents = parseDecimal(amount) ?? 0;
  return (
    <Stack gap="5">
      <StepHeading label={STEPS} step={1} title="Confira antes de devolver" takesFocus />
      <Money cents={cents} size="hero" exposed />
      <Facts
        of={{
          Para: original.name ?? 'Quem pagou o PIX',
          'Sai da': EXTERNAL_PLACE,
          Motivo: reason === 'other' ? reasonText : RETURN_REASON_LABELS[reason],
          Quando: 'Agora',
        }}
      />
      <MoveConfirm
        move={move}
        act={`Devolver ${formatBrl(cents)}${original.name ? ` para ${original.name}` : ''}`}
        sending="Devolvendo…"
        leave={
          <LinkButton variant="outline" to="/client/statement" search={{ conta: 'externa' }}>
            Fechar e ver o extrato
          </LinkButton>
        }
        refused="O PIX não foi devolvido"
        unknown="Não sabemos se o PIX foi devolvido"
      >
        Se preferir, confira antes no extrato da conta externa.
      </MoveConfirm>
    </Stack>
  );
}

const TITLES: Record<MoveStatus, string> = {
  done: 'PIX devolvido',
  processing: 'Acompanhe a devolução',
  failed: 'Devolução não realizada',
  held: 'Devolução reservada',
  review: 'Devolução em análise',
};

function GiveBackReceipt({ sent, onClose }: { sent: RouterOutputs['pix']['giveBack']; onClose: () => void }) {
  const order = useOrder(sent, toastReturn);
  const given = order.answer ? { ...sent, ...order.answer } : sent;
  return (
    <Stack gap="6">
      <StepHeading label={STEPS} step={2} title={TITLES[order.status]} takesFocus />
      <OrderStanding
        of="transfer"
        order={order}
        amount={given.amount}
        held={given}
        failReason={given.failReason}
        waiting="O provedor de pagamentos ainda não confirmou a devolução. O valor sai uma vez só: não é preciso repetir."
        failed={{ title: 'O PIX não foi devolvido', text: 'O valor voltou inteiro para a sua conta.' }}
      />
      <Facts
        of={{
          Para: <Party {...given.to} />,
          De: EXTERNAL_PLACE,
          'Saldo depois': order.status !== 'failed' && <Money decimal={given.balanceAfter} />,
          'ID da devolução': given.endToEndId && (
            <CopyCode code={given.endToEndId} label="Copiar: ID da devolução" />
          ),
        }}
      />
      {order.status === 'done' && <ReceiptFile transactionId={given.id} />}
      <Button alignSelf={{ md: 'start' }} onClick={onClose}>
        Concluir
      </Button>
    </Stack>
  );
}

function toastReturn(status: MoveStatus): void {
  if (status === 'failed')
    toast({
      title: 'O PIX não foi devolvido',
      description: 'O valor voltou para a sua conta.',
      tone: 'error',
    });
  else if (status === 'done') toast({ title: 'PIX devolvido!' });
}
