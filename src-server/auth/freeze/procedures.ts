import { freezeByLinkSchema } from '#domain/auth/freeze';
import { calls, doneSchema, named } from '#server/access/named';
import { customerInPersonProcedure, customerProcedure, publicProcedure } from '#server/access/trpc';
import { freeze, freezeByLink } from './freeze.ts';
import { unfreeze } from './unfreeze.ts';

/** Spread into `authRouter`. */
export const freezeProcedures = {
  freeze: named(
    'Congela a própria conta: encerra todo acesso, e nada sai dela',
    ['POST', '/api/auth/freeze'],
    customerProcedure.meta({ anyToken: true, line: 'ending' }).output(doneSchema).mutation(calls(freeze)),
  ),
  freezeByLink: named(
    'Congela uma conta com o link recebido por e-mail',
    ['POST', '/api/auth/freeze-by-link'],
    publicProcedure.input(freezeByLinkSchema).output(doneSchema).mutation(calls(freezeByLink)),
  ),
  unfreeze: named(
    'Descongela a própria conta',
    ['POST', '/api/auth/unfreeze'],
    customerInPersonProcedure.meta({ freshProof: 'whole' }).output(doneSchema).mutation(calls(unfreeze)),
  ),
};
