/**
 * @module-tag prove
 * @module-tag scaled
 * @module-tag processes
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { expect } from 'vitest';
import { longProofScale } from '#db/testing/proof-scale';
import { raceTest } from '#db/testing/race-test';
import { COVERED } from '#server/cover/cover-worker';
import { createApp } from '#server/http/app';
import { CHARGES } from './charges/charge-worker.ts';
import { CLAIMS } from './claims/claim-worker.ts';
import { startOrderWorker } from './orders/order-worker.ts';
import { EVENTS } from './process-events.ts';
import { ALL_FAULTS, chaosScene, until } from './testing/chaos-scene.ts';
import { chargeAll, expectChargesAgree } from './testing/charges-sent.ts';
import { claimAll, expectKeysAgree } from './testing/keys-claimed.ts';
import { requests, sendAll } from './testing/payments-sent.ts';
import { effectsOf, expectBothSidesAgree, openThings, settle } from './testing/settled.ts';

/** Once in `every` payments the provider is away for `ms`: nothing can be sent to it then. */
const AWAY = { every: 50, ms: 400 };

const isUnsentPayment = (line: string): boolean =>
  /"method":"POST","path":"\/v3\/(transfers|bill)".*"outcome":"unreached"/.test(line);

raceTest(
  'under random faults each payment, charge and claim of a key has exactly one effect, and bank and provider agree',
  async () => {
    const scene = await chaosScene({ people: 8 });
    const { bank, simulator, port } = scene;
    const server = createServer(getRequestListener(createApp(bank, { clientFolder: 'none' }).fetch));
    await once(server.listen(port, '127.0.0.1'), 'listening');
    const workers = [1, 2].map(() =>
      startOrderWorker(bank, { pollMs: 25, tasks: [EVENTS, ...CHARGES, CLAIMS, COVERED] }),
    );
    try {
      await until('the money from outside is there', async () => {
        const { payments } = await effectsOf(scene);
        const { incomingPayments } = bank.db.tables;
        return payments.length === 8 && (await bank.db.$count(incomingPayments)) === 8;
      });
      await simulator.control('POST', '/simulator/faults', ALL_FAULTS);
      const asked = await requests(scene, longProofScale(2_000, 0.1));
      const away = async (place: number) => {
        if (place % AWAY.every !== AWAY.every / 2) return;
        await simulator.goDown();
        await sleep(AWAY.ms);
        await simulator.comeBack();
      };
      const [sent, charged, claimed] = await Promise.all([
        sendAll(scene, asked, away),
        chargeAll(scene, longProofScale(160, 0.1)),
        claimAll(scene, longProofScale(80, 0.1)),
      ]);
      await Promise.all(workers.map((worker) => worker.stop()));
      await settle(scene);
      const counts = await expectBothSidesAgree(scene, sent);
      const charges = await expectChargesAgree(scene, charged);
      const keys = await expectKeysAgree(scene, claimed);
      const unsent = bank.logged.filter(isUnsentPayment).length;
      console.log(`chaos: ${sent.length} payments`, { ...counts, ...charges, ...keys, unsent });
      expect(counts.done).toBeGreaterThan(sent.length * 0.8);
      // With few payments the random faults may hit none.
      if (sent.length >= 1_000) expect(unsent).toBeGreaterThan(0);
      expect(await openThings(scene)).toBe(0);
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()));
      server.closeAllConnections();
      server.close();
    }
  },
  { timeout: 3_600_000 },
);
