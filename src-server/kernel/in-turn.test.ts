import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eachInTurn, inTurn, pieceInTurn, turnOfNetwork } from './in-turn.ts';

const of = (id: string, ip = '203.0.113.9') => ({ user: { id }, request: { ip } });

test('the requests of one user are done one after another, in order, without delaying others', async () => {
  const order: string[] = [];
  let underWay = 0;
  let goOn = () => {};
  const held = inTurn('ana', () => new Promise<void>((done) => (goOn = done)));
  const asked = ['first', 'second', 'third'].map((name) =>
    inTurn('ana', async () => {
      underWay += 1;
      expect(underWay).toBe(1);
      await new Promise((done) => setImmediate(done));
      order.push(name);
      underWay -= 1;
    }),
  );
  expect(await inTurn('bruno', async () => 'bruno')).toBe('bruno');
  expect(order).toEqual([]);
  goOn();
  await Promise.all([held, ...asked]);
  expect(order).toEqual(['first', 'second', 'third']);
});

test('a request that fails in its turn reports it, and the next one runs', async () => {
  const failing = inTurn('ana', async () => {
    throw new Error('no');
  });
  const next = inTurn('ana', async () => 'next');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
});

test('parallel copies of the data of one person are read one part at a time, each to its end', async () => {
  let reading = 0;
  let most = 0;
  async function* copy() {
    for (let part = 0; part < 5; part += 1) {
      reading += 1;
      most = Math.max(most, reading);
      await nextTurn();
      reading -= 1;
      yield part;
    }
  }
  const read = async () => {
    const parts: number[] = [];
    for await (const part of eachInTurn(of('ana'), copy())) parts.push(part);
    return parts;
  };
  const copies = await Promise.all([read(), read(), read()]);
  expect(copies).toEqual(Array.from({ length: 3 }, () => [0, 1, 2, 3, 4]));
  expect(most).toBe(1);
});

test('of the long files of many people one piece is read at a time', async () => {
  let reading = 0;
  let most = 0;
  const pieces = Array.from({ length: 12 }, (_, index) =>
    pieceInTurn(of(`person ${index % 4}`), async () => {
      reading += 1;
      most = Math.max(most, reading);
      await nextTurn();
      reading -= 1;
      return index;
    }),
  );
  expect(await Promise.all(pieces)).toEqual(pieces.map((_, index) => index));
  expect(most).toBe(1);
});

test('the files of many people of one network do not keep those of another waiting', async () => {
  const read: string[] = [];
  const piece = (id: string, ip: string) => pieceInTurn(of(id, ip), async () => void read.push(id));
  const crowd = Array.from({ length: 20 }, (_, place) =>
    piece(`crowd ${place}`, `2001:db8:1:a${place % 10}::1`),
  );
  await Promise.all([...crowd, piece('ana', '203.0.113.9')]);
  expect(read.indexOf('ana')).toBeLessThan(3);
});

test('between two steps of another network at most one piece of what many people of a network read begins', async () => {
  let begun = 0;
  const read = async ({ request }: ReturnType<typeof of>, onPiece: () => void) => {
    for (let piece = 0; piece < 8; piece += 1) {
      await nextTurn();
      await turnOfNetwork({ request })(async () => onPiece());
    }
  };
  const home = Array.from({ length: 6 }, (_, place) =>
    read(of(`${place}`, `2001:db8:1:a${place}::1`), () => {
      begun += 1;
    }),
  );
  const between: number[] = [];
  let before = 0;
  await read(of('ana'), () => {
    between.push(begun - before);
    before = begun;
  });
  expect(Math.max(...between)).toBe(1);
  await Promise.all(home);
  expect(begun).toBe(6 * 8);
});

test('a piece that somebody of its network waits for is followed by a rest as long as itself', async () => {
  const beganAtMs = performance.now();
  const read = () => turnOfNetwork(of('ana'))(() => sleep(50));
  await Promise.all([read(), read(), read()]);
  expect(performance.now() - beganAtMs).toBeGreaterThan(5 * 49);
  const alone: number[] = [];
  for (let times = 0; times < 5; times += 1) {
    const aloneAtMs = performance.now();
    await read();
    alone.push(performance.now() - aloneAtMs);
  }
  // The shortest: a busy machine makes some longer.
  expect(Math.min(...alone)).toBeLessThan(95);
});

test('crowded lines rest the longer the more of them there are: one home has several networks and kinds', async () => {
  const piece = () => sleep(10);
  const crowd = (kind: 'reads' | 'files', ip: string) =>
    Array.from({ length: 8 }, (_, index) => {
      const reader = of(`${kind} ${ip} ${index}`, ip);
      return kind === 'reads' ? turnOfNetwork(reader)(piece) : pieceInTurn(reader, piece);
    });
  const tookMs = async (start: () => Promise<unknown>[]) => {
    const beganAtMs = performance.now();
    await Promise.all(start());
    return performance.now() - beganAtMs;
  };
  const aloneMs = await tookMs(() => crowd('reads', '203.0.113.9'));
  const amongMs = await tookMs(() => [
    ...crowd('reads', '203.0.113.9'),
    ...crowd('reads', '2001:db8:1::1'),
    ...crowd('files', '203.0.113.9'),
  ]);
  // Eight pieces with seven rests: as long as a piece each, or five times as long.
  expect(amongMs / aloneMs).toBeGreaterThan(1.8);
});

test('a piece of a file is followed by a rest also if nobody waits, and its own reader does not wait for the last one', async () => {
  const order: string[] = [];
  const piece = (name: string) => pieceInTurn(of('ana'), async () => void order.push(name));
  const long = pieceInTurn(of('ana'), () => sleep(60));
  await long;
  const next = piece('next');
  await sleep(20);
  order.push('elsewhere');
  await next;
  expect(order).toEqual(['elsewhere', 'next']);
});

test('what people of this machine read does not wait for each other', async () => {
  const turn = turnOfNetwork({ request: { ip: '127.0.0.1' } });
  const held = turn(() => new Promise(() => {}));
  expect(await turn(async () => 'read')).toBe('read');
  expect(held).toBeInstanceOf(Promise);
});
