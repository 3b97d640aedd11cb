import { Alert, Button, chakra, Stack, Text } from '@chakra-ui/react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { formatDay, formatMoment } from '../ui/date.ts';
import { Fact } from '../ui/fact.tsx';
import type { Jobs } from './jobs.ts';

const ClockDialog = lazy(async () => ({ default: (await import('./clock-dialog.tsx')).ClockDialog }));

type ClockProps = { clock: Jobs['clock'] };

export function ClockNotice({ clock }: ClockProps) {
  const [isAsked, setAsked] = useState(false);
  const { standing, doneUpTo } = clock;
  if (standing === 'right') return doneUpTo === null ? null : <DoneAhead day={doneUpTo} />;
  return (
    <Notice
      status={standing === 'ahead' ? 'error' : 'warning'}
      title={
        standing === 'ahead'
          ? 'A rotina diária está parada: confira o relógio da máquina'
          : 'O relógio da máquina voltou no tempo'
      }
    >
      <Moments clock={clock} />
      {standing === 'ahead' ? <AheadText /> : <BehindText />}
      {doneUpTo !== null && <DoneAheadText day={doneUpTo} />}
      <div>
        <Button variant="outline" aria-haspopup="dialog" onClick={() => setAsked(true)}>
          Confirmar o relógio
        </Button>
      </div>
      <Suspense>{isAsked && <ClockDialog clock={clock} onClose={() => setAsked(false)} />}</Suspense>
    </Notice>
  );
}

type NoticeProps = { status: 'error' | 'warning' | 'info'; title: string; children: ReactNode };

function Notice({ status, title, children }: NoticeProps) {
  return (
    <Alert.Root status={status} role="region" aria-label="Relógio da máquina">
      <Alert.Indicator />
      <Alert.Content minWidth="0">
        <Alert.Title>{title}</Alert.Title>
        <Alert.Description>
          <Stack gap="3" maxWidth="72ch">
            {children}
          </Stack>
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}

function Moments({ clock: { machineAt, knownAt } }: ClockProps) {
  return (
    <chakra.dl margin="0" marginTop="2">
      <Fact name="A máquina diz">
        <span className="num">{formatMoment(machineAt)}</span>
      </Fact>
      <Fact name="O banco conhece até">
        <span className="num">{knownAt === null ? '—' : formatMoment(knownAt)}</span>
      </Fact>
    </chakra.dl>
  );
}

function AheadText() {
  return (
    <>
      <Text>
        Por isso esperam: o débito de parcelas, o vencimento de aplicações, os avisos, a conciliação e a
        limpeza de cada dia. Transferências, PIX e cópias de segurança continuam.
      </Text>
      <Text>
        Confira primeiro a data, a hora e a sincronização do relógio da máquina. Se ele estiver errado,
        corrija-o: a rotina volta sozinha, sem confirmação. Se ele estiver certo, porque o banco ficou
        desligado estes dias, confirme: os dias que faltam são feitos em ordem.
      </Text>
    </>
  );
}

function BehindText() {
  return (
    <Text>
      Nenhum dia se repete: o que já foi feito fica feito. Confira primeiro a data, a hora e a sincronização
      do relógio da máquina. Se ele estiver errado, corrija-o. Se ele estiver certo, e o de antes é que estava
      adiantado, confirme: o banco passa a contar a partir de agora.
    </Text>
  );
}

const DoneAhead = ({ day }: { day: string }) => (
  <Notice status="info" title={`A rotina diária já fez os dias até ${formatDay(day)}`}>
    <DoneAheadText day={day} />
  </Notice>
);

function DoneAheadText({ day }: { day: string }) {
  return (
    <Text>
      O relógio da máquina esteve adiantado, e o trabalho dos dias até {formatDay(day)} foi feito antes da
      hora. Até lá a rotina não tem o que fazer; depois, continua sozinha. Parcelas e aplicações desses dias
      já foram movimentadas: confira-as no livro-razão.
    </Text>
  );
}
