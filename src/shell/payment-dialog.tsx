import { Button, chakra, Stack, Text } from '@chakra-ui/react';
import { CONFIRMATION_SECONDS, CONFIRMATION_TRIES } from '#domain/limits';
import { shownTarget, TARGET_LABELS } from '#domain/protection/shown-target';
import { trpc } from '../trpc.ts';
import { formatDay } from '../ui/date.ts';
import { DialogButtons, DialogFrame } from '../ui/dialog-frame.tsx';
import { Facts } from '../ui/fact.tsx';
import { waitText } from '../ui/failure-text.ts';
import { Fetched } from '../ui/fetched.tsx';
import { Money } from '../ui/money.tsx';
import { Bullets, Notice } from '../ui/notice.tsx';
import type { PaymentRequest } from '../ui/proof-request.ts';
import { serverErrorOf } from '../ui/server-error.ts';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { useNow } from '../ui/use-now.ts';
import { PaymentProof } from './payment-proof.tsx';
import type { Confirmation } from './use-proving.ts';

type PaymentDialogProps = { request: PaymentRequest; onClose: () => void };

/** What is paid, why it is asked for, and the one way to confirm it. */
export function PaymentDialog({ request, onClose }: PaymentDialogProps) {
  const { confirmationId: id, askedAtMs } = request;
  const confirmation = trpc.account.confirmations.get.useQuery({ id });
  const leftSeconds = Math.ceil(CONFIRMATION_SECONDS - (useNow() - askedAtMs) / 1000);
  const isOver = leftSeconds <= 0 || serverErrorOf(confirmation.error)?.code === 'CONFIRMATION_INVALID';
  return (
    <DialogFrame title="Confirme o pagamento" onClose={onClose} fromTop>
      {isOver ? (
        <Over request={request} />
      ) : (
        <Fetched
          query={confirmation}
          failure="Não foi possível saber o que confirmar"
          skeleton={<RowsSkeleton rows={4} label="Carregando o pagamento…" />}
        >
          {(found) => (
            <>
              <Payment of={found} />
              <PaymentProof of={found} request={request} onStale={() => void confirmation.refetch()} />
              <Text role="timer" color="fg.muted" textStyle="sm" className="num">
                Esta confirmação vale por mais {waitText(leftSeconds)}.
              </Text>
            </>
          )}
        </Fetched>
      )}
    </DialogFrame>
  );
}

function Over({ request: { answer } }: Pick<PaymentDialogProps, 'request'>) {
  return (
    <>
      <Notice status="warning" role="alert" title="Esta confirmação não vale mais">
        Ela vale por {CONFIRMATION_SECONDS / 60} minutos e {CONFIRMATION_TRIES} tentativas. Nada foi pago:
        peça de novo para continuar.
      </Notice>
      <DialogButtons>
        <Button variant="outline" onClick={() => answer(false)}>
          Voltar
        </Button>
        <Button autoFocus onClick={() => answer(true)}>
          Pedir de novo
        </Button>
      </DialogButtons>
    </>
  );
}

function Payment({ of }: { of: Confirmation }) {
  const { kind, target, payee, document, amount, day } = of;
  return (
    <>
      <Stack gap="1">
        <Money decimal={amount} size="hero" exposed />
        {payee !== null && (
          <Text textStyle="lg">
            para <chakra.strong fontWeight="600">{payee}</chakra.strong>
          </Text>
        )}
      </Stack>
      <Facts
        of={{
          'CPF ou CNPJ': document,
          [TARGET_LABELS[kind]]: <span className="code">{shownTarget(kind, target)}</span>,
          Dia: formatDay(day),
        }}
      />
      <Stack gap="1">
        <Text fontWeight="600">Por que pedimos</Text>
        <Bullets of={of.reasons.map((reason) => REASONS[reason](payee))} />
      </Stack>
    </>
  );
}

const REASONS: Record<Confirmation['reasons'][number], (payee: string | null) => string> = {
  new_payee: (payee) => `É a primeira vez que você paga a ${payee ?? 'este destino'}.`,
  recent_payee: (payee) =>
    `A soma do que você paga a ${payee ?? 'este destino'} sem confirmar já não é pequena.`,
  above_threshold: () => 'O valor passa daquele a partir do qual você pediu para confirmar.',
  many_payments: () => 'Você já fez muitos pagamentos neste dia ou nesta noite.',
  new_device: () => 'Este aparelho não está cadastrado.',
  doubtful: () =>
    'O pagamento é fora do comum: pela hora, pelo valor ou por uma mudança recente no seu cadastro.',
};
