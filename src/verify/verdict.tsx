import { Card, chakra, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { ShieldCheck, ShieldX, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { DOCUMENT_KIND_LABELS } from '#domain/document/words';
import type { RouterOutputs } from '../trpc.ts';
import { formatMoment } from '../ui/date.ts';
import { Facts } from '../ui/fact.tsx';
import { TextLink } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';

type VerifiedDocument = RouterOutputs['account']['verifyDocument'];

const ROLES: Record<string, string> = { payer: 'De', payee: 'Para' };

export function Genuine({ document }: { document: VerifiedDocument }) {
  return (
    <Verdict palette="positive" icon={<ShieldCheck size={28} />} title="Documento genuíno">
      {document.reversedAt !== null && (
        <Notice status="warning" title="Esta transação foi estornada">
          O dinheiro voltou em <span className="num">{formatMoment(document.reversedAt)}</span>. O documento é
          do banco, mas não prova mais um pagamento.
        </Notice>
      )}
      <Text color="fg.muted">
        O ValeBank fez este documento. Confira se os dados abaixo são os mesmos do que você tem em mãos.
      </Text>
      <Facts
        of={{
          Tipo: DOCUMENT_KIND_LABELS[document.kind],
          Documento: document.title,
          Quando: formatMoment(document.issuedAt),
          Valor: document.amount !== null && <Money decimal={document.amount} exposed />,
          ...partiesOf(document),
          Autorização: document.authorisation,
          Código: <chakra.code fontFamily="mono">{document.code}</chakra.code>,
          'SHA-256 do PDF': (
            <chakra.code fontFamily="mono" textStyle="sm">
              {document.sha256}
            </chakra.code>
          ),
        }}
      />
    </Verdict>
  );
}

/** The code of a payment that did not happen: there is no document to compare with. */
export function Undone({ document }: { document: VerifiedDocument }) {
  const title = document.reversedAt
    ? `Pagamento devolvido em ${formatMoment(document.reversedAt)}`
    : 'Pagamento devolvido';
  return (
    <Verdict palette="negative" icon={<Undo2 size={28} />} title={title}>
      <Text>
        O código é do ValeBank, mas o pagamento não aconteceu: o valor voltou por inteiro para quem ia pagar.
        Um comprovante com este código não prova nada.
      </Text>
      <Facts
        of={{
          Pagamento: document.title,
          'Pedido em': formatMoment(document.issuedAt),
          Valor: document.amount !== null && <Money decimal={document.amount} exposed />,
          ...partiesOf(document),
        }}
      />
    </Verdict>
  );
}

const partiesOf = ({ parties }: VerifiedDocument) =>
  Object.fromEntries(parties.map(({ role, name }) => [ROLES[role] ?? 'Parte', name]));

export function NotGenuine({ code }: { code: string }) {
  return (
    <Verdict palette="negative" icon={<ShieldX size={28} />} title="Este documento não é genuíno">
      <Text overflowWrap="anywhere">
        O ValeBank não fez nenhum documento com o código <chakra.code fontFamily="mono">{code}</chakra.code>.
      </Text>
      <Stack as="ul" gap="2" paddingInlineStart="5" listStyleType="disc">
        <li>Confira se o código está igual ao do documento; o QR Code leva direto ao endereço certo.</li>
        <li>
          Se está igual, não confie no documento: não entregue nada nem devolva dinheiro por causa dele.
        </li>
        <li>
          <TextLink to="/atendimento" variant="underline">
            Avise o atendimento
          </TextLink>
          , com uma cópia do documento.
        </li>
      </Stack>
    </Verdict>
  );
}

type VerdictProps = { palette: 'positive' | 'negative'; icon: ReactNode; title: string; children: ReactNode };

function Verdict({ palette, icon, title, children }: VerdictProps) {
  return (
    <Card.Root as="section" aria-label={title} colorPalette={palette}>
      <Card.Body gap="4">
        <Flex align="center" gap="3">
          <Flex layerStyle="disc" boxSize="12" bg="colorPalette.subtle" color="colorPalette.fg" aria-hidden>
            {icon}
          </Flex>
          <Heading as="h2" size="xl">
            {title}
          </Heading>
        </Flex>
        {children}
      </Card.Body>
    </Card.Root>
  );
}
