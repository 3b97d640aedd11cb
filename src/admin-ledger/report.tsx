import { Box, Button, chakra, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useId } from 'react';
import type { RouterOutputs } from '../trpc.ts';
import { durationInWords } from '../ui/duration.ts';
import { TextLink } from '../ui/links.tsx';
import { placeOf } from './about-link.ts';
import { CheckBadge, differencesText, VerdictBadge } from './verdict.tsx';

type Run = RouterOutputs['admin']['ledger']['reconciliations']['get'];
type Handlers = {
  onOpenTransaction: (id: string) => void;
  /** Called when a link leads to the list behind the dialog. */
  onLeave: () => void;
};
type ReportProps = Handlers & { run: Run };

export function Report({ run, ...handlers }: ReportProps) {
  const id = useId();
  return (
    <Stack gap="5">
      <Flex gap="3" align="center" wrap="wrap">
        <VerdictBadge run={run} />
        <Text color="fg.muted" className="num">
          {run.checks.length} verificações em {durationInWords(run.durationMs)}
        </Text>
      </Flex>
      {run.differences.length > 0 && <Differences run={run} {...handlers} />}
      {run.repairs.length > 0 && <Repairs run={run} {...handlers} />}
      {!run.isVerified && (
        <Text>
          Nem tudo pôde ser conferido no provedor de pagamentos: o que está marcado só como não verificado não
          é uma diferença. Se ele não respondeu, concilie de novo quando responder.
        </Text>
      )}
      <section aria-labelledby={id}>
        <Heading as="h3" id={id} size="md" fontWeight="600" marginBottom="1">
          Verificações
        </Heading>
        <chakra.ul listStyleType="none" margin="0" padding="0">
          {run.checks.map(({ name, ok, count, isPartial }) => (
            <Flex
              as="li"
              key={name}
              justify="space-between"
              align="center"
              gap="4"
              paddingBlock="2.5"
              borderTop="1px solid"
              borderColor="border.muted"
            >
              <Box minWidth="0">
                {name}
                {count !== null && (
                  <Text as="span" color="fg.muted" className="num">
                    {' '}
                    · {count.toLocaleString('pt-BR')}
                  </Text>
                )}
                {/* In the badge it would leave the name no room on a telephone. */}
                {isPartial && (
                  <Text color="fg.muted" textStyle="sm">
                    Em parte não verificado
                  </Text>
                )}
              </Box>
              <Box flexShrink={0}>
                <CheckBadge ok={ok} />
              </Box>
            </Flex>
          ))}
        </chakra.ul>
      </section>
    </Stack>
  );
}

function Differences({ run, ...handlers }: ReportProps) {
  const id = useId();
  return (
    <chakra.section aria-labelledby={id} bg="negative.subtle" borderRadius="control" padding="4">
      <Heading as="h3" id={id} size="md" fontWeight="600" color="negative.fg" marginBottom="1">
        {differencesText(run.differenceCount)}
      </Heading>
      {run.differences.length < run.differenceCount && (
        <Text>O relatório guarda {run.differences.length}: as primeiras de cada verificação.</Text>
      )}
      <chakra.ul listStyleType="none" margin="0" padding="0">
        {run.differences.map(({ check, about, text }) => (
          <chakra.li
            key={`${check} ${about} ${text}`}
            paddingBlock="2.5"
            borderTop="1px solid"
            borderColor="negative.emphasized"
            _first={{ borderTop: 'none' }}
          >
            <About about={about} {...handlers} />
            <Text overflowWrap="anywhere">{text}</Text>
            <Text textStyle="sm" color="fg.muted">
              {check}
            </Text>
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.section>
  );
}

/** Differences that the run repaired itself. */
function Repairs({ run, ...handlers }: ReportProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Heading as="h3" id={id} size="md" fontWeight="600" marginBottom="1">
        Acertado por esta conciliação
      </Heading>
      <chakra.ul listStyleType="none" margin="0" padding="0">
        {run.repairs.map(({ about, text }) => (
          <chakra.li
            key={`${about} ${text}`}
            paddingBlock="2.5"
            borderTop="1px solid"
            borderColor="border.muted"
          >
            <About about={about} {...handlers} />
            <Text overflowWrap="anywhere">{text}</Text>
          </chakra.li>
        ))}
      </chakra.ul>
    </section>
  );
}

function About({ about, onOpenTransaction, onLeave }: Handlers & { about: string }) {
  const place = placeOf(about);
  const { transacao, busca } = place ?? {};
  if (transacao !== undefined)
    return (
      <Button
        variant="plain"
        size="2xs"
        textStyle="md"
        height="auto"
        minHeight={{ base: '11', md: '6' }}
        paddingInline="0"
        color="fg"
        textAlign="start"
        textDecoration="underline"
        textUnderlineOffset="3px"
        overflowWrap="anywhere"
        onClick={() => onOpenTransaction(transacao)}
      >
        {about}
      </Button>
    );
  if (busca !== undefined)
    return (
      <TextLink to="/admin/ledger" search={{ busca, lado: 'todos' }} onClick={onLeave} fontWeight="600">
        {about}
      </TextLink>
    );
  return <Text fontWeight="600">{about}</Text>;
}
