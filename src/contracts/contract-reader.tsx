import { Box, Card, chakra, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { ArrowLeft, ShieldCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ContractContent } from '#domain/contract/content';
import { CONTRACT_TYPE_LABELS } from '#domain/contract/words';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { CopyCode } from '../ui/copy-button.tsx';
import { formatDay, formatMoment } from '../ui/date.ts';
import { Facts } from '../ui/fact.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { Figures } from '../ui/figure.tsx';
import { FigureTable } from '../ui/figure-table.tsx';
import { LinkButton, TextLink } from '../ui/links.tsx';
import { Notice } from '../ui/notice.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { type Contract, ContractActions } from './contract-actions.tsx';

type FullContract = RouterOutputs['contract']['get'];

export function ContractReader({ id, onSign }: { id: string; onSign: (contract: Contract) => void }) {
  const contract = trpc.contract.get.useQuery({ id });
  return (
    <Stack gap="4" maxWidth="52rem">
      <LinkButton
        to="/client/contracts"
        search={({ contrato: _, ...rest }) => rest}
        variant="ghost"
        alignSelf="start"
        marginInlineStart="-3"
      >
        <ArrowLeft size={18} aria-hidden />
        Todos os contratos
      </LinkButton>
      <Fetched
        query={contract}
        failure="Não foi possível abrir o contrato"
        skeleton={<RowsSkeleton rows={8} label="Abrindo o contrato…" />}
      >
        {(data) => <Paper contract={data} onSign={() => onSign(data)} />}
      </Fetched>
    </Stack>
  );
}

function Paper({ contract, onSign }: { contract: FullContract; onSign: () => void }) {
  const { content } = contract;
  const heading = useRef<HTMLHeadingElement>(null);
  // Screen readers start at the title.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card.Root as="article" aria-labelledby="contract-title">
      <Card.Body gap="8" padding={{ base: '4', md: '8' }}>
        <Stack gap="3" align="start">
          <StatusBadge status={contract.status} />
          <Heading
            as="h2"
            id="contract-title"
            ref={heading}
            tabIndex={-1}
            size="2xl"
            _focusVisible={{ outline: 'none' }}
          >
            {content.title}
          </Heading>
          <Text color="fg.muted">
            Contrato de {CONTRACT_TYPE_LABELS[content.type].toLowerCase()} · feito em{' '}
            {formatDay(content.madeOn)} · texto {content.textVersion}
          </Text>
        </Stack>
        <Terms terms={content.terms} />
        <Part title="Partes">
          <Stack gap="6">
            {content.parties.map((party) => (
              <Facts
                key={party.role}
                of={{
                  [party.role]: party.name,
                  'CPF/CNPJ': party.document,
                  Endereço: party.address,
                  'E-mail': party.email,
                }}
              />
            ))}
          </Stack>
        </Part>
        {content.schedule && <Schedule schedule={content.schedule} />}
        <Part title="Cláusulas">
          <Stack as="ol" gap="5" listStyleType="none">
            {content.clauses.map(({ title, text }, place) => (
              <chakra.li key={title} maxWidth="68ch">
                <Heading as="h4" size="md" fontWeight="600" marginBottom="1">
                  {place + 1}. {title}
                </Heading>
                <Text>{text}</Text>
              </chakra.li>
            ))}
          </Stack>
        </Part>
        <Signature contract={contract} onSign={onSign} />
      </Card.Body>
    </Card.Root>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap="3">
      <Heading as="h3" size="lg" fontWeight="600">
        {title}
      </Heading>
      {children}
    </Stack>
  );
}

function Terms({ terms }: { terms: ContractContent['terms'] }) {
  return (
    <Part title="Condições">
      <Figures
        gridTemplateColumns={{ base: '1fr', sm: 'repeat(auto-fit, minmax(14rem, 1fr))' }}
        padding={{ base: '4', md: '5' }}
        borderRadius="card"
        bg="bg.subtle"
        of={Object.fromEntries(terms.map(({ name, text }) => [name, text]))}
      />
    </Part>
  );
}

function Schedule({ schedule }: { schedule: NonNullable<ContractContent['schedule']> }) {
  return (
    <Part title="Parcelas">
      <Text maxWidth="68ch">{schedule.note}</Text>
      <Box overflowX="auto" tabIndex={0} role="region" aria-label="Tabela de parcelas">
        <FigureTable
          titles={schedule.columns}
          rows={schedule.rows.map((cells) => ({ key: String(cells[0]), cells }))}
          starts={0}
          head={{ fontWeight: '600' }}
          cell={{ padding: '2', whiteSpace: 'nowrap' }}
        />
      </Box>
    </Part>
  );
}

function Signature({ contract, onSign }: { contract: FullContract; onSign: () => void }) {
  const { status, signedAt, verificationCode } = contract;
  return (
    <Part title="Assinatura">
      {status === 'pending_signature' && (
        <Text maxWidth="68ch">
          Leu tudo? Enviamos um código de uso único ao seu e-mail, e você assina com ele aqui.
        </Text>
      )}
      {status === 'cancelled' && (
        <Notice status="neutral" title="Este contrato foi cancelado e não pode mais ser assinado.">
          {contract.cancelledBecause}
        </Notice>
      )}
      {signedAt && verificationCode && (
        <Facts
          of={{
            'Assinado em': formatMoment(signedAt),
            'Código de verificação': (
              <CopyCode code={verificationCode} label="Copiar código de verificação" />
            ),
            'SHA-256 do conteúdo': (
              <chakra.code fontFamily="mono" textStyle="sm" wordBreak="break-all">
                {contract.contentSha256}
              </chakra.code>
            ),
          }}
        />
      )}
      <Flex gap="3" direction={{ base: 'column', md: 'row' }} align={{ md: 'center' }}>
        <ContractActions contract={contract} onSign={onSign} />
        {verificationCode && (
          <TextLink
            to="/verificar/$code"
            params={{ code: verificationCode }}
            variant="underline"
            colorPalette="brand"
            minHeight="11"
          >
            <ShieldCheck size={18} aria-hidden />
            Página de verificação
          </TextLink>
        )}
      </Flex>
    </Part>
  );
}
