import { Button, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { formatDay, formatMoment } from '../ui/date.ts';
import { Facts } from '../ui/fact.tsx';
import { Notice } from '../ui/notice.tsx';
import { part } from '../ui/part.tsx';
import type { Jobs } from './jobs.ts';

const ClockDialog = part('ClockDialog', () => import('./clock-dialog.tsx'));

const region = { role: 'region', 'aria-label': 'Relógio da máquina' };

type ClockProps = { clock: Jobs['clock'] };

export function ClockNotice({ clock }: ClockProps) {
  const [isAsked, setAsked] = useState(false);
  const { standing, doneUpTo } = clock;
  if (standing === 'right') return doneUpTo === null ? null : <DoneAhead day={doneUpTo} />;
  return (
    <Notice
      {...region}
      status={standing === 'ahead' ? 'error' : 'warning'}
      title={
        standing === 'ahead'
          ? 'A rotina diária está parada: confira o relógio da máquina'
          : 'O relógio da máquina voltou no tempo'
      }
    >
      <Stack gap="3" maxWidth="72ch">
        <Moments clock={clock} />
        {standing === 'ahead' ? <AheadText /> : <BehindText />}
        {doneUpTo !== null && <DoneAheadText day={doneUpTo} />}
        <div>
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setAsked(true)}>
            Confirmar o relógio
          </Button>
        </div>
      </Stack>
      {isAsked && <ClockDialog clock={clock} onClose={() => setAsked(false)} />}
    </Notice>
  );
}

function Moments({ clock: { machineAt, knownAt } }: ClockProps) {
  return (
    <Facts
      marginTop="2"
      of={{
        'A máquina diz': formatMoment(machineAt),
        'O banco conhece até': knownAt === null ? '—' : formatMoment(knownAt),
      }}
    />
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
  <Notice {...region} status="info" title={`A rotina diária já fez os dias até ${formatDay(day)}`}>
    <DoneAheadText day={day} />
  </Notice>
);

function DoneAheadText({ day }: { day: string }) {
  return (
    <Text maxWidth="72ch">
      O relógio da máquina esteve adiantado, e o trabalho dos dias até {formatDay(day)} foi feito antes da
      hora. Até lá a rotina não tem o que fazer; depois, continua sozinha. Parcelas e aplicações desses dias
      já foram movimentadas: confira-as no livro-razão.
    </Text>
  );
}
