import type { inferRouterOutputs } from '@trpc/server';
import type { RestMethod } from '#server/access/named';
import type { KnownRestRow } from '#server/http/rest-table';
import type { AppRouter } from '#server/router';

export type AnswerOf<Row extends KnownRestRow> = Wrapped<
  Row[3],
  Json<At<inferRouterOutputs<AppRouter>, Row[2]>>
>;

/** The type at 'account.transfer' in a tree of routers. */
export type At<Tree, Path> = Path extends `${infer Name}.${infer Rest}`
  ? Name extends keyof Tree
    ? At<Tree[Name], Rest>
    : never
  : Path extends keyof Tree
    ? Tree[Path]
    : never;

type Json<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Name in keyof Value]: Json<Value[Name]> }
    : Value;

type Wrapped<Word, Value> = Word extends string ? { [Name in Word]: Value } : Value;

/** Success answer of an address: `RestAnswer<'GET', '/api/accounts'>`. `never` for an unknown row. */
export type RestAnswer<Method extends RestMethod, Path extends string> = AnswerOf<
  RowsByKey[KeyOf<`${Method} ${WithoutQuery<Path>}`>]
>;

type RowsByKey = { [Row in KnownRestRow as `${Row[0]} ${Row[1]}`]: Row };

/** The row's key for this request; tries the text itself first, which is cheaper. */
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

/** Per segment; a `:parameter` matches any text. */
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
