import type { inferRouterOutputs } from '@trpc/server';
import type { RestMethod } from '#server/access/named';
import type { KnownRestRow } from '#server/http/rest-table';
import type { AppRouter } from '#server/router';

/** What a row answers when it succeeds, as its JSON says it. */
export type AnswerOf<Row extends KnownRestRow> = Wrapped<
  Row[3],
  Json<At<inferRouterOutputs<AppRouter>, Row[2]>>
>;

/** What stands in a tree of routers at 'account.transfer' and its like. */
export type At<Tree, Path> = Path extends `${infer Name}.${infer Rest}`
  ? Name extends keyof Tree
    ? At<Tree[Name], Rest>
    : never
  : Path extends keyof Tree
    ? Tree[Path]
    : never;

/** A value as it is after JSON. */
type Json<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Name in keyof Value]: Json<Value[Name]> }
    : Value;

type Wrapped<Word, Value> = Word extends string ? { [Name in Word]: Value } : Value;

/**
 * What an address answers to this method: `RestAnswer<'GET', '/api/accounts'>`. It may carry a query, and any text in place
 * of a `:parameter`. It is what a success answers: a refusal is compared whole. `never` when the table has no such row.
 */
export type RestAnswer<Method extends RestMethod, Path extends string> = AnswerOf<
  RowsByKey[KeyOf<`${Method} ${WithoutQuery<Path>}`>]
>;

/** `GET /api/users/:id` → its row. */
type RowsByKey = { [Row in KnownRestRow as `${Row[0]} ${Row[1]}`]: Row };

/** The key of the row that takes this request; the text itself where it is a key, which is cheaper to find. */
type KeyOf<
  Asked extends string,
  Key extends keyof RowsByKey = keyof RowsByKey,
> = Asked extends keyof RowsByKey
  ? Asked
  : Key extends unknown
    ? Fits<Asked, Key> extends true
      ? Key
      : never
    : never;

type WithoutQuery<Path extends string> = Path extends `${infer Before}?${string}` ? Before : Path;

/** Segment by segment; a `:parameter` takes any text, a text that is not known is nothing but a parameter. */
type Fits<Path extends string, Row extends string> = Path extends `${infer Head}/${infer Tail}`
  ? Row extends `${infer RowHead}/${infer RowTail}`
    ? SegmentFits<Head, RowHead> extends true
      ? Fits<Tail, RowTail>
      : false
    : false
  : Row extends `${string}/${string}`
    ? false
    : SegmentFits<Path, Row>;

type SegmentFits<Segment extends string, Row extends string> = Row extends `:${string}`
  ? true
  : Segment extends Row
    ? true
    : false;
