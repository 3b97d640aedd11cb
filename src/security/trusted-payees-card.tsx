import { Button, chakra, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { MAX_RECIPIENTS } from '#domain/limits';
import type { Recipient } from '../shared-recipients/recipient.ts';
import { wordsOf } from '../shared-recipients/recipient-words.ts';
import { trpc } from '../trpc.ts';
import { formatMoment } from '../ui/date.ts';
import { Fetched, type Query } from '../ui/fetched.tsx';
import { ListRow } from '../ui/list-row.tsx';
import { Money } from '../ui/money.tsx';
import { part } from '../ui/part.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';

const TrustDialog = part('TrustDialog', () => import('../shared-recipients/trust-dialog.tsx'));

/** Whom the customer trusts, of accounts, PIX keys and beneficiaries of boletos; each can be changed. */
export function TrustedPayeesCard() {
  const trusted = useTrusted();
  const [changing, setChanging] = useState<Recipient | null>(null);
  return (
    <SectionCard
      title="Favorecidos de confiança"
      description="Pagamentos até o valor escolhido não são confirmados de novo. Escolha em quem confiar na lista de favorecidos."
    >
      <Fetched
        query={trusted}
        failure="Não foi possível carregar os favorecidos"
        skeleton={<RowsSkeleton rows={2} label="Carregando os favorecidos…" />}
      >
        {(all) =>
          all.length === 0 ? (
            <Text color="fg.muted">Você ainda não confia em ninguém.</Text>
          ) : (
            <chakra.ul listStyle="none" margin="0" padding="0">
              {all.map((recipient) => (
                <TrustedRow key={recipient.id} recipient={recipient} onChange={setChanging} />
              ))}
            </chakra.ul>
          )
        }
      </Fetched>
      {changing && <TrustDialog recipient={changing} onClose={() => setChanging(null)} />}
    </SectionCard>
  );
}

type TrustedRowProps = { recipient: Recipient; onChange: (recipient: Recipient) => void };

function TrustedRow({ recipient, onChange }: TrustedRowProps) {
  const { name, detail } = wordsOf(recipient);
  return (
    <ListRow
      action={
        <Button
          variant="outline"
          size="md"
          minHeight="11"
          aria-haspopup="dialog"
          aria-label={`Mudar a confiança em ${name}`}
          onClick={() => onChange(recipient)}
        >
          Mudar
        </Button>
      }
    >
      <Text fontWeight="600" overflowWrap="anywhere">
        {name}
      </Text>
      <Text color="fg.muted" textStyle="sm" className="num">
        {detail !== '' && `${detail} · `}até <Money decimal={recipient.trustedUpTo ?? ''} />
        {recipient.trustedFrom !== null && `, a partir de ${formatMoment(recipient.trustedFrom)}`}
      </Text>
    </ListRow>
  );
}

/** The trusted ones of all kinds, as one query. */
function useTrusted(): Query<Recipient[]> {
  const limit = MAX_RECIPIENTS;
  const queries = [
    trpc.account.recipients.useQuery({ kind: 'account', limit }),
    trpc.account.recipients.useQuery({ kind: 'pix', limit }),
    trpc.account.recipients.useQuery({ kind: 'boleto', limit }),
  ];
  const lists = queries.map(({ data }) => data);
  const isWhole = lists.every((list) => list !== undefined);
  return {
    data: isWhole ? lists.flat().filter(({ trustedUpTo }) => trustedUpTo !== null) : undefined,
    error: queries.find(({ error }) => error)?.error,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(queries.map((query) => query.refetch())),
  };
}
