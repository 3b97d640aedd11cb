import { Button, chakra } from '@chakra-ui/react';
import { formatDay } from '#domain/date';
import { ORDER_KIND_LABELS, ORDER_STATUS_LABELS } from '#domain/pix/words';
import { CopyCode } from '../ui/copy-button.tsx';
import { FactDetail, Facts } from '../ui/fact.tsx';
import { TextLink } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import type { LedgerTransaction } from './balanced-entries.tsx';

type TransactionFactsProps = { transaction: LedgerTransaction; onOpen: (id: string) => void };

export function TransactionFacts({ transaction, onOpen }: TransactionFactsProps) {
  const { id, actor, idempotencyKey, credit, investment, order, incoming } = transaction;
  const holders = holdersOf(transaction);
  return (
    <Facts
      of={{
        'Pedida por': actor
          ? `${actor.name}${actor.role === 'admin' ? ' (administrador)' : ''}`
          : 'Rotina do banco',
        [holders.length === 1 ? 'Cliente' : 'Clientes']:
          holders.length > 0 &&
          holders.map(({ holderId, name }) => (
            <chakra.span key={holderId} display="block">
              <TextLink to="/admin/clients/$id/history" params={{ id: holderId }}>
                {name}
              </TextLink>
            </chakra.span>
          )),
        Operação: credit && (
          <TextLink to="/admin/operations" search={{ busca: credit.proposalId }}>
            {credit.number === null ? 'Crédito' : `Parcela ${credit.number} de`} “{credit.purpose}”
          </TextLink>
        ),
        Investimento: investment && (
          <>
            <TextLink to="/admin/investments">{investment.productName}</TextLink>
            <FactDetail>
              <Money decimal={investment.amount} /> em {formatDay(investment.startOn)}
            </FactDetail>
          </>
        ),
        Pedido: order && <Order transaction={transaction} order={order} onOpen={onOpen} />,
        Recebimento: incoming && (incoming.payerName ?? 'Pagador não informado'),
        ...codes({
          'Identificador no provedor': (order ?? incoming)?.providerId,
          EndToEndId: (order ?? incoming)?.endToEndId,
          Identificador: id,
          'Chave de idempotência': idempotencyKey,
        }),
        ...(idempotencyKey === null && { 'Chave de idempotência': 'Nenhuma' }),
      }}
    />
  );
}

type OrderProps = TransactionFactsProps & { order: NonNullable<LedgerTransaction['order']> };

/** The payment order whose money the transaction reserved, settled or released. */
function Order({ transaction: { id }, order, onOpen }: OrderProps) {
  const others = [
    { label: 'Ver a reserva', other: order.transactionId },
    { label: 'Ver a conclusão', other: order.concludedById },
  ].filter((link): link is { label: string; other: string } => link.other !== null && link.other !== id);
  return (
    <>
      {ORDER_KIND_LABELS[order.kind]}
      <FactDetail>{ORDER_STATUS_LABELS[order.status]}</FactDetail>
      {order.failReason !== null && <FactDetail>{order.failReason}</FactDetail>}
      {others.map(({ label, other }) => (
        <Button key={label} variant="ghost" size="sm" onClick={() => onOpen(other)}>
          {label}
        </Button>
      ))}
    </>
  );
}

function holdersOf({ entries }: LedgerTransaction): { holderId: string; name: string }[] {
  const names = new Map<string, string>();
  for (const { holderId, accountHolder } of entries)
    if (holderId !== null) names.set(holderId, accountHolder ?? 'Sem nome');
  return [...names].map(([holderId, name]) => ({ holderId, name }));
}

function codes(of: Record<string, string | null | undefined>) {
  const shown = Object.entries(of).map(([name, code]) => [
    name,
    code && <CopyCode key={name} code={code} label={`Copiar ${name.toLowerCase()}`} textStyle="sm" />,
  ]);
  return Object.fromEntries(shown);
}
