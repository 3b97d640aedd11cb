import { z } from 'zod';
import { addPasskeySchema, renamePasskeySchema, signedByPasskeySchema } from '#domain/auth/passkey';
import { byIdSchema } from '#domain/page';
import { calls, doneSchema, named } from '#server/access/named';
import { freshProcedure, publicProcedure, router, sessionProcedure } from '#server/access/trpc';
import { addPasskey } from './add.ts';
import { beginAddingPasskey, creationOptionsSchema } from './begin-adding.ts';
import { beginPasskeyLogin, beginPasskeyProof, requestOptionsSchema } from './begin-signing.ts';
import { listPasskeys } from './list.ts';
import { loginByPasskey, passkeyLoginSchema } from './login.ts';
import { passkeySchema } from './own-passkeys.ts';
import { provePasskey } from './prove.ts';
import { removePasskey } from './remove.ts';
import { renamePasskey } from './rename.ts';

const signingInProcedure = publicProcedure.meta({ sessionOnly: true });
/** Open to administrators who must still turn on two-factor, as `reauthenticate` is. */
const provingProcedure = sessionProcedure.meta({ withoutTwoFactor: true });

export const passkeysRouter = router({
  list: named(
    'Chaves de acesso',
    ['GET', '/api/auth/passkeys', 'passkeys'],
    provingProcedure.meta({ line: 'ending' }).output(z.array(passkeySchema)).query(calls(listPasskeys)),
  ),
  beginAdding: named(
    'Começa a adicionar uma chave de acesso (WebAuthn)',
    ['POST', '/api/auth/passkeys/options', 'options'],
    freshProcedure.output(creationOptionsSchema).mutation(calls(beginAddingPasskey)),
  ),
  add: named(
    'Adiciona a chave de acesso que o navegador criou',
    ['POST', '/api/auth/passkeys', 'passkey', { status: 201 }],
    freshProcedure.input(addPasskeySchema).output(passkeySchema).mutation(calls(addPasskey)),
  ),
  rename: named(
    'Renomeia uma chave de acesso',
    ['PATCH', '/api/auth/passkeys/:id', 'passkey'],
    sessionProcedure.input(renamePasskeySchema).output(passkeySchema).mutation(calls(renamePasskey)),
  ),
  remove: named(
    'Remove uma chave de acesso',
    ['DELETE', '/api/auth/passkeys/:id'],
    freshProcedure.input(byIdSchema).output(doneSchema).mutation(calls(removePasskey)),
  ),
  beginLogin: named(
    'Começa a entrada com chave de acesso (WebAuthn)',
    ['POST', '/api/auth/passkeys/login/options', 'options'],
    signingInProcedure.output(requestOptionsSchema).mutation(calls(beginPasskeyLogin)),
  ),
  login: named(
    'Entra com uma chave de acesso, sem senha nem código',
    ['POST', '/api/auth/passkeys/login'],
    signingInProcedure
      .input(signedByPasskeySchema)
      .output(passkeyLoginSchema)
      .mutation(calls(loginByPasskey)),
  ),
  beginProof: named(
    'Começa a confirmar com chave de acesso que é a própria pessoa (WebAuthn)',
    ['POST', '/api/auth/passkeys/proof/options', 'options'],
    provingProcedure.output(requestOptionsSchema).mutation(calls(beginPasskeyProof)),
  ),
  prove: named(
    'Confirma com chave de acesso, nesta sessão, que é a própria pessoa',
    ['POST', '/api/auth/passkeys/proof'],
    provingProcedure.input(signedByPasskeySchema).output(doneSchema).mutation(calls(provePasskey)),
  ),
});
