import { Alert, Button, Dialog, Input, Portal, Stack, Text } from '@chakra-ui/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Role } from '#domain/auth/role';
import { APP_CODE_DIGITS, AppCodeBox } from '../ui/app-code-box.tsx';
import { FieldBox } from '../ui/field.tsx';
import { TabStrip } from '../ui/tab-strip.tsx';
import { useSecondFactor } from './use-second-factor.ts';

const TABS = [
  { value: 'app', label: 'Aplicativo' },
  { value: 'backup', label: 'Código de backup' },
] as const;
type CodeType = (typeof TABS)[number]['value'];

type TwoFactorDialogProps = {
  userId: string;
  onSuccess: (role: Role) => void;
  onClose: () => void;
};

/** Cannot be closed while a code is being checked. */
export function TwoFactorDialog({ userId, onSuccess, onClose }: TwoFactorDialogProps) {
  const { check, pending, problem, forget, over } = useSecondFactor(userId, onSuccess);
  // Opened after mounting: a dialog mounted open loses focus to its trigger and closes.
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(true), []);

  function close() {
    if (pending) return;
    setShown(false);
  }

  return (
    <Dialog.Root
      open={shown}
      onOpenChange={(change) => {
        if (!change.open) close();
      }}
      onExitComplete={onClose}
      closeOnInteractOutside={false}
      size="sm"
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner paddingInline="4">
          <Dialog.Content>
            <Dialog.Header paddingBottom="2">
              <Dialog.Title>Autenticação de dois fatores</Dialog.Title>
            </Dialog.Header>
            {over === null ? (
              <CodeForm
                pending={pending}
                problem={problem}
                onType={forget}
                onCheck={check}
                onCancel={close}
              />
            ) : (
              <Over reason={over} onClose={close} />
            )}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

type CodeFormProps = {
  pending: boolean;
  problem: string | null;
  onType: () => void;
  onCheck: (code: string, isBackup: boolean) => Promise<boolean>;
  onCancel: () => void;
};

function CodeForm({ pending, problem, onType, onCheck, onCancel }: CodeFormProps) {
  const [codeType, setCodeType] = useState<CodeType>('app');
  const [appCode, setAppCode] = useState('');
  const [backupCode, setBackupCode] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const isBackup = codeType === 'backup';
  const code = isBackup ? backupCode.trim() : appCode;
  const isComplete = isBackup ? code !== '' : code.length === APP_CODE_DIGITS;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending || !isComplete) return;
    if (!(await onCheck(code, isBackup))) {
      box.current?.focus();
      box.current?.select();
    }
  }

  return (
    <form noValidate onSubmit={submit}>
      <Dialog.Body>
        <Dialog.Description color="fg.muted" marginBottom="4">
          Informe um código para concluir o login. Você tem 5 minutos.
        </Dialog.Description>
        <TabStrip
          label="Tipo de código"
          tabs={TABS}
          value={codeType}
          onChange={(next) => {
            if (pending) return;
            setCodeType(next);
            onType();
          }}
        >
          {isBackup ? (
            <FieldBox
              label="Código de backup"
              hint="Cada código de backup funciona uma única vez. Depois de usar todos, gere novos nas configurações."
              error={problem ?? undefined}
            >
              <Input
                ref={box}
                value={backupCode}
                onChange={({ target }) => {
                  setBackupCode(target.value);
                  onType();
                }}
                readOnly={pending}
                placeholder="XXXX-XXXX-XXXX-XXXX"
                className="num"
                fontFamily="mono"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
              />
            </FieldBox>
          ) : (
            <FieldBox
              label="Código do aplicativo"
              hint="Abra o aplicativo autenticador e digite os 6 dígitos. O código muda a cada 30 segundos."
              error={problem ?? undefined}
            >
              <AppCodeBox
                ref={box}
                value={appCode}
                onValue={(digits) => {
                  setAppCode(digits);
                  onType();
                }}
                readOnly={pending}
                data-autofocus
              />
            </FieldBox>
          )}
        </TabStrip>
      </Dialog.Body>
      <Dialog.Footer>
        <Button type="button" variant="outline" disabled={pending} onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" disabled={!isComplete} loading={pending} loadingText="Verificando...">
          Confirmar
        </Button>
      </Dialog.Footer>
    </form>
  );
}

function Over({ reason, onClose }: { reason: string; onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      <Dialog.Body>
        <Alert.Root status="warning" role="alert">
          <Alert.Indicator />
          <Stack gap="1">
            <Alert.Title>{reason}</Alert.Title>
            <Text>Para sua segurança, entre de novo com o documento e a senha.</Text>
          </Stack>
        </Alert.Root>
      </Dialog.Body>
      <Dialog.Footer>
        <Button ref={button} onClick={onClose}>
          Entrar de novo
        </Button>
      </Dialog.Footer>
    </>
  );
}
