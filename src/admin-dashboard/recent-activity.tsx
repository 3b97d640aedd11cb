import { chakra, Flex, Heading, Text } from '@chakra-ui/react';
import { AUDIT_ENTITY_LABELS } from '#domain/audit/words';
import type { RouterOutputs } from '../trpc.ts';
import { ActionBadge } from '../ui/action-badge.tsx';
import { formatMoment } from '../ui/date.ts';
import { EmptyState } from '../ui/empty-state.tsx';

type AuditRow = RouterOutputs['admin']['dashboard']['recent'][number];

/** The last rows of the audit log. */
export function RecentActivity({ rows }: { rows: AuditRow[] }) {
  return (
    <chakra.section aria-labelledby="atividades" marginTop="8">
      <Heading as="h2" id="atividades" size="xl" marginBottom="3">
        Atividades recentes
      </Heading>
      <chakra.div bg="bg.panel" borderRadius="card" boxShadow="card" paddingInline="5" paddingBlock="2">
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
    </chakra.section>
  );
}

function Activity({ row }: { row: AuditRow }) {
  return (
    <chakra.li borderTop="1px solid" borderColor="border.muted" _first={{ borderTop: 'none' }}>
      <Flex align="center" gap="3" wrap="wrap" minHeight="12" paddingBlock="2">
        <Flex align="center" gap="3" flexBasis={{ base: '100%', md: 'auto' }}>
          <ActionBadge action={row.action} />
          <Text color="fg.muted" textStyle="sm">
            {labelOf(AUDIT_ENTITY_LABELS, row.entityType)}
          </Text>
        </Flex>
        <Text fontWeight="500" flex="1" minWidth="8rem">
          {row.userName ?? '-'}
        </Text>
        <Text color="fg.muted" textStyle="sm" className="num">
          <time dateTime={row.createdAt}>{formatMoment(row.createdAt)}</time>
        </Text>
      </Flex>
    </chakra.li>
  );
}

/** The word for a person; a type that has none yet shows as it is written. */
function labelOf(labels: Record<string, string>, word: string): string {
  return labels[word] ?? word;
}
