import { Button, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { TextLink } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import type { Change, ChangeValue } from './changes.ts';

type LogDetailsProps = {
  row: { userId: string | null; entityId: string | null; userAgent: string | null };
  changes: Change[];
  onNarrow: (to: { alvo?: string }) => void;
};

export function LogDetails({ row, changes, onNarrow }: LogDetailsProps) {
  const { userId, entityId } = row;
  return (
    <Stack gap="0" borderTop="1px solid" borderColor="border" paddingTop="1">
      <chakra.dl margin="0" textStyle="sm">
        {changes.map((change) => (
          <Line key={change.field} name={change.label}>
            {change.from === null ? (
              <Value value={change.to} />
            ) : (
              <Flex gap="2" wrap="wrap" align="center">
                <chakra.del textDecoration="none" {...SIDE} bg="negative.subtle" color="negative.fg">
                  <Value value={change.from} />
                </chakra.del>
                <ArrowRight size={16} role="img" aria-label="passou a" />
                <chakra.ins textDecoration="none" {...SIDE} bg="positive.subtle" color="positive.fg">
                  <Value value={change.to} />
                </chakra.ins>
              </Flex>
            )}
          </Line>
        ))}
        {entityId !== null && (
          <Line name="Alvo">
            <Flex align="center" gap="1">
              <chakra.span fontFamily="mono">{entityId}</chakra.span>
              <CopyButton text={entityId} label="Copiar identificador do alvo" />
              <Button size="sm" variant="ghost" onClick={() => onNarrow({ alvo: entityId })}>
                Só este alvo
              </Button>
            </Flex>
          </Line>
        )}
        {userId !== null && (
          <Line name="Quem fez">
            <TextLink
              to="/admin/clients/$id/history"
              params={{ id: userId }}
              variant="underline"
              colorPalette="brand"
            >
              Ver histórico da pessoa
            </TextLink>
          </Line>
        )}
        <Line name="Dispositivo completo">{row.userAgent || '-'}</Line>
      </chakra.dl>
    </Stack>
  );
}

const SIDE = { paddingInline: '2', paddingBlock: '0.5', borderRadius: '6px' } as const;

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Flex
      columnGap="4"
      rowGap="0.5"
      direction={{ base: 'column', sm: 'row' }}
      align={{ sm: 'center' }}
      minHeight="10"
      paddingBlock="1.5"
      borderBottom="1px solid"
      borderColor="border.muted"
      _last={{ borderBottom: 'none' }}
    >
      <Text as="dt" color="fg.muted" width={{ sm: '11rem' }} flexShrink={0}>
        {name}
      </Text>
      <chakra.dd margin="0" minWidth="0" overflowWrap="anywhere">
        {children}
      </chakra.dd>
    </Flex>
  );
}

function Value({ value }: { value: ChangeValue }) {
  if (value.kind === 'money') return <Money decimal={value.decimal} />;
  if (value.kind === 'text') return <>{value.text}</>;
  return <>vazio</>;
}
