import { chakra, Flex, Image, Skeleton, Stack, Text } from '@chakra-ui/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useInvalidate } from '../invalidation.ts';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { DialogAct, DialogFrame } from '../ui/dialog-frame.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { failureText } from '../ui/failure-text.ts';
import { unlessCancelled } from '../ui/server-error.ts';
import { Loading } from '../ui/skeletons.tsx';
import { toast, toastError } from '../ui/toast.ts';
import { BackupCodes } from './backup-codes.tsx';
import { CodeBox, isWhole } from './code-box.tsx';
import { asksForEmail, ConfirmEmailFirst } from './confirm-email-first.tsx';

const WRONG_CODE = 'O código inserido está incorreto. Tente novamente.';

export function EnableDialog({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<'scan' | 'verify'>('scan');
  const invalidate = useInvalidate();
  const setup = trpc.auth.twoFactor.setup.useMutation({
    onError: (error) => {
      if (!asksForEmail(error)) toastError('Erro', error, 'Falha ao configurar 2FA');
    },
  });
  const verify = trpc.auth.twoFactor.verify.useMutation({
    onSuccess: () => {
      toast({
        title: '2FA Ativado!',
        description: 'Autenticação de dois fatores configurada com sucesso',
      });
    },
    onError: (error) => toastError('Código Inválido', error, WRONG_CODE),
  });
  const start = setup.mutate;
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    start();
  }, [start]);

  function close() {
    // Not earlier: where two-factor is required, the screen would change and take the dialog with the codes away.
    if (verify.data) void invalidate('credentials');
    onClose();
  }

  if (verify.data) {
    return (
      <DialogFrame title="Seus códigos de backup" onClose={close} locked key="codes">
        <BackupCodes codes={verify.data.backupCodes} onDone={close} />
      </DialogFrame>
    );
  }
  if (asksForEmail(setup.error))
    return (
      <DialogFrame title="Ativar 2FA" onClose={close}>
        <ConfirmEmailFirst onLeave={close} />
      </DialogFrame>
    );
  return (
    <DialogFrame title="Ativar 2FA" onClose={close}>
      {step === 'scan' && (
        <>
          <Text>
            Abra o <strong>Google Authenticator</strong>, o <strong>Microsoft Authenticator</strong> ou o{' '}
            <strong>Authy</strong> no celular, adicione uma conta e leia este QR Code.
          </Text>
          {setup.error && !setup.isPending ? (
            <ErrorState title="Falha ao configurar 2FA" error={setup.error} onRetry={() => start()} />
          ) : (
            <Secret setup={setup.data} />
          )}
          <DialogAct onCancel={close} disabled={!setup.data} onClick={() => setStep('verify')}>
            Continuar
          </DialogAct>
        </>
      )}
      {step === 'verify' && (
        <VerifyStep
          pending={verify.isPending}
          error={unlessCancelled(verify.error) && failureText(verify.error, WRONG_CODE)}
          onChange={() => verify.error && verify.reset()}
          onVerify={(token) => verify.mutate({ token })}
          onBack={() => {
            verify.reset();
            setStep('scan');
          }}
        />
      )}
    </DialogFrame>
  );
}

function Secret({ setup }: { setup: RouterOutputs['auth']['twoFactor']['setup'] | undefined }) {
  if (!setup) {
    return (
      <Loading label="Gerando o QR Code…">
        <Skeleton boxSize="264px" marginInline="auto" borderRadius="control" />
      </Loading>
    );
  }
  return (
    <Stack gap="4" align="center">
      <Image
        src={setup.qrCode}
        alt="QR Code para o aplicativo autenticador"
        width="264px"
        height="264px"
        borderRadius="control"
      />
      <Stack gap="1" width="100%">
        <Text color="fg.muted" textStyle="sm">
          Não consegue ler? Digite esta chave no aplicativo:
        </Text>
        <Flex align="center" gap="1" bg="bg.subtle" borderRadius="control" paddingInlineStart="3">
          <chakra.code fontFamily="mono" textStyle="sm" flex="1" wordBreak="break-all" paddingBlock="2">
            {setup.secret}
          </chakra.code>
          <CopyButton text={setup.secret} label="Copiar chave" />
        </Flex>
      </Stack>
    </Stack>
  );
}

type VerifyStepProps = {
  pending: boolean;
  error: string | null;
  onChange: () => void;
  onVerify: (code: string) => void;
  onBack: () => void;
};

function VerifyStep({ pending, error, onChange, onVerify, onBack }: VerifyStepProps) {
  const [code, setCode] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isWhole(code) && !pending) onVerify(code);
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack gap="5">
        <Text>Digite o código que o aplicativo mostra agora, para conferir que tudo funciona.</Text>
        <CodeBox
          value={code}
          error={error ?? undefined}
          onChange={(next) => {
            setCode(next);
            onChange();
          }}
        />
        <DialogAct
          onCancel={onBack}
          cancel="Voltar"
          pending={pending}
          pendingText="Verificando…"
          disabled={!isWhole(code)}
        >
          Verificar
        </DialogAct>
      </Stack>
    </form>
  );
}
