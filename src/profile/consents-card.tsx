import { Badge, chakra, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { formatDay, formatMoment } from '../ui/date.ts';
import { Fetched } from '../ui/fetched.tsx';
import { TextLink } from '../ui/links.tsx';
import { ListRow } from '../ui/list-row.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { SwitchRow } from '../ui/switch-row.tsx';
import { toast, toastError } from '../ui/toast.ts';

type Consents = RouterOutputs['auth']['consents']['list'];

export function ConsentsCard() {
  const consents = trpc.auth.consents.list.useQuery();
  return (
    <SectionCard
      title="Consentimentos"
      description="Você decide, e pode mudar quando quiser. Nada disso é preciso para usar a conta."
    >
      <Fetched
        query={consents}
        failure="Não foi possível carregar os consentimentos"
        skeleton={<RowsSkeleton rows={2} label="Carregando os consentimentos…" />}
      >
        {(data) => (
          <>
            <Stack gap="3">
              {data.consents.map((consent) => (
                <Consent key={consent.kind} consent={consent} />
              ))}
            </Stack>
            <Terms terms={data.terms} />
          </>
        )}
      </Fetched>
    </SectionCard>
  );
}

function Consent({ consent }: { consent: Consents['consents'][number] }) {
  const utils = trpc.useUtils();
  const set = trpc.auth.consents.set.useMutation({
    onSuccess: (consents) => {
      utils.auth.consents.list.setData(undefined, consents);
      toast({ title: 'Consentimento atualizado' });
    },
    onError: (error) =>
      toastError('Não foi possível guardar a sua escolha', error, 'Tente de novo em instantes.'),
  });
  const { kind, label, isGranted, decidedAt } = consent;
  return (
    <SwitchRow
      label={label}
      hint={decidedAt === null ? 'Você ainda não decidiu.' : `Decidido em ${formatMoment(decidedAt)}.`}
      isOn={isGranted}
      isSaving={set.isPending}
      words={['Aceito', 'Não aceito']}
      onChange={(next) => set.mutate({ kind, isGranted: next })}
    />
  );
}

function Terms({ terms }: { terms: Consents['terms'] }) {
  if (terms.length === 0) return null;
  return (
    <Stack gap="2" marginTop="2">
      <Heading as="h3" size="md" fontWeight="600">
        Termos aceitos
      </Heading>
      <chakra.ul listStyle="none" margin="0" padding="0">
        {terms.map(({ version, acceptedAt, isCurrent }) => (
          <ListRow key={`${version} ${acceptedAt}`}>
            <Flex gap="2" align="center" wrap="wrap">
              <Text className="num">Termos de Uso e Política de Privacidade, versão {version}</Text>
              {isCurrent && <Badge colorPalette="positive">Em vigor</Badge>}
            </Flex>
            <Text color="fg.muted" textStyle="sm" className="num">
              Aceitos em {formatDay(acceptedAt)}
            </Text>
          </ListRow>
        ))}
      </chakra.ul>
      <Text textStyle="sm">
        <TextLink to="/termos" variant="underline">
          Ler os Termos de Uso
        </TextLink>{' '}
        ·{' '}
        <TextLink to="/privacidade" variant="underline">
          Ler a Política de Privacidade
        </TextLink>
      </Text>
    </Stack>
  );
}
