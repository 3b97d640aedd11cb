/**
 * @module-tag prove
 * @module-tag scaled
 * @module-tag processes
 */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { engineOf } from '#db/engine';
import { longProofScale } from '#db/testing/proof-scale';
import { raceTest } from '#db/testing/race-test';
import { nextRandom } from '#domain/random';
import { TEST_APP_KEYS } from '#server/ledger/testing/bank';
import { bundle } from '#server/testing/bundle';
import { NO_FAULTS } from '#simulator/faults';
import type { BankProcessPlan } from './testing/bank-process.ts';
import { ALL_FAULTS, CHAOS_TIMES, type ChaosScene, chaosScene, until } from './testing/chaos-scene.ts';
import { chargeAll, expectChargesAgree } from './testing/charges-sent.ts';
import { claimAll, expectKeysAgree } from './testing/keys-claimed.ts';
import { requests, sendAll } from './testing/payments-sent.ts';
import { expectBothSidesAgree, openThings, settle } from './testing/settled.ts';

const PROCESS = 'src-server/payments/testing/bank-process.ts';
type Program = { program: string; plan: BankProcessPlan };
const LIFE_MS = 900;
const PATIENCE_MS = 900_000;

/** A server process, loaded before it is needed: loading takes longest. */
class BankProcess {
  readonly #child: ChildProcess;
  readonly #warm: Promise<unknown[]>;
  readonly #ended: Promise<unknown[]>;
  readonly #plan: BankProcessPlan;

  constructor({ program, plan }: Program) {
    this.#child = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#warm = once(this.#child, 'message');
    this.#ended = once(this.#child, 'exit');
    this.#plan = plan;
  }

  async open(): Promise<void> {
    const failed = this.#ended.then(() => {
      throw new Error('server process ended before it opened');
    });
    await Promise.race([this.#warm, failed]);
    const opened = once(this.#child, 'message');
    this.#child.send(this.#plan);
    await Promise.race([opened, failed]);
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}

const planOf = ({ bank, simulator, origin, port }: ChaosScene, dataDir: string): BankProcessPlan => ({
  env: {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: engineOf(bank.db).url,
    DATA_DIR: dataDir,
    APP_KEYS: TEST_APP_KEYS,
    APP_ORIGIN: origin,
  },
  provider: { url: simulator.url, apiKey: simulator.apiKey, ...CHAOS_TIMES },
  port,
});

/** Processes loaded in advance, since most are killed in less time than loading takes. */
const READY = 2;

/** How many kills may run ahead of the payments, or the payments ahead of them. */
const AHEAD = 2;

class Pacing {
  #killed = 0;
  #begun = 0;
  readonly #paymentsPerKill: number;

  constructor({ payments, kills }: { payments: number; kills: number }) {
    this.#paymentsPerKill = payments / kills;
  }

  async beforePayment(place: number): Promise<void> {
    const due = Math.floor(place / this.#paymentsPerKill) - AHEAD;
    await until('the next kill', async () => this.#killed >= due, PATIENCE_MS);
    this.#begun += 1;
  }

  async beforeKill(number: number): Promise<void> {
    const due = (number - AHEAD) * this.#paymentsPerKill;
    await until('the next payments', async () => this.#begun >= due, PATIENCE_MS);
  }

  wasKilled(): void {
    this.#killed += 1;
  }
}

/** Runs processes one after another and kills each at a random moment. Returns the last one, which still runs. */
async function killOneAfterAnother(
  program: Program,
  first: BankProcess,
  { pacing, kills }: { pacing: Pacing; kills: number },
): Promise<BankProcess> {
  const chances = { ...NO_FAULTS, seed: 7 };
  const ready = Array.from({ length: READY }, () => new BankProcess(program));
  let serving = first;
  for (let killed = 0; killed < kills; killed += 1) {
    await pacing.beforeKill(killed);
    await sleep(nextRandom(chances) * LIFE_MS);
    await serving.kill();
    pacing.wasKilled();
    ready.push(new BankProcess(program));
    serving = ready.shift() ?? serving;
    await serving.open();
  }
  await Promise.all(ready.map((spare) => spare.kill()));
  return serving;
}

raceTest(
  'a server that is killed again and again loses nothing and sends nothing twice',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'valebank-kill-'));
    const scene = await chaosScene({ people: 8 });
    const { bank, simulator } = scene;
    const program = { program: await bundle(PROCESS, dataDir), plan: planOf(scene, dataDir) };
    let serving = new BankProcess(program);
    try {
      await serving.open();
      const { incomingPayments } = bank.db.tables;
      await until(
        'the money from outside is there',
        async () => (await bank.db.$count(incomingPayments)) === 8,
      );
      await simulator.control('POST', '/simulator/faults', ALL_FAULTS);
      const [payments, kills] = [longProofScale(2_000, 0.1), longProofScale(100, 0.1)];
      const pacing = new Pacing({ payments, kills });
      const asked = await requests(scene, payments);
      const [sent, charged, claimed, last] = await Promise.all([
        sendAll(scene, asked, (place) => pacing.beforePayment(place)),
        chargeAll(scene, longProofScale(120, 0.1)),
        claimAll(scene, longProofScale(80, 0.1)),
        killOneAfterAnother(program, serving, { pacing, kills }),
      ]);
      serving = last;
      await settle(scene);
      const counts = await expectBothSidesAgree(scene, sent);
      const charges = await expectChargesAgree(scene, charged);
      const keys = await expectKeysAgree(scene, claimed);
      console.log(`killed ${kills} times: ${sent.length} payments`, { ...counts, ...charges, ...keys });
      expect(counts.done).toBeGreaterThan(sent.length * 0.8);
      expect(await openThings(scene)).toBe(0);
    } finally {
      await serving.kill();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  { timeout: 3_600_000 },
);
