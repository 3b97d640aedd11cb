import { Button, Stack, Text } from '@chakra-ui/react';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '../trpc.ts';
import { APP_CODE_DIGITS, AppCodeBox } from '../ui/app-code-box.tsx';
import { DialogAct } from '../ui/dialog-frame.tsx';
import { FieldBox } from '../ui/field.tsx';
import { Failure } from '../ui/notice.tsx';
import { CodeForm, type ProofProps } from './payment-code-form.tsx';
import type { Confirmation } from './use-proving.ts';

type EmailProofProps = ProofProps & { of: Confirmation };

/** The code of the last letter is the only one that is accepted. */
export function EmailProof({ of: { id, sentTo }, proving }: EmailProofProps) {
  const [code, setCode] = useState('');
  const sending = trpc.account.confirmations.sendCode.useMutation({ onSuccess: () => setCode('') });
  const failure = <Failure role="alert" of={sending} fallback="Não foi possível enviar o código" />;
  const send = () => sending.mutate({ id });
  if (!sending.data && !sending.isSuccess)
    return (
      <Stack gap="4">
        <Text>
          Enviamos um código para <strong>{sentTo}</strong>.
        </Text>
        {failure}
        <DialogAct
          onCancel={proving.cancel}
          cancel="Voltar"
          pending={sending.isPending}
          pendingText="Enviando…"
          onClick={send}
        >
          <Mail size={18} aria-hidden />
          Enviar código por e-mail
        </DialogAct>
      </Stack>
    );
  return (
    <CodeForm
      proving={proving}
      isReady={code.length === APP_CODE_DIGITS}
      onSubmit={() => proving.prove({ emailCode: code })}
    >
      <FieldBox
        label="Código enviado por e-mail"
        hint={`6 dígitos; enviado para ${sentTo}.`}
        error={proving.wrongCode}
      >
        <AppCodeBox
          value={code}
          autoFocus
          onValue={(digits) => {
            setCode(digits);
            proving.forget();
          }}
        />
      </FieldBox>
      {failure}
      <Button
        variant="plain"
        color="brand.fg"
        textDecoration="underline"
        alignSelf="start"
        paddingInline="0"
        onClick={send}
        loading={sending.isPending}
        loadingText="Enviando…"
      >
        Enviar outro código
      </Button>
    </CodeForm>
  );
}
