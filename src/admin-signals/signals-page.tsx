import { Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { trpc } from '../trpc.ts';
import { Fetched } from '../ui/fetched.tsx';
import { LinkButton } from '../ui/links.tsx';
import { PageHeader } from '../ui/page.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { RulesEditor } from './rules-editor.tsx';

export function SignalsPage() {
  const query = trpc.admin.signals.get.useQuery();
  const version = query.data?.version;
  const standing = useRef<HTMLParagraphElement>(null);
  const before = useRef(version);
  useEffect(() => {
    // Other rules are another form: the focus of the old one would be lost.
    if (before.current !== undefined && before.current !== version) standing.current?.focus();
    before.current = version;
  }, [version]);
  return (
    <>
      <PageHeader
        title="Regras de prevenção"
        subtitle="O que torna um pagamento suspeito, e o que acontece com ele."
        refresh={{ refreshing: query.isRefetching, onRefresh: () => void query.refetch() }}
        actions={
          <LinkButton to="/admin/payment-reviews" variant="outline">
            Pagamentos em análise
          </LinkButton>
        }
      />
      <Fetched
        query={query}
        failure="Não foi possível carregar as regras"
        skeleton={<RowsSkeleton rows={8} label="Carregando as regras…" />}
      >
        {(current) => (
          <>
            <Text ref={standing} tabIndex={-1} outline="none" color="fg.muted" marginBottom="6">
              {current.version === null
                ? 'Valem as regras iniciais do banco.'
                : 'Valem as regras que um administrador ligou.'}{' '}
              Uma mudança só vale depois de simulada e ligada, e fica na auditoria.
            </Text>
            <RulesEditor key={current.version} current={current} />
          </>
        )}
      </Fetched>
    </>
  );
}
