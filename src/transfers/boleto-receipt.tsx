import { Button, chakra, Flex, Stack } from '@chakra-ui/react';
import { formatBoletoLine } from '#domain/account/boleto-line';
import { OrderStanding, ReceiptFile } from '../shared-movement/receipt-parts.tsx';
import { useOrder } from '../shared-movement/use-order.ts';
import type { RouterOutputs } from '../trpc.ts';
import { CopyCode } from '../ui/copy-button.tsx';
import { formatDay, formatMoment } from '../ui/date.ts';
import { Facts } from '../ui/fact.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import type { MoveStatus } from '../ui/move-status.ts';
import { StepHeading } from '../ui/step-heading.tsx';
import { type BoletoPayment, MONEY_IS_BACK, toastPayment } from './boleto-payment.ts';

const TITLES: Record<MoveStatus, string> = {
  done: 'Comprovante de pagamento',
  processing: 'Acompanhe o pagamento',
  failed: 'Pagamento não realizado',
  held: 'Pagamento reservado',
  review: 'Pagamento em análise',
};

/** The fields that both the payment and the polled order have. */
type Shown = Pick<
  RouterOutputs['pix']['order'],
  | 'amount'
  | 'inReview'
  | 'releaseAt'
  | 'line'
  | 'dueDate'
  | 'balanceAfter'
  | 'authCode'
  | 'failReason'
  | 'createdAt'
  | 'concludedAt'
> & { beneficiary: string | null };

/** Polls a pending order until it ends. */
export function BoletoReceipt({ payment, onAgain }: { payment: BoletoPayment; onAgain: () => void }) {
  const order = useOrder(payment, toastPayment);
  const shown: Shown = order.answer ? { ...order.answer, beneficiary: order.answer.to.name } : payment;
  const { status } = order;
  return (
    <Stack gap="6">
      <StepHeading label="Passos do pagamento" step={2} title={TITLES[status]} takesFocus />
      <OrderStanding
        of="payment"
        order={order}
        amount={shown.amount}
        held={shown}
        failReason={shown.failReason}
        waiting="O provedor de pagamentos ainda não confirmou. O valor já está reservado e sai uma vez só: não é preciso pagar de novo. Você pode sair desta tela; o resultado aparece no extrato e nas notificações."
        failed={{ title: 'O boleto não foi pago', text: MONEY_IS_BACK }}
      />
      <Facts
        of={{
          Beneficiário: shown.beneficiary,
          Vencimento: shown.dueDate && formatDay(shown.dueDate),
          Código: shown.line && (
            <chakra.span fontFamily="mono" textStyle="sm">
              {formatBoletoLine(shown.line)}
            </chakra.span>
          ),
          Quando: formatMoment(shown.createdAt),
          'Saldo depois': status !== 'failed' && <Money decimal={shown.balanceAfter} />,
          'Código de autenticação': status === 'done' && (
            <CopyCode code={shown.authCode} label="Copiar código de autenticação" />
          ),
        }}
      />
      {status === 'done' && <ReceiptFile transactionId={payment.id} />}
      <Flex gap="3" direction={{ base: 'column', md: 'row' }}>
        <Button onClick={onAgain}>Pagar outro boleto</Button>
        <LinkButton to="/client/dashboard" variant="outline">
          Voltar ao início
        </LinkButton>
      </Flex>
    </Stack>
  );
}
