import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import type { RouterInputs, RouterOutputs } from '../trpc.ts';
import { PasskeyProblem } from '../ui/passkey-support.ts';

type Passkeys<Side> = Side extends { auth: { passkeys: infer Procedures } } ? Procedures : never;
type Options = Passkeys<RouterOutputs>;
type Answers = Passkeys<RouterInputs>;

const NOT_DONE = 'A chave de acesso não foi usada. Tente de novo, ou continue de outra forma.';

const PROBLEMS: Partial<Record<string, string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'Este aparelho já tem uma chave de acesso da sua conta.',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
    'Este aparelho não confere quem o usa. Escolha um com PIN, digital ou rosto.',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT:
    'Este aparelho não guarda chaves de acesso. Escolha outro.',
  ERROR_INVALID_DOMAIN: 'Chaves de acesso não funcionam neste endereço.',
  ERROR_INVALID_RP_ID: 'Chaves de acesso não funcionam neste endereço.',
};

/** Asks the browser to make a passkey. Throws PasskeyProblem. */
export async function createPasskey(optionsJSON: Options['beginAdding']): Promise<Answers['add']['created']> {
  const { id, response } = await asked(() => startRegistration({ optionsJSON }));
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, clientDataJSON, attestationObject, transports };
}

/** Asks the browser to sign with a passkey. Throws PasskeyProblem. */
export async function signByPasskey(
  optionsJSON: Parameters<typeof startAuthentication>[0]['optionsJSON'],
): Promise<Answers['login']['signed']> {
  const { id, response } = await asked(() => startAuthentication({ optionsJSON }));
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}

async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (cause) {
    const code = cause instanceof WebAuthnError ? cause.code : '';
    throw new PasskeyProblem(PROBLEMS[code] ?? NOT_DONE, { cause });
  }
}
