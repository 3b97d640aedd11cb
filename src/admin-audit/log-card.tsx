import { Badge, Card, chakra, Flex, Text } from '@chakra-ui/react';
import { type ReactNode, useId, useState } from 'react';
import { AUDIT_ENTITY_LABELS } from '#domain/audit/words';
import { deviceInWords } from '#domain/auth/device-words';
import { ActionBadge } from '../ui/action-badge.tsx';
import { formatMomentExactly } from '../ui/date.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import { UnfoldButton } from '../ui/unfold-button.tsx';
import { changesOf } from './changes.ts';
import { LogDetails } from './log-details.tsx';
import { type AuditRow, Target } from './target.tsx';

type LogCardProps = {
  row: AuditRow;
  /** Shows only rows of this person, target or address. */
  onNarrow: (to: { pessoa?: string; alvo?: string; ip?: string }) => void;
};

export function LogCard({ row, onNarrow }: LogCardProps) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const changes = changesOf(row);
  const types: Record<string, string> = AUDIT_ENTITY_LABELS;
  return (
    <Card.Root as="li" minWidth="0">
      <Card.Body gap="3" paddingBlock="4" paddingInline={{ base: '4', md: '5' }} minWidth="0">
        <Flex gap="2" wrap="wrap" align="center">
          <ActionBadge action={row.action} />
          <Badge variant="outline" colorPalette="neutral">
            {types[row.entityType] ?? row.entityType}
          </Badge>
          <Text color="fg.muted" textStyle="sm" className="num" marginInlineStart={{ base: '0', sm: 'auto' }}>
            <time dateTime={row.createdAt}>{formatMomentExactly(row.createdAt)}</time>
          </Text>
        </Flex>
        <Flex
          columnGap="6"
          rowGap="3"
          direction={{ base: 'column', md: 'row' }}
          align={{ base: 'stretch', md: 'center' }}
          justify="space-between"
        >
          <chakra.dl display="flex" flexWrap="wrap" columnGap="6" rowGap="1" margin="0" minWidth="0">
            <Piece name="Usuário">
              <Person row={row} onNarrow={onNarrow} />
            </Piece>
            {row.ipAddress && (
              <Piece name="IP">
                <NarrowButton
                  hint="Mostrar só as ações deste endereço"
                  onClick={() => onNarrow({ ip: row.ipAddress ?? '' })}
                >
                  {row.ipAddress}
                </NarrowButton>
              </Piece>
            )}
            {row.userAgent && (
              <Piece name="Dispositivo">
                <Tooltip content={row.userAgent}>
                  <chakra.span tabIndex={0} borderRadius="6px">
                    {deviceInWords(row.userAgent)}
                  </chakra.span>
                </Tooltip>
              </Piece>
            )}
            {row.entityId && (
              <Piece name="Alvo">
                <Target row={row} />
              </Piece>
            )}
          </chakra.dl>
          <UnfoldButton
            size="sm"
            variant="ghost"
            alignSelf={{ base: 'flex-start', md: 'center' }}
            flexShrink={0}
            isOpen={opened}
            controls={id}
            onClick={() => setOpened(!opened)}
          >
            {changes.length > 0 ? 'Ver alterações' : 'Ver detalhes'}
          </UnfoldButton>
        </Flex>
        <div id={id} hidden={!opened}>
          {opened && <LogDetails row={row} changes={changes} onNarrow={onNarrow} />}
        </div>
      </Card.Body>
    </Card.Root>
  );
}

function Person({ row: { userId, userName }, onNarrow }: LogCardProps) {
  if (userId === null) return <>{userName ?? '-'}</>;
  return (
    <NarrowButton hint="Mostrar só as ações desta pessoa" onClick={() => onNarrow({ pessoa: userId })}>
      {userName ?? '-'}
    </NarrowButton>
  );
}

type NarrowButtonProps = { hint: string; onClick: () => void; children: ReactNode };

function NarrowButton({ hint, onClick, children }: NarrowButtonProps) {
  return (
    <Tooltip content={hint}>
      <chakra.button
        type="button"
        onClick={onClick}
        cursor="pointer"
        className="num"
        fontWeight="600"
        borderRadius="6px"
        textAlign="start"
        textDecoration="underline"
        textDecorationColor="border.emphasized"
        textUnderlineOffset="3px"
        _hover={{ color: 'brand.fg', textDecorationColor: 'currentcolor' }}
      >
        {children}
      </chakra.button>
    </Tooltip>
  );
}

function Piece({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Flex gap="2" align="baseline" minWidth="0">
      <Text as="dt" color="fg.muted" textStyle="sm" flexShrink={0}>
        {name}
      </Text>
      <chakra.dd margin="0" minWidth="0" textStyle="sm">
        {children}
      </chakra.dd>
    </Flex>
  );
}
