import { Box, Button, Card, Flex, Heading, Progress, Stack, Text } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import { Ban, History, Mail, MessageSquarePlus, Shield } from 'lucide-react';
import { formatPercent } from '#domain/percent';
import { formatPhone } from '#domain/phone-format';
import type { RouterOutputs } from '../trpc.ts';
import { ActionsMenu } from '../ui/actions-menu.tsx';
import { formatDay } from '../ui/date.ts';
import { Figures } from '../ui/figure.tsx';
import { LinkButton, TextLink } from '../ui/links.tsx';
import { LookBadge } from '../ui/look-badge.tsx';
import { Money } from '../ui/money.tsx';
import { StandingBadge } from '../ui/standing-badge.tsx';

export type Operation = RouterOutputs['credit']['operations']['list']['operations'][number];

export type Act = 'email' | 'negativate' | 'contact' | 'schedule';

type OperationCardProps = { operation: Operation; onAct: (act: Act, operation: Operation) => void };

export function OperationCard({ operation, onAct }: OperationCardProps) {
  const { userId, user, purpose, operationStatus, amount, monthlyPayment, remainingAmount } = operation;
  const { interestRate, hasCollateral, paidOutDate } = operation;
  return (
    <Card.Root as="li" minWidth="0">
      <Card.Body padding={{ base: '4', md: '5' }} gap="4">
        <Flex justify="space-between" align="flex-start" gap="3">
          <Stack gap="1" minWidth="0">
            <Heading as="h2" size="md" fontWeight="600" overflowWrap="anywhere">
              <TextLink to="/admin/clients/$id/history" params={{ id: userId }}>
                {user.fullName}
              </TextLink>
            </Heading>
            <Text color="fg.muted" textStyle="sm" overflowWrap="anywhere">
              {purpose}
            </Text>
          </Stack>
          {operationStatus !== 'finalizado' && <Actions operation={operation} onAct={onAct} />}
        </Flex>
        <Flex gap="2" wrap="wrap">
          <StandingBadge standing={operationStatus} />
          {hasCollateral && <LookBadge label="Com garantia" variant="outline" icon={Shield} />}
        </Flex>
        <Instalments operation={operation} />
        <Figures
          across={3}
          rowGap="3"
          of={{
            ...dueFacts(operation),
            'Saldo devedor': <Money decimal={remainingAmount} />,
            'Valor do crédito': <Money decimal={amount} />,
            Parcela: <Money decimal={monthlyPayment} />,
            Taxa: `${formatPercent(interestRate)} a.m.`,
            'Liberado em': paidOutDate !== null && formatDay(paidOutDate),
          }}
        />
        <ContactDetails user={user} />
        <Flex gap="2" wrap="wrap" marginInlineStart="-3">
          <Button
            size="sm"
            variant="ghost"
            aria-haspopup="dialog"
            aria-label={`Parcelas de ${user.fullName}, ${purpose}`}
            onClick={() => onAct('schedule', operation)}
          >
            Parcelas
          </Button>
          <LinkButton
            size="sm"
            variant="ghost"
            aria-label={`Lançamentos de ${user.fullName}`}
            to="/admin/ledger"
            search={{ busca: user.fullName }}
          >
            Lançamentos
          </LinkButton>
        </Flex>
      </Card.Body>
    </Card.Root>
  );
}

function Actions({ operation, onAct }: OperationCardProps) {
  const navigate = useNavigate();
  const { userId, user, overdueInstallments, negativatedAt } = operation;
  const inTime = overdueInstallments === 0 ? 'Não há parcelas vencidas' : undefined;
  const already = negativatedAt === null ? undefined : `Negativado em ${formatDay(negativatedAt)}`;
  return (
    <ActionsMenu
      label="Ações"
      of={`${user.fullName}, ${operation.purpose}`}
      actions={[
        {
          label: 'Enviar e-mail',
          icon: Mail,
          unavailable: inTime,
          onSelect: () => onAct('email', operation),
        },
        {
          label: 'Negativar',
          icon: Ban,
          destructive: true,
          unavailable: inTime ?? already,
          onSelect: () => onAct('negativate', operation),
        },
        {
          label: 'Registrar contato',
          icon: MessageSquarePlus,
          onSelect: () => onAct('contact', operation),
        },
        {
          label: 'Ver histórico',
          icon: History,
          onSelect: () => void navigate({ to: '/admin/clients/$id/history', params: { id: userId } }),
        },
      ]}
    />
  );
}

function Instalments({ operation }: { operation: Operation }) {
  const { paidInstallments, totalInstallments, overdueInstallments, operationStatus } = operation;
  const isLate = overdueInstallments > 0;
  return (
    <Stack gap="1.5">
      <Flex justify="space-between" gap="3" wrap="wrap" textStyle="sm">
        <Text className="num">
          {paidInstallments} de {totalInstallments} parcelas pagas
        </Text>
        {isLate && (
          <Text
            className="num"
            color={operationStatus === 'negativado' ? 'negative.fg' : 'caution.fg'}
            fontWeight="600"
          >
            {overdueInstallments} {overdueInstallments === 1 ? 'vencida' : 'vencidas'}
          </Text>
        )}
      </Flex>
      <Progress.Root value={paidInstallments} max={totalInstallments} size="sm">
        <Progress.Track aria-label="Parcelas pagas">
          <Progress.Range />
        </Progress.Track>
      </Progress.Root>
    </Stack>
  );
}

/** What is due now, and the next day on which something is. */
const dueFacts = ({ daysLate, dueToday, nextDueDate }: Operation) => ({
  ...(Number(dueToday) > 0 && {
    'A pagar hoje': <Money decimal={dueToday} color={daysLate > 0 ? 'negative.fg' : 'fg'} />,
  }),
  ...(daysLate > 0 && { Atraso: `${daysLate} ${daysLate === 1 ? 'dia' : 'dias'}` }),
  ...(nextDueDate !== null && { 'Próximo vencimento': formatDay(nextDueDate) }),
});

function ContactDetails({ user: { cpf, cnpj, phone, email } }: { user: Operation['user'] }) {
  return (
    <Box color="fg.muted" textStyle="sm" marginTop="auto" overflowWrap="anywhere">
      <Text className="num">
        {cpf ?? cnpj} · {phone ? formatPhone(phone) : 'Sem telefone'}
      </Text>
      <Text>{email}</Text>
    </Box>
  );
}
