import { chakra, Stack, Text } from '@chakra-ui/react';
import { formatBrl, parseDecimal } from '#domain/money';
import type { PixKey } from '#domain/pix/key';
import type { WithCover } from '../shared-movement/cover.ts';
import { CoverNote, withCover } from '../shared-movement/cover-note.tsx';
import { MoveConfirm } from '../shared-movement/move-confirm.tsx';
import type { Confirming } from '../shared-movement/use-move.ts';
import { useRecipients } from '../shared-recipients/recipient.ts';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { Facts } from '../ui/fact.tsx';
import { KEY_TYPE_LABELS, keyText } from '../ui/key-words.ts';
import { TextLink } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { StepHeading } from '../ui/step-heading.tsx';
import { type Code, codeFacts } from './code-facts.tsx';
import type { PixDraft } from './form-schema.ts';

type Told = RouterOutputs['pix']['payee'];

/** A dynamic code has no key. `told`: whose the key is, of every other target. */
export type Payee = WithCover & { key: PixKey | null; code: Code | null; told: Told | null };

type TransferCheckProps = { draft: PixDraft; payee: Payee; move: Confirming };

export function TransferCheck({ draft, payee, move }: TransferCheckProps) {
  const balance = trpc.pix.balance.useQuery();
  const amountCents = parseDecimal(draft.amount) ?? 0;
  const { key, code, told } = payee;
  const to = told?.name ?? code?.name ?? (key && keyText({ type: key.type, key: key.canonical })) ?? '';
  const paidBefore = useRecipients('pix')?.find(({ pixKey }) => pixKey === (key?.canonical ?? code?.key));
  return (
    <Stack gap="6">
      <StepHeading label="Passos do PIX" step={1} title="Confira antes de enviar" takesFocus />
      <Stack gap="1">
        <Money cents={amountCents} size="hero" exposed />
        <Text textStyle="lg" overflowWrap="anywhere">
          para <chakra.strong fontWeight="600">{to}</chakra.strong>
        </Text>
      </Stack>
      {told?.nameBefore && (
        <Notice status="warning" title="O nome mudou desde a última vez">
          Antes esta chave era de <strong>{told.nameBefore}</strong>; agora é de <strong>{told.name}</strong>.
          Confira com quem vai receber, por um contato que você já conhece.
        </Notice>
      )}
      <Facts
        of={{
          ...(code
            ? { ...codeFacts(code), Valor: false }
            : key && {
                [`Chave ${KEY_TYPE_LABELS[key.type]}`]: keyText({ type: key.type, key: key.canonical }),
              }),
          ...(told?.name && {
            'Quem recebe': told.name,
            'CPF ou CNPJ': told.document,
            Instituição: told.institution,
          }),
          'Quem recebeu da última vez': !told?.name && paidBefore?.name,
          ...(draft.description !== '' && {
            [code?.description ? 'Sua descrição' : 'Descrição']: draft.description,
          }),
          Quando: 'Agora',
          'Sai da': 'Conta externa',
          'Saldo depois': balance.data && (
            <Money cents={(parseDecimal(balance.data.balance) ?? 0) + payee.coverCents - amountCents} />
          ),
        }}
      />
      <Text color="fg.muted" textStyle="sm">
        {adviceOf(payee)} Um PIX feito não se desfaz.
      </Text>
      <CoverNote from="external" coverCents={payee.coverCents} />
      <MoveConfirm
        move={move}
        act={`Enviar ${formatBrl(amountCents)} para ${to}${withCover({ from: 'external', coverCents: payee.coverCents })}`}
        refused="O PIX não foi feito"
        unknown="Não sabemos se o PIX foi feito"
      >
        Se preferir, confira antes o{' '}
        <TextLink to="/client/statement" search={{ conta: 'externa' }} variant="underline">
          extrato da conta externa
        </TextLink>
        .
      </MoveConfirm>
    </Stack>
  );
}

function adviceOf({ code, told }: Payee): string {
  if (code?.isDynamic) return 'O nome e o valor são os que a instituição de quem recebe informou hoje.';
  if (told?.source === 'bank') return 'O nome é o do cadastro de quem recebe, que é cliente daqui.';
  if (told?.name) return 'O nome é o que a instituição de quem recebe registrou para esta chave.';
  return 'O nome de quem recebe só aparece depois do primeiro pagamento: confira a chave com quem vai receber.';
}
