import { z } from 'zod';
import { proveDeviceSchema, registerDeviceSchema, renameDeviceSchema } from '#domain/auth/device';
import { byIdSchema } from '#domain/page';
import { calls, doneSchema, named } from '#server/access/named';
import { customerInPersonProcedure, router } from '#server/access/trpc';
import { endDevice } from './end-device.ts';
import { deviceSchema, listDevices } from './list-devices.ts';
import { proveDevice } from './prove-device.ts';
import { registerDevice } from './register-device.ts';
import { renameDevice } from './rename-device.ts';

export const devicesRouter = router({
  list: named(
    'Aparelhos registrados',
    ['GET', '/api/auth/devices', 'devices'],
    customerInPersonProcedure
      .meta({ line: 'ending' })
      .output(z.array(deviceSchema))
      .query(calls(listDevices)),
  ),
  register: named(
    'Registra o aparelho da sessão, com a chave que fica nele',
    ['POST', '/api/auth/devices', 'device', { status: 201 }],
    customerInPersonProcedure
      .meta({ freshProof: 'whole' })
      .input(registerDeviceSchema)
      .output(deviceSchema)
      .mutation(calls(registerDevice)),
  ),
  prove: named(
    'Liga a sessão ao aparelho registrado, com a assinatura da chave dele',
    ['POST', '/api/auth/devices/:id/prove'],
    customerInPersonProcedure.input(proveDeviceSchema).output(doneSchema).mutation(calls(proveDevice)),
  ),
  rename: named(
    'Dá outro nome a um aparelho',
    ['PATCH', '/api/auth/devices/:id', 'device'],
    customerInPersonProcedure.input(renameDeviceSchema).output(deviceSchema).mutation(calls(renameDevice)),
  ),
  end: named(
    'Encerra um aparelho e as sessões dele',
    ['DELETE', '/api/auth/devices/:id'],
    customerInPersonProcedure
      .meta({ line: 'ending', freshProof: 'forSome' })
      .input(byIdSchema)
      .output(doneSchema)
      .mutation(calls(endDevice)),
  ),
});
