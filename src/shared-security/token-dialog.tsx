import { Button, chakra, Flex, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { z } from 'zod';
import { currentPasswordSchema } from '#domain/auth/password';
import { createTokenSchema } from '#domain/auth/token';
import { addDays } from '#domain/date';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { deviceDay, formatDay } from '../ui/date.ts';
import { DialogButtons, DialogFrame } from '../ui/dialog-frame.tsx';
import { failureText } from '../ui/failure-text.ts';
import { FieldBox } from '../ui/field.tsx';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { Notice } from '../ui/notice.tsx';
import { SelectBox } from '../ui/select-box.tsx';
import { serverErrorOf, unlessCancelled } from '../ui/server-error.ts';
import { PasswordInput, TextInput } from '../ui/text-input.tsx';
import { toast } from '../ui/toast.ts';

const FAILED = 'Não foi possível criar o token';

const SCOPES = [
  { value: 'read', label: 'Consultar' },
  { value: 'money', label: 'Consultar e movimentar' },
] as const;
type Scope = (typeof SCOPES)[number]['value'];

const LIFETIMES = [
  { value: '7', label: '7 dias' },
  { value: '30', label: '30 dias' },
  { value: '90', label: '90 dias' },
  { value: '365', label: '1 ano' },
] as const;

const { name, perCall, perDay } = createTokenSchema.shape;
/** An empty amount: as the rules say. */
const orEmpty = <Schema extends z.ZodType>(schema: Schema) => z.union([z.literal(''), schema]);

const formSchema = z.object({
  name,
  perCall: orEmpty(perCall),
  perDay: orEmpty(perDay),
  password: currentPasswordSchema,
});
type Values = z.input<typeof formSchema>;

export function TokenDialog({ onClose }: { onClose: () => void }) {
  const invalidate = useInvalidate();
  const form = useZodForm<Values>(formSchema, { name: '', perCall: '', perDay: '', password: '' });
  const [scope, setScope] = useState<Scope>('read');
  const [days, setDays] = useState<string>('30');
  const create = trpc.auth.tokens.create.useMutation({
    onSuccess: () => {
      toast({ title: 'Token criado' });
      void invalidate('credentials');
    },
    onError: (error) => {
      if (serverErrorOf(error)?.code === 'INVALID_PASSWORD')
        form.setError('password', { message: 'Senha incorreta' }, { shouldFocus: true });
    },
  });
  // Tokens expire by real time, not by the bank's date; the server decides.
  const expiresOn = addDays(deviceDay(), Number(days));

  if (create.data) return <Secret name={create.data.name} secret={create.data.secret} onClose={onClose} />;
  const isPasswordWrong = serverErrorOf(create.error)?.code === 'INVALID_PASSWORD';
  return (
    <DialogFrame title="Criar token de acesso" onClose={onClose}>
      <Form
        form={form}
        label="Criar token de acesso"
        onSubmit={({ perCall: call, perDay: day, ...values }) =>
          create.mutate({
            ...values,
            ...(scope === 'money' && { perCall: call || undefined, perDay: day || undefined }),
            scopes: scope === 'money' ? ['read', 'money'] : ['read'],
            expiresAt: expiresOn,
          })
        }
      >
        <Stack gap="5">
          <FormField name="name" label="Nome" hint="Para você reconhecer depois onde ele é usado.">
            <TextInput maxLength={60} autoComplete="off" placeholder="Planilha do contador" />
          </FormField>
          <FieldBox
            label="O que pode fazer"
            hint={scope === 'money' ? 'Quem tiver o token poderá enviar o seu dinheiro.' : undefined}
          >
            <SelectBox options={SCOPES} value={scope} onChange={setScope} />
          </FieldBox>
          {scope === 'money' && <Ceilings />}
          <FieldBox label="Validade" hint={`Até o fim de ${formatDay(expiresOn)}.`}>
            <SelectBox options={LIFETIMES} value={days} onChange={setDays} />
          </FieldBox>
          <FormField name="password" label="Sua senha">
            <PasswordInput autoComplete="current-password" />
          </FormField>
          {unlessCancelled(create.error) && !isPasswordWrong && (
            <Notice status="error" title={failureText(create.error, FAILED)} />
          )}
          <DialogButtons>
            <Button variant="outline" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" loading={create.isPending} loadingText="Criando…">
              Criar token
            </Button>
          </DialogButtons>
        </Stack>
      </Form>
    </DialogFrame>
  );
}

const Ceilings = () => (
  <SimpleGrid columns={{ base: 1, sm: 2 }} gap="5">
    <FormField
      name="perCall"
      label="Até, por chamada"
      hint="Para pagamentos a outras pessoas. Sem valor, vale o limite do banco."
    >
      <MoneyInput />
    </FormField>
    <FormField
      name="perDay"
      label="Até, por dia"
      hint="Para pagamentos a outras pessoas. Sem valor, vale o limite do banco."
    >
      <MoneyInput />
    </FormField>
  </SimpleGrid>
);

type SecretProps = { name: string; secret: string; onClose: () => void };

function Secret({ name, secret, onClose }: SecretProps) {
  return (
    <DialogFrame title={`Token ${name}`} onClose={onClose} locked key="secret">
      <Notice status="warning" title="Copie o token agora">
        Ele não poderá ser visto de novo. Guarde-o como uma senha: quem o tiver usa a sua conta.
      </Notice>
      <Flex align="center" gap="1" bg="bg.subtle" borderRadius="control" paddingInlineStart="3">
        <chakra.code fontFamily="mono" textStyle="sm" flex="1" wordBreak="break-all" paddingBlock="2">
          {secret}
        </chakra.code>
        <CopyButton text={secret} label="Copiar token" />
      </Flex>
      <Text color="fg.muted" textStyle="sm">
        Use-o no cabeçalho <chakra.code fontFamily="mono">Authorization: Bearer</chakra.code> de cada chamada.
      </Text>
      <DialogButtons>
        <Button onClick={onClose}>Já copiei o token</Button>
      </DialogButtons>
    </DialogFrame>
  );
}
