import { Button, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { z } from 'zod';
import { currentPasswordSchema } from '#domain/auth/password';
import { FRESH_PROOF_SECONDS } from '#domain/limits';
import { type Factor, FactorBox, isFilled, NO_FACTOR } from '../shared-security/factor-box.tsx';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { deviceMs } from '../ui/date.ts';
import { DialogAct, DialogButtons, DialogFrame } from '../ui/dialog-frame.tsx';
import { failureText } from '../ui/failure-text.ts';
import { Fetched } from '../ui/fetched.tsx';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { supportsPasskeys } from '../ui/passkey-support.ts';
import type { ProofRequest } from '../ui/proof-request.ts';
import { httpStatusOf, serverErrorOf } from '../ui/server-error.ts';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { PasswordInput } from '../ui/text-input.tsx';
import { PasskeyProof } from './passkey-proof.tsx';

const FAILED = 'Não foi possível confirmar';
const UNKNOWN = 'Não foi possível saber o que pedir a você';
const formSchema = z.object({ password: currentPasswordSchema });

export function ProofDialog({ request }: { request: ProofRequest }) {
  const passkeys = trpc.auth.passkeys.list.useQuery();
  const goBack = () => request.answer(false);
  return (
    <DialogFrame title="Confirme que é você" onClose={goBack}>
      <Text>
        Por segurança, confirme que é você para continuar. A confirmação vale por {FRESH_PROOF_SECONDS / 60}{' '}
        minutos.
      </Text>
      <Fetched query={passkeys} failure={UNKNOWN} skeleton={<Loading />}>
        {(own) => (
          <>
            {own.some(isTrusted) && supportsPasskeys() && <PasskeyProof request={request} />}
            {request.bringsCode ? (
              <ProofFields request={request} asksCode={false} />
            ) : (
              <Otherwise request={request} passkeys={own} />
            )}
          </>
        )}
      </Fetched>
    </DialogFrame>
  );
}

type Passkeys = RouterOutputs['auth']['passkeys']['list'];

const isTrusted = ({ trustedFrom }: Passkeys[number]) => Date.parse(trustedFrom) <= deviceMs();

const Loading = () => <RowsSkeleton rows={2} label="Carregando…" />;

/** Without the app a password is enough until a passkey counts. */
function Otherwise({ request, passkeys }: { request: ProofRequest; passkeys: Passkeys }) {
  const status = trpc.auth.twoFactor.status.useQuery();
  const hasTrusted = passkeys.some(isTrusted);
  return (
    <Fetched query={status} failure={UNKNOWN} skeleton={<Loading />}>
      {({ enabled }) =>
        enabled || !hasTrusted ? (
          <>
            {hasTrusted && <Text color="fg.muted">Ou informe a sua senha:</Text>}
            <ProofFields request={request} asksCode={enabled} />
          </>
        ) : (
          <>
            <Text color="fg.muted">
              {!supportsPasskeys() && 'Este navegador não aceita chaves de acesso: continue em outro. '}
              Perdeu o aparelho? Fale com o atendimento.
            </Text>
            <DialogButtons>
              <Button variant="outline" onClick={() => request.answer(false)}>
                Voltar
              </Button>
            </DialogButtons>
          </>
        )
      }
    </Fetched>
  );
}

function ProofFields({ request, asksCode }: { request: ProofRequest; asksCode: boolean }) {
  const { user } = trpc.auth.me.useQuery().data ?? {};
  const [factor, setFactor] = useState<Factor>(NO_FACTOR);
  const form = useZodForm(formSchema, { password: '' });
  const renew = trpc.auth.reauthenticate.useMutation({
    onSuccess: () => request.answer(true),
    onError: (error) => {
      // The session has ended, and the login follows.
      if (httpStatusOf(error) === 401) return request.answer(false);
      if (serverErrorOf(error)?.code === 'INVALID_PASSWORD')
        form.setError('password', { message: 'Senha incorreta' }, { shouldFocus: true });
    },
  });
  const { code } = serverErrorOf(renew.error) ?? {};
  const isReady = !asksCode || isFilled(factor);

  return (
    <Form
      form={form}
      label="Confirme que é você"
      onSubmit={({ password }) =>
        isReady && renew.mutate({ password, ...(asksCode && { code: factor.code.trim() }) })
      }
    >
      <Stack gap="5">
        {/* Tells password managers whose password it is. */}
        <input
          type="text"
          value={user?.cpf ?? user?.cnpj ?? ''}
          autoComplete="username"
          readOnly
          hidden
          tabIndex={-1}
        />
        <FormField name="password" label="Sua senha">
          <PasswordInput autoComplete="current-password" autoFocus />
        </FormField>
        {asksCode && (
          <FactorBox
            factor={factor}
            error={code === 'TWO_FACTOR_CODE' ? failureText(renew.error, FAILED) : undefined}
            onChange={(next) => {
              setFactor(next);
              if (renew.error) renew.reset();
            }}
          />
        )}
        {renew.error && code !== 'INVALID_PASSWORD' && code !== 'TWO_FACTOR_CODE' && (
          <Notice status="error" title={failureText(renew.error, FAILED)} />
        )}
        <DialogAct
          onCancel={() => request.answer(false)}
          cancel="Voltar"
          pending={renew.isPending}
          pendingText="Confirmando…"
          disabled={!isReady}
        >
          Continuar
        </DialogAct>
      </Stack>
    </Form>
  );
}
