import { chakra } from '@chakra-ui/react';
import type { RouterOutputs } from '../trpc.ts';
import { TextLink } from '../ui/links.tsx';

export type AuditRow = RouterOutputs['admin']['audit']['list']['logs'][number];

const LINK = {
  variant: 'underline',
  colorPalette: 'brand',
  fontWeight: '600',
  overflowWrap: 'anywhere',
} as const;

/** What was acted on: by name, as a link to its screen, or else by its id. */
export function Target({ row: { entityType, entityId, target } }: { row: AuditRow }) {
  if (entityId === null) return null;
  if (target === null)
    return (
      <chakra.span fontFamily="mono" textStyle="xs" overflowWrap="anywhere">
        {entityId}
      </chakra.span>
    );
  const { name, holderId } = target;
  if (entityType === 'transaction')
    return (
      <TextLink to="/admin/ledger" search={{ transacao: entityId }} {...LINK}>
        {name}
      </TextLink>
    );
  if (entityType === 'account')
    return (
      <TextLink to="/admin/ledger" search={{ busca: name, lado: 'todos' }} className="code" {...LINK}>
        {name}
      </TextLink>
    );
  if (entityType === 'credit_proposal')
    return (
      <TextLink to="/admin/credit" search={{ busca: entityId }} {...LINK}>
        {name}
      </TextLink>
    );
  if (holderId === null) return <>{name}</>;
  return (
    <TextLink to="/admin/clients/$id/history" params={{ id: holderId }} {...LINK}>
      {name}
    </TextLink>
  );
}
