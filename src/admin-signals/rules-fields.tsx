import { Grid } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { SIGNALS } from '#domain/protection/signals';
import { FormField } from '../ui/form.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { signalName } from './rules-form.ts';

export function RulesFields() {
  return (
    <>
      <SectionCard
        title="Pontos por sinal"
        description="Quanto cada sinal soma quando um pagamento o tem, de 0 a 100. Com 0 ele não conta."
      >
        <Fields columns={2}>
          {SIGNALS.map((signal) => (
            <WholeField key={signal} name={`points.${signal}`} label={signalName(signal)} />
          ))}
        </Fields>
      </SectionCard>
      <SectionCard
        title="Quando o sinal aparece"
        description="Quase todo o saldo: a partir da parte e do valor daqui. Muitos pagamentos seguidos: a partir de tantos antes dele, no mesmo dia ou na mesma noite."
      >
        <Fields columns={3}>
          <WholeField name="balancePercent" label="Parte do saldo (%)" />
          <FormField name="balanceFrom" label="Valor mínimo">
            <MoneyInput />
          </FormField>
          <WholeField name="paymentsBefore" label="Pagamentos seguidos" />
        </Fields>
      </SectionCard>
      <SectionCard
        title="A partir de quantos pontos"
        description="Retido, o pagamento espera um administrador por até 24 horas. Recusado, ele não é feito."
      >
        <Fields columns={3}>
          <WholeField name="stepUpFrom" label="Pedir confirmação" />
          <WholeField name="holdFrom" label="Reter para análise" />
          <WholeField name="refuseFrom" label="Recusar" />
        </Fields>
      </SectionCard>
    </>
  );
}

const Fields = ({ columns, children }: { columns: 2 | 3; children: ReactNode }) => (
  <Grid
    columnGap="6"
    rowGap="4"
    alignItems="start"
    templateColumns={{ base: 'minmax(0, 1fr)', md: `repeat(${columns}, minmax(0, 1fr))` }}
  >
    {children}
  </Grid>
);

const WholeField = ({ name, label }: { name: string; label: string }) => (
  <FormField name={name} label={label}>
    <TextInput inputMode="numeric" autoComplete="off" className="num" maxWidth={{ md: '10rem' }} />
  </FormField>
);
