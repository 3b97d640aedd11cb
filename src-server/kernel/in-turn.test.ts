import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eachInTurn, inTurn, pieceInTurn, type Turn, turnOfNetwork } from './in-turn.ts';
import { noteUse } from './line-use.ts';

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

test.for<[kind: string, turn: Turn]>([
  ['reads', turnOfNetwork(of('ana'))],
  ['files', (run) => pieceInTurn(of('ana'), run)],
])(
  'a piece of the %s of a line that has taken much is followed by a rest, which its own reader does not wait for',
  async ([kind, turn]) => {
    noteUse(`${kind} of 203.0.113.9`, 10_000);
    const order: string[] = [];
    await turn(() => sleep(60));
    const next = turn(async () => void order.push('next'));
    await sleep(20);
    order.push('elsewhere');
    await next;
    expect(order).toEqual(['elsewhere', 'next']);
  },
);

test('what people of this machine read does not wait for each other', async () => {
  const turn = turnOfNetwork({ request: { ip: '127.0.0.1' } });
  const held = turn(() => new Promise(() => {}));
  expect(await turn(async () => 'read')).toBe('read');
  expect(held).toBeInstanceOf(Promise);
});
