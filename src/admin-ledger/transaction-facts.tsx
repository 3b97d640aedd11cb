import { Button, chakra, Flex, Link as PlainLink, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDay } from '#domain/date';
import { ORDER_KIND_LABELS, ORDER_STATUS_LABELS } from '#domain/pix/words';
import { CopyButton } from '../ui/copy-button.tsx';
import { Fact } from '../ui/fact.tsx';
import { Money } from '../ui/money.tsx';
import type { LedgerTransaction } from './balanced-entries.tsx';

type TransactionFactsProps = { transaction: LedgerTransaction; onOpen: (id: string) => void };

export function TransactionFacts({ transaction, onOpen }: TransactionFactsProps) {
  const { id, actor, idempotencyKey, credit, investment, incoming } = transaction;
  const holders = holdersOf(transaction);
  return (
    <chakra.dl margin="0">
      <Fact name="Pedida por">
        {actor === null
          ? 'Rotina do banco'
          : `${actor.name}${actor.role === 'admin' ? ' (administrador)' : ''}`}
      </Fact>
      {holders.length > 0 && (
        <Fact name={holders.length === 1 ? 'Cliente' : 'Clientes'}>
          {holders.map(({ holderId, name }) => (
            <chakra.span key={holderId} display="block">
              <PlainLink asChild>
                <Link to="/admin/clients/$id/history" params={{ id: holderId }}>
                  {name}
                </Link>
              </PlainLink>
            </chakra.span>
          ))}
        </Fact>
      )}
      {credit && (
        <Fact name="Operação">
          <PlainLink asChild>
            <Link to="/admin/operations" search={{ busca: credit.proposalId }}>
              {credit.number === null ? 'Crédito' : `Parcela ${credit.number} de`} “{credit.purpose}”
            </Link>
          </PlainLink>
        </Fact>
      )}
      {investment && (
        <Fact name="Investimento">
          <PlainLink asChild>
            <Link to="/admin/investments">{investment.productName}</Link>
          </PlainLink>
          <Detail>
            <Money decimal={investment.amount} /> em {formatDay(investment.startOn)}
          </Detail>
        </Fact>
      )}
      <OrderFacts transaction={transaction} onOpen={onOpen} />
      {incoming && (
        <>
          <Fact name="Recebimento">{incoming.payerName ?? 'Pagador não informado'}</Fact>
          <Code name="Identificador no provedor" code={incoming.providerId} />
          {incoming.endToEndId !== null && <Code name="EndToEndId" code={incoming.endToEndId} />}
        </>
      )}
      <Code name="Identificador" code={id} />
      {idempotencyKey === null ? (
        <Fact name="Chave de idempotência">Nenhuma</Fact>
      ) : (
        <Code name="Chave de idempotência" code={idempotencyKey} />
      )}
    </chakra.dl>
  );
}

/** The payment order whose money the transaction reserved, settled or released. */
function OrderFacts({ transaction: { id, order }, onOpen }: TransactionFactsProps) {
  if (order === null) return null;
  const others = [
    { label: 'Ver a reserva', other: order.transactionId },
    { label: 'Ver a conclusão', other: order.concludedById },
  ].filter((link): link is { label: string; other: string } => link.other !== null && link.other !== id);
  return (
    <>
      <Fact name="Pedido">
        {ORDER_KIND_LABELS[order.kind]}
        <Detail>{ORDER_STATUS_LABELS[order.status]}</Detail>
        {order.failReason !== null && <Detail>{order.failReason}</Detail>}
        {others.map(({ label, other }) => (
          <Button
            key={label}
            variant="ghost"
            size="sm"
            minHeight={{ base: '11', md: '9' }}
            onClick={() => onOpen(other)}
          >
            {label}
          </Button>
        ))}
      </Fact>
      {order.providerId !== null && <Code name="Identificador no provedor" code={order.providerId} />}
      {order.endToEndId !== null && <Code name="EndToEndId" code={order.endToEndId} />}
    </>
  );
}

function holdersOf({ entries }: LedgerTransaction): { holderId: string; name: string }[] {
  const names = new Map<string, string>();
  for (const { holderId, accountHolder } of entries)
    if (holderId !== null) names.set(holderId, accountHolder ?? 'Sem nome');
  return [...names].map(([holderId, name]) => ({ holderId, name }));
}

function Code({ name, code }: { name: string; code: string }) {
  return (
    <Fact name={name}>
      <Flex align="center" justify="flex-end" gap="1">
        <chakra.code fontFamily="mono" textStyle="sm" wordBreak="break-all">
          {code}
        </chakra.code>
        <CopyButton text={code} label={`Copiar ${name.toLowerCase()}`} />
      </Flex>
    </Fact>
  );
}

function Detail({ children }: { children: ReactNode }) {
  return (
    <Text as="span" display="block" color="fg.muted" textStyle="sm" fontWeight="400">
      {children}
    </Text>
  );
}
