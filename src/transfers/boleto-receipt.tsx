import { Button, chakra, Flex, Stack } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { formatBoletoLine } from '#domain/account/boleto-line';
import { CodeFact, OrderStanding, ReceiptFile } from '../shared-movement/receipt-parts.tsx';
import { useOrder } from '../shared-movement/use-order.ts';
import type { RouterOutputs } from '../trpc.ts';
import { formatDay, formatMoment } from '../ui/date.ts';
import { Fact } from '../ui/fact.tsx';
import { Money } from '../ui/money.tsx';
import type { MoveStatus } from '../ui/move-mark.tsx';
import { StepHeading } from '../ui/step-heading.tsx';
import { type BoletoPayment, MONEY_IS_BACK, toastPayment } from './boleto-payment.ts';

const TITLES: Record<MoveStatus, string> = {
  done: 'Comprovante de pagamento',
  processing: 'Acompanhe o pagamento',
  failed: 'Pagamento não realizado',
};

/** The fields that both the payment and the polled order have. */
type Shown = Pick<
  RouterOutputs['pix']['order'],
  'amount' | 'line' | 'dueDate' | 'balanceAfter' | 'authCode' | 'failReason' | 'createdAt' | 'concludedAt'
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
        failReason={shown.failReason}
        waiting="O provedor de pagamentos ainda não confirmou. O valor já está reservado e sai uma vez só: não é preciso pagar de novo. Você pode sair desta tela; o resultado aparece no extrato e nas notificações."
        failed={{ title: 'O boleto não foi pago', text: MONEY_IS_BACK }}
      />
      <Facts shown={shown} status={status} />
      {status === 'done' && <ReceiptFile transactionId={payment.id} />}
      <Flex gap="3" direction={{ base: 'column', md: 'row' }}>
        <Button onClick={onAgain}>Pagar outro boleto</Button>
        <Button asChild variant="outline">
          <Link to="/client/dashboard">Voltar ao início</Link>
        </Button>
      </Flex>
    </Stack>
  );
}

function Facts({ shown, status }: { shown: Shown; status: MoveStatus }) {
  const { beneficiary, line, dueDate, createdAt, balanceAfter, authCode } = shown;
  return (
    <chakra.dl margin="0">
      {beneficiary && <Fact name="Beneficiário">{beneficiary}</Fact>}
      {dueDate && (
        <Fact name="Vencimento">
          <span className="num">{formatDay(dueDate)}</span>
        </Fact>
      )}
      {line && (
        <Fact name="Código">
          <chakra.span fontFamily="mono" className="num" textStyle="sm">
            {formatBoletoLine(line)}
          </chakra.span>
        </Fact>
      )}
      <Fact name="Quando">
        <span className="num">{formatMoment(createdAt)}</span>
      </Fact>
      {status !== 'failed' && (
        <Fact name="Saldo depois">
          <Money decimal={balanceAfter} />
        </Fact>
      )}
      {status === 'done' && (
        <CodeFact name="Código de autenticação" text={authCode} copy="Copiar código de autenticação" />
      )}
    </chakra.dl>
  );
}
