import { Button, Card, Grid, Heading, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { parseDecimal } from '#domain/money';
import { checkingOf } from '../shared-movement/checking.ts';
import { accountsOnly, trpc } from '../trpc.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { TextLink } from '../ui/links.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { Notice } from '../ui/notice.tsx';
import { Loading } from '../ui/skeletons.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { Charge } from './charge.ts';
import { ChargeCard } from './charge-card.tsx';

/** Imported when typing begins, so that the screen opens without waiting for it. */
const chargeRules = async () => (await import('./form-schema.ts')).chargeSchema;

export function ReceiveTab() {
  const accounts = trpc.account.list.useQuery(undefined, accountsOnly);
  const [charge, setCharge] = useState<Charge | null>(null);
  return (
    <Grid templateColumns={{ base: '1fr', lg: '1fr 1fr' }} gap="6" alignItems="start">
      <Card.Root as="section">
        <Card.Body gap="5">
          <Heading as="h2" size="xl">
            Receber por QR Code
          </Heading>
          <Fetched
            query={{ ...accounts, data: accounts.data && (checkingOf(accounts.data) ?? null) }}
            failure="Não foi possível carregar a sua conta"
            skeleton={<FormSkeleton />}
          >
            {(account) =>
              account?.isActive ? (
                <ChargeForm accountNumber={account.accountNumber} onCharge={setCharge} />
              ) : (
                <Notice status="warning" title="Sua conta está inativa e não pode receber.">
                  <TextLink to="/atendimento" variant="underline">
                    Fale com o atendimento
                  </TextLink>
                </Notice>
              )
            }
          </Fetched>
        </Card.Body>
      </Card.Root>
      {charge && <ChargeCard charge={charge} />}
    </Grid>
  );
}

type ChargeFormProps = { accountNumber: string; onCharge: (charge: Charge) => void };

function ChargeForm({ accountNumber, onCharge }: ChargeFormProps) {
  const form = useZodForm(chargeRules, { amount: '', description: '' });
  return (
    <Form
      form={form}
      label="Cobrança"
      onSubmit={({ amount, description }) => {
        const amountCents = parseDecimal(String(amount)) ?? 0;
        onCharge({ accountNumber, amountCents, description: description.trim() });
      }}
    >
      <Stack gap="4">
        <Stack direction="row" align="center" gap="1" minHeight="11">
          <Text color="fg.muted">
            Na sua conta{' '}
            <Text as="span" className="code" color="fg" fontWeight="600">
              {accountNumber}
            </Text>
          </Text>
          <CopyButton text={accountNumber} label="Copiar número da minha conta" />
        </Stack>
        <FormField name="amount" label="Valor">
          <MoneyInput />
        </FormField>
        <FormField name="description" label="Descrição" hint="Quem paga vê este texto">
          <TextInput maxLength={MAX_DESCRIPTION_LENGTH} placeholder="Racha do jantar" autoComplete="off" />
        </FormField>
        <Button type="submit" alignSelf={{ md: 'start' }}>
          Gerar QR Code
        </Button>
      </Stack>
    </Form>
  );
}

function FormSkeleton() {
  return (
    <Loading>
      <Stack gap="4">
        <Skeleton height="11" width="60%" borderRadius="control" />
        <Skeleton height="18" borderRadius="control" />
        <Skeleton height="18" borderRadius="control" />
        <Skeleton height="11" width="10rem" borderRadius="control" />
      </Stack>
    </Loading>
  );
}
