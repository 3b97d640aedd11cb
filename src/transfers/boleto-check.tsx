import { Box, Button, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { RotateCw } from 'lucide-react';
import { formatBoletoLine } from '#domain/account/boleto-line';
import { formatBrl, parseDecimal } from '#domain/money';
import { useChecking } from '../shared-movement/checking.ts';
import { CoverNote, withCover } from '../shared-movement/cover-note.tsx';
import { BackButton, MoveConfirm } from '../shared-movement/move-confirm.tsx';
import type { Confirming } from '../shared-movement/use-move.ts';
import type { Recipient } from '../shared-recipients/recipient.ts';
import { Facts } from '../ui/fact.tsx';
import { TextLink } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { StepHeading } from '../ui/step-heading.tsx';
import type { BoletoFound } from './boleto-payment.ts';
import { DueDay } from './line-facts.tsx';

type BoletoCheckProps = {
  boleto: BoletoFound;
  /** The chosen beneficiary, if the boleto pays somebody else. */
  expectedInstead: Recipient | null;
  today: string;
  move: Confirming;
};
type Source = ReturnType<typeof useChecking>;

type Obstacle = 'unconfirmed' | 'noAmount' | 'balance' | null;

function obstacleIn(boleto: BoletoFound): Obstacle {
  if (!boleto.isConfirmed) return 'unconfirmed';
  const amountCents = parseDecimal(boleto.amount ?? '');
  if (!amountCents) return 'noAmount';
  return boleto.coverCents === null ? 'balance' : null;
}

export function BoletoCheck({ boleto, expectedInstead, today, move }: BoletoCheckProps) {
  const from = useChecking();
  // A payment that is or may be under way can only be retried.
  const obstacle = move.isUnknown || move.isPending ? null : obstacleIn(boleto);
  const coverCents = boleto.coverCents ?? 0;
  return (
    <Stack gap="6">
      <StepHeading label="Passos do pagamento" step={1} title="Confira antes de pagar" takesFocus />
      <Stack gap="1">
        {boleto.amount === null ? (
          <Text textStyle="xl">Valor não informado</Text>
        ) : (
          <Money decimal={boleto.amount} size="hero" exposed />
        )}
        {boleto.beneficiary && (
          <Text textStyle="lg">
            para <chakra.strong fontWeight="600">{boleto.beneficiary}</chakra.strong>
          </Text>
        )}
      </Stack>
      <Notes boleto={boleto} expectedInstead={expectedInstead} from={from} obstacle={obstacle} />
      <BoletoFacts boleto={boleto} today={today} from={from} />
      {obstacle === null && <CoverNote from="checking" coverCents={coverCents} />}
      <MoveConfirm
        move={move}
        act={`Pagar ${formatBrl(parseDecimal(boleto.amount ?? '') ?? 0)}${withCover({ from: 'checking', coverCents })}`}
        sending="Pagando…"
        blocked={obstacle !== null && <Blocked move={move} />}
        refused="O boleto não foi pago"
        unknown="Não sabemos se o boleto foi pago"
      >
        Se preferir, confira antes o{' '}
        <TextLink to="/client/statement" variant="underline">
          extrato
        </TextLink>
        .
      </MoveConfirm>
    </Stack>
  );
}

function Blocked({ move }: { move: Confirming }) {
  return (
    <Flex gap="3" direction={{ base: 'column-reverse', md: 'row' }}>
      <BackButton onBack={move.back} />
      <Button onClick={move.refresh} loading={move.isRefreshing} loadingText="Consultando…">
        <RotateCw size={18} aria-hidden />
        Consultar de novo
      </Button>
    </Flex>
  );
}

type NotesProps = Pick<BoletoCheckProps, 'boleto' | 'expectedInstead'> & { from: Source; obstacle: Obstacle };

function Notes({ boleto, expectedInstead, from, obstacle }: NotesProps) {
  return (
    // Takes no room while empty.
    <Box role="status" _empty={{ position: 'absolute' }}>
      {expectedInstead && (
        <Notice status="warning" title={`Este boleto não é de ${expectedInstead.name}`}>
          Quem recebe é {boleto.beneficiary ?? 'outro beneficiário'}. Boletos falsos são assim: confira com
          quem você quer pagar, por um contato que já conhece.
        </Notice>
      )}
      {obstacle === 'unconfirmed' && (
        <Notice status="warning" title="O provedor de pagamentos não respondeu">
          Abaixo está o que o próprio código diz. Beneficiário, multa e juros ainda não foram confirmados, e
          por isso o boleto não pode ser pago agora. Nada se perdeu: consulte de novo em instantes.
        </Notice>
      )}
      {obstacle === 'noAmount' && (
        <Notice status="warning" title="Este boleto não tem um valor registrado">
          Não há quanto pagar por aqui. Peça a quem emitiu um boleto com valor.
        </Notice>
      )}
      {obstacle === 'balance' && (
        <Notice status="warning" title="Saldo insuficiente">
          Sua conta tem <Money decimal={from?.balance ?? ''} exposed />, menos do que o boleto pede. Traga
          dinheiro para ela e consulte de novo.
        </Notice>
      )}
      {obstacle === null && boleto.overdue && (
        <Notice status="info" title="Boleto vencido">
          {isZero(boleto.fine) && isZero(boleto.interest)
            ? 'Ele ainda pode ser pago, sem multa nem juros.'
            : 'A multa e os juros até hoje já estão no valor.'}
        </Notice>
      )}
    </Box>
  );
}

const isZero = (decimal: string): boolean => parseDecimal(decimal) === 0;

type FactsProps = { boleto: BoletoFound; today: string; from: Source };

function BoletoFacts({ boleto, today, from }: FactsProps) {
  const amountCents = parseDecimal(boleto.amount ?? '');
  const parts = { Multa: boleto.fine, Juros: boleto.interest, Desconto: boleto.discount };
  const changed = Object.entries(parts).filter(([, decimal]) => !isZero(decimal ?? ''));
  return (
    <Facts
      of={{
        'CPF ou CNPJ': boleto.beneficiaryDocument,
        'Banco emissor': boleto.bank && `${boleto.bank.code} · ${boleto.bank.name}`,
        Vencimento: boleto.dueDate && (
          <DueDay dueOn={boleto.dueDate} today={today} isOverdue={boleto.overdue} />
        ),
        'Valor do documento': changed.length > 0 && boleto.originalAmount && (
          <Money decimal={boleto.originalAmount} exposed />
        ),
        ...Object.fromEntries(
          changed.map(([name, decimal]) => [
            name,
            <span key={name}>
              {name === 'Desconto' && '−'}
              <Money decimal={decimal ?? undefined} exposed />
            </span>,
          ]),
        ),
        Código: (
          <chakra.span fontFamily="mono" textStyle="sm">
            {formatBoletoLine(boleto.line)}
          </chakra.span>
        ),
        Quando: 'Agora',
        ...(from &&
          amountCents !== null && {
            'Sai da conta': <span className="code">{from.accountNumber}</span>,
            'Saldo depois': (
              <BalanceAfter balance={from.balance} amountCents={amountCents - (boleto.coverCents ?? 0)} />
            ),
          }),
      }}
    />
  );
}

function BalanceAfter({ balance, amountCents }: { balance: string; amountCents: number }) {
  const leftCents = (parseDecimal(balance) ?? 0) - amountCents;
  return leftCents < 0 ? '—' : <Money cents={leftCents} />;
}
