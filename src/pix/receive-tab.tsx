import { Box, Button, Flex, Grid, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { trpc } from '../trpc.ts';
import { failureText } from '../ui/failure-text.ts';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { LinkButton } from '../ui/links.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { Notice } from '../ui/notice.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { serverErrorOf } from '../ui/server-error.ts';
import { TextInput } from '../ui/text-input.tsx';
import { toast } from '../ui/toast.ts';
import { type Charge, ChargeCard } from './charge-card.tsx';

const FAILURE = 'Erro ao gerar QR Code';
const UNKNOWN_ERROR = 'Erro desconhecido';

/** Imported when typing begins, so that the screen opens without waiting for it. */
const chargeRules = async () => (await import('./form-schema.ts')).chargeSchema;

type ReceiveTabProps = { open: boolean; onMakeKey: () => void };

/** Requires an active key. */
export function ReceiveTab({ open, onMakeKey }: ReceiveTabProps) {
  const form = useZodForm(chargeRules, { amount: '', description: '' });
  const [charge, setCharge] = useState<Charge | null>(null);
  const make = trpc.pix.qrcode.useMutation({
    onSuccess: (qrCode, { amount, description }) =>
      setCharge({ ...qrCode, amount: String(amount), description: String(description).trim() }),
    onError: (error) =>
      toast({ title: FAILURE, description: failureText(error, UNKNOWN_ERROR), tone: 'error' }),
  });
  const isKeyless = serverErrorOf(make.error)?.code === 'NO_ACTIVE_KEY';

  return (
    <Grid templateColumns={{ base: '1fr', lg: '1fr 1fr' }} gap="6" alignItems="start">
      <SectionCard title="Receber por QR Code" description="O valor cai na sua conta externa, na hora.">
        <Form form={form} label="Cobrança" onSubmit={(values) => make.mutate(values)}>
          <Stack gap="4">
            <FormField name="amount" label="Valor">
              <MoneyInput />
            </FormField>
            <FormField
              name="description"
              label="Descrição"
              hint="Quem paga vê o começo dela, sem acentos: no código cabem umas 37 letras"
            >
              <TextInput
                maxLength={MAX_DESCRIPTION_LENGTH}
                placeholder="Racha do jantar"
                autoComplete="off"
              />
            </FormField>
            <Box role="alert" _empty={{ position: 'absolute' }}>
              {make.error !== null && !make.isPending && (
                <Notice status="error" title={FAILURE}>
                  {failureText(make.error, UNKNOWN_ERROR)}
                  {isKeyless && (
                    <Button
                      variant="outline"
                      colorPalette="negative"
                      marginTop="2"
                      display="flex"
                      onClick={() => {
                        make.reset();
                        onMakeKey();
                      }}
                    >
                      Criar uma chave
                    </Button>
                  )}
                </Notice>
              )}
            </Box>
            <Button type="submit" loading={make.isPending} loadingText="Gerando…" alignSelf={{ md: 'start' }}>
              Gerar QR Code
            </Button>
          </Stack>
        </Form>
      </SectionCard>
      {charge && <ChargeCard charge={charge} isShown={open} />}
      <SectionCard
        title="Cobrança"
        description="Para receber uma vez: um código e um link, com vencimento, multa, juros e desconto se quiser. Avisamos assim que for paga."
      >
        <Flex gap="3" wrap="wrap">
          <LinkButton to="/client/cobrancas" search={{ ver: 'nova' }}>
            Nova cobrança
          </LinkButton>
          <LinkButton to="/client/cobrancas" variant="outline">
            Minhas cobranças
          </LinkButton>
        </Flex>
      </SectionCard>
    </Grid>
  );
}
