import { Alert, Card, chakra, Flex, Heading, Link, Stack, Text } from '@chakra-ui/react';
import { ShieldCheck, ShieldX } from 'lucide-react';
import type { ReactNode } from 'react';
import { SUPPORT_EMAIL } from '#domain/brand';
import { DOCUMENT_KIND_LABELS } from '#domain/document/words';
import type { RouterOutputs } from '../trpc.ts';
import { formatMoment } from '../ui/date.ts';
import { Fact } from '../ui/fact.tsx';
import { Money } from '../ui/money.tsx';

type VerifiedDocument = RouterOutputs['account']['verifyDocument'];

const ROLES: Record<string, string> = { payer: 'De', payee: 'Para' };

export function Genuine({ document }: { document: VerifiedDocument }) {
  return (
    <Verdict palette="positive" icon={<ShieldCheck size={28} />} title="Documento genuíno">
      {document.reversedAt !== null && (
        <Alert.Root status="warning" alignItems="flex-start">
          <Alert.Indicator />
          <Alert.Content gap="1">
            <Alert.Title>Esta transação foi estornada</Alert.Title>
            <Alert.Description>
              O dinheiro voltou em <span className="num">{formatMoment(document.reversedAt)}</span>. O
              documento é do banco, mas não prova mais um pagamento.
            </Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
      <Text color="fg.muted">
        O ValeBank fez este documento. Confira se os dados abaixo são os mesmos do que você tem em mãos.
      </Text>
      <chakra.dl margin="0">
        <Fact name="Tipo">{DOCUMENT_KIND_LABELS[document.kind]}</Fact>
        <Fact name="Documento">{document.title}</Fact>
        <Fact name="Quando">
          <span className="num">{formatMoment(document.issuedAt)}</span>
        </Fact>
        {document.amount !== null && (
          <Fact name="Valor">
            <Money decimal={document.amount} exposed />
          </Fact>
        )}
        {document.parties.map(({ role, name }) => (
          <Fact key={role} name={ROLES[role] ?? 'Parte'}>
            {name}
          </Fact>
        ))}
        <Fact name="Código">
          <chakra.code fontFamily="mono">{document.code}</chakra.code>
        </Fact>
        <Fact name="SHA-256 do PDF">
          <chakra.code fontFamily="mono" textStyle="sm">
            {document.sha256}
          </chakra.code>
        </Fact>
      </chakra.dl>
    </Verdict>
  );
}

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
          Avise o banco em{' '}
          <Link href={`mailto:${SUPPORT_EMAIL}`} variant="underline">
            {SUPPORT_EMAIL}
          </Link>
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
          <Flex
            boxSize="12"
            align="center"
            justify="center"
            flexShrink={0}
            borderRadius="full"
            bg="colorPalette.subtle"
            color="colorPalette.fg"
            aria-hidden
          >
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
