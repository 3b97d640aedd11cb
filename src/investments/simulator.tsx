import { Button, chakra, Grid, Heading, Input, Stack } from '@chakra-ui/react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { addDays, daysBetween } from '#domain/date';
import { yieldCurve } from '#domain/investment/forecast';
import { maturityOn, type Position, redemptionOn } from '#domain/investment/yield';
import { parseDecimal, toDecimal } from '#domain/money';
import { formatDay } from '../ui/date.ts';
import { FieldBox } from '../ui/field.tsx';
import { FormField } from '../ui/form.tsx';
import { Money } from '../ui/money.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { SelectBox } from '../ui/select-box.tsx';
import { TableSwitch } from '../ui/table-switch.tsx';
import type { Product } from './shapes.ts';
import { TaxBrackets } from './tax-brackets.tsx';
import { YieldChart } from './yield-chart.tsx';
import { YieldFacts } from './yield-facts.tsx';
import { YieldTable } from './yield-table.tsx';

const CURVE_POINTS = 41;
const SUGGESTED_CENTS = 1_000_000;

type SimulatorProps = {
  products: readonly Product[];
  today: string;
  onInvest: (product: Product, amount: string) => void;
};

/** Computes with the functions by which the bank pays. */
export function Simulator({ products, today, onInvest }: SimulatorProps) {
  const [productId, setProductId] = useState('');
  const product = products.find(({ id }) => id === productId) ?? products.find(isLong) ?? products[0];
  if (!product) return null;
  return (
    <SectionCard
      title="Simulador"
      description="Quanto o seu dinheiro vira, com os impostos de cada prazo. Nada é aplicado aqui."
    >
      <Simulation
        key={product.id}
        product={product}
        today={today}
        choice={
          <FieldBox label="Produto">
            <SelectBox
              options={products.map(({ id, name }) => ({ value: id, label: name }))}
              value={product.id}
              onChange={setProductId}
            />
          </FieldBox>
        }
        onInvest={(amount) => onInvest(product, amount)}
      />
    </SectionCard>
  );
}

/** Only terms over 180 days span more than one tax bracket. */
const isLong = ({ termDays }: Product): boolean => termDays > 180;

type SimulationProps = {
  product: Product;
  today: string;
  choice: ReactNode;
  onInvest: (amount: string) => void;
};

function Simulation({ product, today, choice, onInvest }: SimulationProps) {
  const form = useForm({ defaultValues: { amount: suggestedAmount(product) } });
  const amount = form.watch('amount');
  const endsOn = maturityOn(today, product.termDays);
  const termDays = daysBetween(today, endsOn);
  const [days, setDays] = useState(termDays);
  const [asTable, setAsTable] = useState(false);
  const at = positionOf(product, amount, today);
  const day = addDays(today, days);
  const chosen = { day, ...redemptionOn(at, day) };
  // Keystrokes show at once; the curve may lag.
  const late = useDeferredValue(amount);
  const points = useMemo(
    () => yieldCurve(positionOf(product, late, today), endsOn, CURVE_POINTS),
    [product, late, today, endsOn],
  );

  return (
    <Grid templateColumns={{ base: '1fr', lg: '1fr 1fr' }} gap={{ base: '6', lg: '8' }} alignItems="start">
      <Stack gap="4" minWidth="0">
        {choice}
        <FormProvider {...form}>
          <FormField
            name="amount"
            label="Valor"
            hint={
              <>
                Valor mínimo deste produto: <Money decimal={product.minAmount} exposed />
              </>
            }
          >
            <MoneyInput />
          </FormField>
        </FormProvider>
        <DaysField days={days} max={termDays} day={day} onDays={setDays} />
        <Button variant="outline" alignSelf={{ md: 'start' }} onClick={() => onInvest(amount)}>
          Investir neste produto
        </Button>
      </Stack>
      <Stack gap="5" minWidth="0">
        {asTable ? <YieldTable points={points} /> : <YieldChart points={points} chosen={chosen} />}
        <TableSwitch asTable={asTable} onSwitch={setAsTable} />
      </Stack>
      <Stack gap="3" minWidth="0">
        <Heading as="h3" size="md" fontWeight="600">
          Resgatando em <span className="num">{formatDay(day)}</span>
        </Heading>
        <YieldFacts paid={chosen} netName="Você recebe" of={{}} />
      </Stack>
      <TaxBrackets days={days} />
    </Grid>
  );
}

const suggestedAmount = ({ minAmount }: Product): string =>
  (parseDecimal(minAmount) ?? 0) > SUGGESTED_CENTS ? minAmount : toDecimal(SUGGESTED_CENTS);

const positionOf = ({ annualRate }: Product, amount: string, today: string): Position => ({
  amountCents: parseDecimal(amount) ?? 0,
  annualRatePercent: annualRate,
  startOn: today,
});

type DaysFieldProps = { days: number; max: number; day: string; onDays: (days: number) => void };

function DaysField({ days, max, day, onDays }: DaysFieldProps) {
  // The typed text stays until blur, since a box may be empty while a number is typed.
  const [typed, setTyped] = useState<string | null>(null);
  const keep = (text: string) => {
    const number = Math.trunc(Number(text));
    if (number > 0) onDays(Math.min(max, number));
  };
  return (
    <Stack gap="2">
      <FieldBox label="Dias até o resgate" hint={`De 1 a ${max} dias; no último, o produto vence.`}>
        <Input
          type="number"
          inputMode="numeric"
          className="num"
          min={1}
          max={max}
          value={typed ?? days}
          onChange={({ target }) => {
            setTyped(target.value);
            keep(target.value);
          }}
          onBlur={() => setTyped(null)}
        />
      </FieldBox>
      <chakra.input
        type="range"
        min={1}
        max={max}
        value={days}
        onChange={({ target }) => keep(target.value)}
        aria-label="Dia do resgate"
        aria-valuetext={`${formatDay(day)}, ${days} dias`}
        width="100%"
        height="11"
        cursor="pointer"
        accentColor="{colors.brand.solid}"
      />
    </Stack>
  );
}
