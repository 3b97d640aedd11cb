import { Badge, Box, Button, Card, chakra, Flex, Text } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { MAX_RATING_POINTS } from '#domain/credit/rating';
import { formatPhone } from '#domain/phone-format';
import { formatDocument } from '#domain/tax-id';
import type { RouterOutputs } from '../trpc.ts';
import { ActiveBadge } from '../ui/active-badge.tsx';
import { rowAction } from '../ui/data-table.tsx';
import { formatMoment } from '../ui/date.ts';
import { part } from '../ui/part.tsx';
import { FreeDocument } from './free-document.tsx';

const UnfreezeDialog = part('UnfreezeDialog', () => import('./unfreeze-dialog.tsx'));
const EmailDialog = part('EmailDialog', () => import('./email-dialog.tsx'));
const EndFactorsDialog = part('EndFactorsDialog', () => import('./lost-factors-dialogs.tsx'));
const KeepFactorsDialog = part('KeepFactorsDialog', () => import('./lost-factors-dialogs.tsx'));

export type Client = RouterOutputs['admin']['users']['get'];

export function ClientCard({ client }: { client: Client }) {
  const { fullName, cpf, cnpj, email, phone, ratingVb, isActive, inactiveReason, closedAt, frozenAt } =
    client;
  const [opened, setOpened] = useState<'email' | 'unfreeze' | 'endFactors' | 'keepFactors' | null>(null);
  const close = () => setOpened(null);
  return (
    <Card.Root as="section" aria-label="Cliente">
      <Card.Body gap="5">
        <Flex
          as="dl"
          direction={{ base: 'column', sm: 'row' }}
          wrap="wrap"
          columnGap="12"
          rowGap="4"
          margin="0"
        >
          <Datum name="Nome">{fullName}</Datum>
          <Datum name="CPF/CNPJ">
            <span className="num">{formatDocument(cpf ?? cnpj ?? '')}</span>
          </Datum>
          <Datum name="E-mail">
            {email}
            {closedAt === null && (
              <Button
                {...rowAction}
                aria-label={`Corrigir o e-mail de ${fullName}`}
                aria-haspopup="dialog"
                marginInlineStart={{ base: '-2', sm: '1' }}
                onClick={() => setOpened('email')}
              >
                Corrigir
              </Button>
            )}
          </Datum>
          <Datum name="Telefone">
            {phone ? <span className="num">{formatPhone(phone)}</span> : 'Não informado'}
          </Datum>
        </Flex>
        {ratingVb !== null && (
          <Flex align="center" gap="3" wrap="wrap">
            <Badge colorPalette="brand" size="lg" className="num">
              {ratingVb} pts
            </Badge>
            <Text color="fg.muted" textStyle="sm">
              Score de 0 a {MAX_RATING_POINTS}
            </Text>
          </Flex>
        )}
        {!isActive && (
          <Flex align="center" gap="3" wrap="wrap">
            <ActiveBadge active={false} words={['Ativo', 'Inativo']} />
            {inactiveReason !== null && (
              <Text color="fg.muted" textStyle="sm">
                {inactiveReason}
              </Text>
            )}
          </Flex>
        )}
        {frozenAt !== null && (
          <Flex align="center" gap="3" wrap="wrap">
            <Badge colorPalette="caution">Congelada pelo cliente</Badge>
            <Text color="fg.muted" textStyle="sm" className="num">
              Desde {formatMoment(frozenAt)}
            </Text>
            <Button {...rowAction} aria-haspopup="dialog" onClick={() => setOpened('unfreeze')}>
              Descongelar
            </Button>
          </Flex>
        )}
        {client.role === 'cliente' && !isActive && <FreeDocument client={client} />}
        {closedAt === null && client.hasFactors && (
          <LostFactors
            endAt={client.factorsEndAt}
            onAct={() => setOpened(client.factorsEndAt === null ? 'endFactors' : 'keepFactors')}
          />
        )}
      </Card.Body>
      {opened === 'endFactors' && <EndFactorsDialog client={client} onClose={close} />}
      {opened === 'keepFactors' && <KeepFactorsDialog client={client} onClose={close} />}
      {opened === 'email' && <EmailDialog client={client} onClose={close} />}
      {opened === 'unfreeze' && <UnfreezeDialog client={client} onClose={close} />}
    </Card.Root>
  );
}

function LostFactors({ endAt, onAct }: { endAt: string | null; onAct: () => void }) {
  return (
    <Flex align="center" gap="3" wrap="wrap">
      {endAt === null ? (
        <Text color="fg.muted" textStyle="sm">
          Perdeu o celular ou a chave de acesso?
        </Text>
      ) : (
        <>
          <Badge colorPalette="caution">Dois fatores serão desativados</Badge>
          <Text color="fg.muted" textStyle="sm" className="num">
            Em {formatMoment(endAt)}
          </Text>
        </>
      )}
      <Button {...rowAction} aria-haspopup="dialog" onClick={onAct}>
        {endAt === null ? 'Desativar dois fatores' : 'Manter'}
      </Button>
    </Flex>
  );
}

function Datum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box minWidth="0">
      <Text as="dt" color="fg.muted" textStyle="sm">
        {name}
      </Text>
      <chakra.dd margin="0" fontWeight="500" overflowWrap="anywhere">
        {children}
      </chakra.dd>
    </Box>
  );
}
