import { chakra, Flex, Heading, Text } from '@chakra-ui/react';
import { AUDIT_ACTION_LABELS, AUDIT_ENTITY_LABELS, type AuditAction } from '#domain/audit/words';
import type { RouterOutputs } from '../trpc.ts';
import { ActionBadge } from '../ui/action-badge.tsx';
import { dayOf, formatMoment } from '../ui/date.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { PlainLink } from '../ui/links.tsx';

type AuditRow = RouterOutputs['admin']['dashboard']['recent'][number];

export function RecentActivity({ rows }: { rows: AuditRow[] }) {
  return (
    <section aria-labelledby="atividades">
      <Flex align="baseline" justify="space-between" gap="3" wrap="wrap" marginBottom="3">
        <Heading as="h2" id="atividades" size="lg" fontWeight="600">
          Atividades recentes
        </Heading>
        <PlainLink
          to="/admin/audit"
          color="brand.fg"
          fontWeight="600"
          textDecoration="underline"
          textUnderlineOffset="3px"
        >
          Ver auditoria
        </PlainLink>
      </Flex>
      <chakra.div layerStyle="panel" paddingInline="5" paddingBlock="2">
        {rows.length === 0 ? (
          <EmptyState
            level="h3"
            title="Nenhuma atividade ainda"
            description="O que clientes e administradores fizerem aparece aqui."
          />
        ) : (
          <chakra.ol listStyleType="none" margin="0" padding="0">
            {rows.map((row) => (
              <Activity key={row.id} row={row} />
            ))}
          </chakra.ol>
        )}
      </chakra.div>
    </section>
  );
}

function Activity({ row }: { row: AuditRow }) {
  const day = dayOf(row.createdAt);
  return (
    <chakra.li borderTop="1px solid" borderColor="border.muted" _first={{ borderTop: 'none' }}>
      <PlainLink
        to="/admin/audit"
        search={{
          ...(isAction(row.action) && { acao: row.action }),
          ...(row.userId !== null && { pessoa: row.userId }),
          de: day,
          ate: day,
        }}
        display="flex"
        alignItems="center"
        columnGap="3"
        rowGap="1"
        flexWrap="wrap"
        minHeight="12"
        paddingBlock="2"
        borderRadius="control"
        _hover={{ textDecoration: 'underline', textUnderlineOffset: '3px' }}
      >
        <Flex as="span" align="center" gap="3" flexBasis={{ base: '100%', md: 'auto' }}>
          <ActionBadge action={row.action} />
          <Text as="span" color="fg.muted" textStyle="sm">
            {labelOf(AUDIT_ENTITY_LABELS, row.entityType)}
          </Text>
        </Flex>
        <Text as="span" fontWeight="500" flex="1" minWidth="8rem">
          {row.userName ?? 'O banco'}
        </Text>
        <Text as="span" color="fg.muted" textStyle="sm" className="num">
          <time dateTime={row.createdAt}>{formatMoment(row.createdAt)}</time>
        </Text>
      </PlainLink>
    </chakra.li>
  );
}

const isAction = (word: string): word is AuditAction => Object.hasOwn(AUDIT_ACTION_LABELS, word);

function labelOf(labels: Record<string, string>, word: string): string {
  return labels[word] ?? word;
}
